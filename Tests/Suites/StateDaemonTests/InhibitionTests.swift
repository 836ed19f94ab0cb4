// SPDX-License-Identifier: Apache-2.0
import StateConfiguration
import StateDaemon
import Testing

/// A machine's sleep and shutdown, as a transcript of what happened and what came of it.
@Suite struct InhibitionTests {
    /// Decisions of a daemon that holds the inhibitors of the logind `:1.2`.
    private func holding() -> Inhibition {
        var inhibition = Inhibition()
        _ = inhibition.event(.owner(":1.2"))
        _ = inhibition.event(.granted(.sleep))
        _ = inhibition.event(.granted(.shutdown))
        return inhibition
    }

    private let both: [Inhibition.Action] = [.inhibit(.sleep), .inhibit(.shutdown)]
    private let releases: [Inhibition.Action] = [.release(.sleep), .release(.shutdown)]

    private func begins(_ kind: Inhibition.Kind, by sender: String? = ":1.2") -> Inhibition.Event {
        .preparing(kind, from: sender, begins: true)
    }

    private func ends(_ kind: Inhibition.Kind) -> Inhibition.Event {
        .preparing(kind, from: ":1.2", begins: false)
    }

    @Test func `sleep and shutdown each have an inhibitor`() {
        var inhibition = Inhibition()
        #expect(inhibition.event(.owner(":1.2")) == both)
        #expect(inhibition.event(.granted(.sleep)) == [])
        #expect(inhibition.event(.granted(.shutdown)) == [.tell(.watched)])
    }

    @Test(arguments: Inhibition.Kind.allCases)
    func `before a sleep or shutdown, ticks are stored and the inhibitor for it is released`(
        kind: Inhibition.Kind
    ) {
        var inhibition = holding()
        #expect(inhibition.event(begins(kind)) == [.store, .release(kind)])
        #expect(inhibition.event(ends(kind)) == [.wake, .inhibit(kind)])
        #expect(inhibition.event(.granted(kind)) == [])
        #expect(inhibition.event(begins(kind)) == [.store, .release(kind)])
    }

    @Test func `a shutdown announced during a sleep stores again and releases its inhibitor`() {
        var inhibition = holding()
        _ = inhibition.event(begins(.sleep))
        #expect(inhibition.event(begins(.shutdown)) == [.store, .release(.shutdown)])
        #expect(inhibition.event(begins(.shutdown)) == [.store])
        #expect(inhibition.event(ends(.sleep)) == [.wake, .inhibit(.sleep)])
    }

    @Test func `expiry times are checked after a wake-up even if no sleep was announced`() {
        var inhibition = holding()
        #expect(inhibition.event(ends(.sleep)) == [.wake])
    }

