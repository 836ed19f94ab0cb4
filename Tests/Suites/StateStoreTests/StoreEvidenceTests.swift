// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Evidence found at startup` {
    private func store(
        _ name: String = "s1",
        epoch: Int = 1,
        sequence: SequenceNumber = 100,
        isCopy: Bool = false
    ) -> StoreSummary {
        StoreSummary(
            identity: StoreIdentity(store: name, epoch: epoch),
            sequence: sequence,
            points: 1,
            events: 0,
            isCopy: isCopy
        )
    }

    private let known = StoreIdentity(store: "s1", epoch: 1)

    @Test func `a new store is created if there are no files`() {
        #expect(StoreEvidence(file: .missing).verdict == .open)
        #expect(StoreEvidence(file: .empty).verdict == .open)
        #expect(StoreEvidence(file: .blank, hasLog: true).verdict == .open)
    }

    @Test func `a missing store file counts as damage if other files of the store exist`() {
        let gone = StoreEvidence.Verdict.lost("its file is gone")
        #expect(StoreEvidence(file: .missing, hasLog: true).verdict == gone)
        #expect(StoreEvidence(file: .missing, hasReserve: true).verdict == gone)
        #expect(StoreEvidence(file: .missing, known: known).verdict == gone)
        #expect(StoreEvidence(file: .missing, backups: [store()]).verdict == gone)
    }

    @Test func `an empty store file counts as damage`() {
        let empty = StoreEvidence.Verdict.lost("its file is empty")
        #expect(StoreEvidence(file: .empty, hasLog: true).verdict == empty)
        #expect(StoreEvidence(file: .empty, known: known).verdict == empty)
        #expect(StoreEvidence(file: .empty, backups: [store()]).verdict == empty)
        let blank = StoreEvidence(file: .blank, backups: [store()])
        #expect(blank.verdict == .lost("its file does not contain a store"))
    }

    @Test
    func `a store older than its backup counts as damaged, and a newer one does not`() {
        func verdict(
            _ file: StoreSummary,
            _ backup: StoreSummary,
            used epoch: Int? = 1
        ) -> StoreEvidence.Verdict {
            let known = epoch.map { StoreIdentity(store: "s1", epoch: $0) }
            return StoreEvidence(file: .store(file), known: known, backups: [backup]).verdict
        }
        let outdated = StoreEvidence.Verdict.outdated("its file is older than its newest backup")
        for used in [1, nil] {
            #expect(verdict(store(sequence: 100), store(sequence: 100), used: used) == .open)
            #expect(verdict(store(sequence: 101), store(sequence: 100), used: used) == .open)
            #expect(verdict(store(sequence: 99), store(sequence: 100), used: used) == outdated)
        }
        // Numbers begin anew with an epoch: only within one do they compare.
        let newer = store(epoch: 5, sequence: 9)
        for used in [1, 5, nil] { #expect(verdict(newer, store(), used: used) == .open) }
        #expect(verdict(store(sequence: 900), newer, used: 5) == outdated)
        #expect(verdict(store(sequence: 900), newer, used: nil) == outdated)
        // A copy that is older than the backup was restored, and used since.
        #expect(verdict(store(sequence: 900), newer, used: 1) == .open)
    }

    @Test func `a backup that the user copied into place is used`() {
        let evidence = StoreEvidence(
            file: .store(store(sequence: 5, isCopy: true)),
            known: known,
            backups: [store(sequence: 100)]
        )
        #expect(evidence.verdict == .open)
    }

    @Test
    func `another store at the path is opened and reported; an empty store there is replaced`() {
        func verdict(_ sequence: SequenceNumber, _ backups: [StoreSummary]) -> StoreEvidence.Verdict
        {
            let other = store("s2", sequence: sequence)
            return StoreEvidence(file: .store(other), known: known, backups: backups).verdict
        }
        #expect(verdict(7, [store()]) == .foreign("it is not the store that was last used here"))
        #expect(
            verdict(0, [store()])
                == .outdated("it is an empty store, not the one that was last used here")
        )
        #expect(verdict(0, []) == .foreign("it is not the store that was last used here"))
    }
}
