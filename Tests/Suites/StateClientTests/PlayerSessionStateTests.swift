// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateClient

/// The states of a session, as transcripts: changes in, states out.
@Suite struct PlayerSessionStateTests {
    private func point(_ item: String, _ position: Double, _ status: Status = .paused) -> Change {
        let point = ResumePoint(
            item: item,
            player: "p",
            status: status,
            position: position,
            duration: nil,
            title: nil,
            device: "d",
            at: 1,
            expiresAt: 2,
            revision: 1
        )
        return Change(kind: .saved, revision: 1, item: item, player: "p", point: point)
    }

    private func gone(_ item: String, _ kind: ChangeKind) -> Change {
        Change(kind: kind, revision: 1, item: item, player: "p")
    }

    private func tick(_ item: String, _ position: Double, at: Timestamp? = nil) -> Change {
        let snapshot = Snapshot(
            item: item,
            player: "p",
            status: .playing,
            position: position,
            at: at
        )
        return Change(kind: .observed, revision: 1, item: item, player: "p", snapshot: snapshot)
    }

    private func player(_ item: String?, _ queue: [String] = [], surfaces: Int = 1) -> Change {
        let player = Player(
            player: "p",
            item: item,
            playing: false,
            phase: .foreground,
            surfaces: surfaces,
            queue: queue,
            revision: 1
        )
        return Change(kind: .player, revision: 1, player: "p", about: .player(player))
    }

    private func alert(_ id: AlertID, _ state: AlertState) -> Change {
        let alert = Alert(
            id: id,
            kind: .streamFailed,
            state: state,
            player: "p",
            item: "a",
            title: "t",
            message: "m",
            retryable: true,
            position: nil,
            raisedAt: 1
        )
        return Change(kind: .alert, revision: 1, player: "p", about: .alert(alert))
    }

    /// A state in one line.
    private func line(_ state: PlayerSession.State) -> String {
        let place = state.status.map { " \($0.rawValue) \(state.position ?? -1)" } ?? ""
        let live = state.snapshot == nil ? "" : " live"
        let queue = state.player.queue.isEmpty ? "" : " then \(state.player.queue.joined())"
        let alerts = state.alerts.map { " \($0.state.rawValue) \($0.id.rawValue)" }.joined()
        let on = state.player.surfaces == 1 ? "" : " on \(state.player.surfaces)"
        return (state.isConnected ? "" : "away: ")
            + "\(state.player.item ?? "nothing")\(place)\(live)\(queue)\(alerts)\(on)"
    }

    /// A machine to which the current state was delivered, and that state.
    private func connected(_ changes: [Change]) -> (PlayerSessionStateMachine, [String]) {
        var machine = PlayerSessionStateMachine(player: "p")
        machine.subscribed(isNew: true)
        let states =
            machine.delivered(changes, isReady: false) + machine.delivered([], isReady: true)
        return (machine, states.map(line))
    }

    @Test func `the current state is delivered as one state`() {
        let (_, states) = connected(
            [point("a", 5), point("b", 7), player("b", ["c", "d"]), alert(2, .raised)]
        )
        #expect(states == ["b paused 7.0 then cd raised 2"])
    }

    @Test func `a change produces at most one state`() {
        var (machine, states) = connected([point("a", 5), point("b", 7), player("a", ["b"])])
        for (changes, expected) in [
            ([tick("a", 6)], ["a playing 6.0 live then b"]),
            ([tick("a", 6)], []),
            // An observation of another item is not that of the current one.
            ([tick("b", 9), point("b", 9)], []),
            (
                [point("a", 8, .playing), tick("a", 9)],
                ["a playing 8.0 then b", "a playing 9.0 live then b"]
            ),
            ([player("a", ["b"], surfaces: 2)], ["a playing 9.0 live then b on 2"]),
            ([gone("a", .cleared), player("b")], ["a then b on 2", "b paused 9.0"]),
            ([gone("b", .expired)], ["b"]),
            ([player(nil)], ["nothing"]),
            ([player("b")], ["b"]),
            ([alert(2, .raised)], ["b raised 2"]),
            ([alert(1, .raised)], ["b raised 1 raised 2"]),
            ([alert(2, .retrying)], ["b raised 1 retrying 2"]),
            ([alert(1, .dismissed), alert(1, .dismissed)], ["b retrying 2"]),
        ] as [([Change], [String])] {
            states = machine.delivered(changes, isReady: true).map(line)
            #expect(states == expected)
        }
    }

    @Test func `an observation that arrives late does not replace a newer position`() {
        var (machine, _) = connected([point("a", 5), player("a")])
        for (time, position, expected) in [
            (0, 1, []), (1, 6, ["a playing 6.0 live"]), (9, 7, ["a playing 7.0 live"]), (8, 2, []),
            (nil, 8, ["a playing 8.0 live"]),
        ] as [(Timestamp?, Double, [String])] {
            let change = tick("a", position, at: time)
            #expect(machine.delivered([change], isReady: true).map(line) == expected)
        }
    }

    @Test func `a lost connection keeps the state, and missed changes follow one after another`() {
        var (machine, _) = connected([point("a", 5), player("a")])
        #expect(machine.detached().map(line) == ["away: a paused 5.0"])
        #expect(machine.detached().isEmpty)
        machine.subscribed(isNew: false)
        #expect(
            machine.delivered([point("a", 6), point("a", 7)], isReady: true).map(line)
                == ["away: a paused 6.0", "away: a paused 7.0", "a paused 7.0"]
        )
    }

    @Test func `the state of another store replaces the previous state in one step`() {
        var (machine, _) = connected([point("a", 5), player("a", ["b"]), alert(1, .raised)])
        machine.subscribed(isNew: true)
        #expect(machine.delivered([player("c")], isReady: false).isEmpty)
        // The connection is lost before the new state is complete.
        #expect(machine.detached().map(line) == ["away: a paused 5.0 then b raised 1"])
        machine.subscribed(isNew: false)
        #expect(machine.delivered([player("c")], isReady: true).map(line) == ["c"])
    }
}