    @Test func `a refused inhibitor is logged once and requested again later`() {
        var inhibition = Inhibition()
        _ = inhibition.event(.owner(":1.2"))
        #expect(
            inhibition.event(.refused(.sleep, "no"))
                == [.tell(.undelayed(reason: "sleep: no")), .retry(after: 5_000)]
        )
        #expect(inhibition.event(.refused(.shutdown, "no")) == [])
        #expect(inhibition.event(.due) == both)
        #expect(inhibition.event(.granted(.sleep)) == [])
        #expect(inhibition.event(.refused(.shutdown, "still no")) == [.retry(after: 10_000)])
        #expect(inhibition.event(.due) == [.inhibit(.shutdown)])
        #expect(inhibition.event(.granted(.shutdown)) == [.tell(.watched)])
        #expect(inhibition.event(.due) == [])
    }

    @Test func `the delay between requests doubles up to an hour, until an inhibitor is granted`() {
        var inhibition = holding()
        _ = inhibition.event(begins(.sleep))
        _ = inhibition.event(ends(.sleep))
        var pauses: [Int] = []
        for _ in 0..<12 {
            for case .retry(let pause) in inhibition.event(.refused(.sleep, "no")) {
                pauses.append(pause)
            }
            _ = inhibition.event(.due)
        }
        #expect(pauses == (0..<10).map { 5_000 << $0 } + [3_600_000, 3_600_000])
        _ = inhibition.event(.granted(.sleep))
        _ = inhibition.event(.refused(.sleep, "no"))
        _ = inhibition.event(.due)
        #expect(inhibition.event(.refused(.sleep, "no")) == [.retry(after: 10_000)])
    }

    @Test func `without an inhibitor, ticks are still stored and expiry times still checked`() {
        var inhibition = Inhibition()
        _ = inhibition.event(.owner(":1.2"))
        _ = inhibition.event(.refused(.sleep, "no"))
        _ = inhibition.event(.granted(.shutdown))
        #expect(inhibition.event(begins(.sleep)) == [.store])
        #expect(inhibition.event(.due) == [])
        #expect(inhibition.event(ends(.sleep)) == [.wake, .inhibit(.sleep)])
    }

    @Test func `a restarted logind is asked for new inhibitors`() {
        var inhibition = holding()
        let gone = Inhibition.Word.unwatched(reason: "there is no logind on the system bus")
        #expect(inhibition.event(.owner(nil)) == releases + [.tell(gone)])
        #expect(inhibition.event(begins(.sleep)) == [])
        #expect(inhibition.event(.owner(":1.9")) == both)
        _ = inhibition.event(.granted(.sleep))
        #expect(inhibition.event(.granted(.shutdown)) == [.tell(.watched)])
        #expect(inhibition.event(begins(.sleep)) == [])
        #expect(inhibition.event(begins(.sleep, by: ":1.9")) == [.store, .release(.sleep)])
    }

    @Test func `a logind replaced during sleep is asked for both inhibitors`() {
        var inhibition = holding()
        _ = inhibition.event(begins(.sleep))
        #expect(inhibition.event(.owner(":1.9")) == [.release(.shutdown)] + both)
    }

    @Test func `only a new owner of logind's bus name counts as a new logind`() {
        var inhibition = holding()
        #expect(inhibition.event(.owner(":1.2")) == [])
        #expect(inhibition.event(.owner(":1.9")) == releases + both)
    }

    @Test func `signals from other senders are ignored`() {
        var inhibition = holding()
        #expect(inhibition.event(begins(.sleep, by: ":1.7")) == [])
        #expect(inhibition.event(begins(.sleep, by: nil)) == [])
    }

    @Test func `a missing bus is logged, and not tried again`() {
        var inhibition = Inhibition()
        #expect(inhibition.event(.lost("no bus")) == [.tell(.unwatched(reason: "no bus"))])
    }

    @Test func `a missing logind is logged once`() {
        var inhibition = Inhibition()
        let none = Inhibition.Word.unwatched(reason: "there is no logind on the system bus")
        #expect(inhibition.event(.owner(nil)) == [.tell(none)])
        #expect(inhibition.event(.owner(nil)) == [])
        #expect(inhibition.event(.due) == [])
        #expect(inhibition.event(.owner(":1.2")) == both)
    }

    @Test func `the loss of the bus is logged once, and connecting is tried after growing delays`()
    {
        var inhibition = holding()
        #expect(
            inhibition.event(.lost("reset"))
                == releases + [.tell(.unwatched(reason: "reset")), .reconnect(after: 1_000)]
        )
        let pauses = (0..<7).map { _ in inhibition.event(.lost("refused")) }
        #expect(
            pauses
                == [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000].map {
                    [.reconnect(after: $0)]
                }
        )
        #expect(inhibition.event(.owner(":1.2")) == both)
        _ = inhibition.event(.granted(.sleep))
        #expect(inhibition.event(.granted(.shutdown)) == [.tell(.watched)])
        #expect(inhibition.event(.lost("reset")).last == .reconnect(after: 1_000))
    }
}
