// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `Steps in pieces` {
    private struct OtherResult: Error {}

    private var random = SyncRandom(seed: 13)
    private let origin = Origin(device: 1, incarnation: 1)

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &random)
    }

    private func pieces(_ step: StoreStep, of records: Int = .max) -> [StoreStep] {
        var pieces = StepPieces(step, SyncSettings(), records: records)
        var all: [StoreStep] = []
        while let piece = pieces.next() { all.append(piece) }
        return all
    }

    private func outcomes(_ numbers: ClosedRange<Int>) -> [Operation: PushOutcome] {
        let operations = numbers.map { Operation(origin: origin, number: $0) }
        let outcome = PushOutcome.stored(tag: nil, durable: true)
        return Dictionary(uniqueKeysWithValues: operations.map { ($0, outcome) })
    }

    @Test func `end in the order of the operations, and lease with the last`() {
        let step = StoreStep.settle(outcomes(1...5), seed: 7, leases: true)
        #expect(
            pieces(step, of: 2) == [
                .settle(outcomes(1...2), seed: 7, leases: false),
                .settle(outcomes(3...4), seed: 8, leases: false),
                .settle(outcomes(5...5), seed: 9, leases: true),
            ]
        )
        #expect(pieces(step, of: 5) == [step])
        #expect(pieces(step) == [step])
    }

    @Test func `are one for each other step, about fewer records to send`() {
        for step in [StoreStep.lease, .recover, .presence(seen: [:]), .survey] {
            #expect(pieces(step, of: 1) == [step])
        }
        let settings = StepPieces(.lease, SyncSettings(), records: 50).settings
        #expect(settings.pushRecords == 50)
        #expect(StepPieces(.lease, SyncSettings()).settings == SyncSettings())
    }

    @Test func `have one result`() {
        var former = StoreResult.Settled()
        (former.stored, former.conflicts, former.failed) = (1, 2, 3)
        var latter = StoreResult.Settled()
        (latter.stored, latter.conflicts, latter.failed) = (10, 20, 30)
        var sum = StoreResult.Settled()
        (sum.stored, sum.conflicts, sum.failed) = (11, 22, 33)
        var pieces = StepPieces(.lease, SyncSettings())
        #expect(pieces.result == nil)
        pieces.add(.settled(former))
        #expect(pieces.result == .settled(former))
        pieces.add(.settled(latter, next: []))
        #expect(pieces.result == .settled(sum, next: []))
    }

    /// Compares devices with the same entries in flight: one notes all outcomes at once, one in
    /// pieces, and one crashes in between, so that the rest goes again.
    @Test mutating func `leave what the whole step leaves, and nothing twice after a crash`() throws
    {
        for round in 0..<200 {
            let count = 1 + below(30)
            let outcomes = outcomes(count)
            let size = 1 + below(8)
            let step = StoreStep.settle(outcomes, seed: 5, leases: true)
            let whole = try device(with: count)
            let result = try perform(step, of: .max, on: whole)
            let divided = try device(with: count)
            guard case .settled(let sum, _)? = try perform(step, of: size, on: divided),
                case .settled(let expected, _)? = result
            else { throw OtherResult() }
            #expect(
                [sum.stored, sum.conflicts, sum.failed]
                    == [expected.stored, expected.conflicts, expected.failed],
                "round \(round)"
            )
            #expect(divided.disk.rows.keys == whole.disk.rows.keys)
            #expect(divided.backlog == whole.backlog)
            let crashed = try device(with: count)
            let pieces = (count + size - 1) / size
            try perform(step, of: size, on: crashed, until: below(pieces))
            _ = try StoreStep.recover.perform(on: crashed, settings: SyncSettings(), now: 20)
            let stored = outcomes.filter { $0.value != .permanent("no") }.mapValues { _ in
                PushOutcome.duplicate
            }
            let again = StoreStep.settle(stored, seed: 5, leases: false)
            try perform(again, of: .max, on: crashed)
            #expect(crashed.disk.rows.values.allSatisfy { stored[$0.record.operation] == nil })
        }
    }

    /// Returns the outcomes of the first operations of ``device(with:)``, some of them failures.
    private mutating func outcomes(_ count: Int) -> [Operation: PushOutcome] {
        var outcomes: [Operation: PushOutcome] = [:]
        for number in 1...count {
            let isStored = below(4) > 0
            outcomes[Operation(origin: origin, number: number)] =
                isStored ? .stored(tag: nil, durable: true) : .permanent("no")
        }
        return outcomes
    }

    /// Returns a device that has sent as many events and waits for the answer.
    private func device(with count: Int) throws -> MemoryStore {
        let store = MemoryStore(origin: origin, label: "attic")
        for number in 1...count { store.append("e\(number)", now: Timestamp(number)) }
        _ = try StoreStep.lease.perform(on: store, settings: SyncSettings(), now: 10)
        return store
    }

    @discardableResult
    private func perform(
        _ step: StoreStep,
        of records: Int,
        on store: MemoryStore,
        until end: Int = .max
    ) throws -> StoreResult? {
        var pieces = StepPieces(step, SyncSettings(), records: records)
        var count = 0
        while count < end, let piece = pieces.next() {
            count += 1
            pieces.add(try piece.perform(on: store, settings: pieces.settings, now: 15))
        }
        return pieces.result
    }
}
