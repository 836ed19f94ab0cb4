// SPDX-License-Identifier: Apache-2.0
import StateConfiguration
import StateDaemon
import Testing

/// A machine's sleep and shutdown, as a transcript of what happened and what came of it.
@Suite struct InhibitionTests {
    /// Decisions of a daemon that holds an inhibitor of the logind `:1.2`.
    private func holding() -> Inhibition {
        var inhibition = Inhibition()
        _ = inhibition.event(.owner(":1.2"))
        _ = inhibition.event(.granted)
        return inhibition
    }

    @Test func `an inhibitor is taken where there is a logind`() {
        var inhibition = Inhibition()
        #expect(inhibition.event(.owner(":1.2")) == [.inhibit])
        #expect(inhibition.event(.granted) == [.tell(.watched)])
    }

    @Test func `all ticks are stored before the inhibitor is released`() {
        var inhibition = holding()
        #expect(inhibition.event(.preparing(from: ":1.2", begins: true)) == [.store, .release])
        #expect(inhibition.event(.preparing(from: ":1.2", begins: false)) == [.wake, .inhibit])
        #expect(inhibition.event(.granted) == [])
        #expect(inhibition.event(.preparing(from: ":1.2", begins: true)) == [.store, .release])
    }

    @Test func `a shutdown that follows a sleep stores again, and has nothing to let go`() {
        var inhibition = holding()
        _ = inhibition.event(.preparing(from: ":1.2", begins: true))
        #expect(inhibition.event(.preparing(from: ":1.2", begins: true)) == [.store])
    }

    @Test func `a wake-up without an announced sleep is handled`() {
        var inhibition = holding()
        #expect(inhibition.event(.preparing(from: ":1.2", begins: false)) == [.wake])
    }

    @Test func `a refusal is said once, and what can be done without is done`() {
        var inhibition = Inhibition()
        _ = inhibition.event(.owner(":1.2"))
        #expect(inhibition.event(.refused("no")) == [.tell(.undelayed(reason: "no"))])
        #expect(inhibition.event(.preparing(from: ":1.2", begins: true)) == [.store])
        #expect(inhibition.event(.preparing(from: ":1.2", begins: false)) == [.wake, .inhibit])
        #expect(inhibition.event(.refused("still no")) == [])
        _ = inhibition.event(.preparing(from: ":1.2", begins: true))
        _ = inhibition.event(.preparing(from: ":1.2", begins: false))
        #expect(inhibition.event(.granted) == [.tell(.watched)])
    }

    @Test func `a restarted logind is asked for a new inhibitor`() {
        var inhibition = holding()
        let gone = Inhibition.Word.unwatched(reason: "there is no logind on the system bus")
        #expect(inhibition.event(.owner(nil)) == [.release, .tell(gone)])
        #expect(inhibition.event(.preparing(from: ":1.2", begins: true)) == [])
        #expect(inhibition.event(.owner(":1.9")) == [.inhibit])
        #expect(inhibition.event(.granted) == [.tell(.watched)])
        #expect(inhibition.event(.preparing(from: ":1.2", begins: true)) == [])
        #expect(inhibition.event(.preparing(from: ":1.9", begins: true)) == [.store, .release])
    }

    @Test func `a name that changes hands is a new logind, the same hands are not`() {
        var inhibition = holding()
        #expect(inhibition.event(.owner(":1.2")) == [])
        #expect(inhibition.event(.owner(":1.9")) == [.release, .inhibit])
    }

    @Test func `signals of other services are ignored`() {
        var inhibition = holding()
        #expect(inhibition.event(.preparing(from: ":1.7", begins: true)) == [])
        #expect(inhibition.event(.preparing(from: nil, begins: true)) == [])
    }

    @Test func `without a bus there is one line, and nothing is tried again`() {
        var inhibition = Inhibition()
        #expect(inhibition.event(.lost("no bus")) == [.tell(.unwatched(reason: "no bus"))])
    }

    @Test func `without a logind on the bus there is one line, too`() {
        var inhibition = Inhibition()
        let none = Inhibition.Word.unwatched(reason: "there is no logind on the system bus")
        #expect(inhibition.event(.owner(nil)) == [.tell(none)])
        #expect(inhibition.event(.owner(nil)) == [])
        #expect(inhibition.event(.owner(":1.2")) == [.inhibit])
    }

    @Test func `a bus that went away is tried again, ever less often, and without a word`() {
        var inhibition = holding()
        #expect(
            inhibition.event(.lost("reset"))
                == [.release, .tell(.unwatched(reason: "reset")), .reconnect(after: 1_000)]
        )
        let pauses = (0..<7).map { _ in inhibition.event(.lost("refused")) }
        #expect(
            pauses
                == [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000].map {
                    [.reconnect(after: $0)]
                }
        )
        #expect(inhibition.event(.owner(":1.2")) == [.inhibit])
        #expect(inhibition.event(.granted) == [.tell(.watched)])
        #expect(inhibition.event(.lost("reset")).last == .reconnect(after: 1_000))
    }
}
