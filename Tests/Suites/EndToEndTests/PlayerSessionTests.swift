// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import StateClient

/// Sessions of one player, with a real daemon.
@Suite(.timeLimit(.minutes(10))) struct PlayerSessionTests {
    /// A reader of a session's states.
    private struct Reader {
        /// The states that arrived.
        private(set) var seen: [PlayerSession.State] = []
        private var iterator: AsyncStream<PlayerSession.State>.Iterator

        init(_ session: PlayerSession) { iterator = session.states.makeAsyncIterator() }

        /// Reads up to a state that fits, and returns it.
        @discardableResult
        mutating func until(
            _ fits: (PlayerSession.State) -> Bool
        ) async throws -> PlayerSession.State {
            while true {
                let next = await iterator.next(isolation: #isolation)
                let state = try #require(next)
                seen.append(state)
                if fits(state) { return state }
            }
        }
    }

    private func snapshot(
        _ item: String,
        _ status: Status,
        _ position: Double,
        duration: Double? = nil
    ) -> Snapshot {
        Snapshot(item: item, player: "", status: status, position: position, duration: duration)
    }

    /// Returns the states that changes lead to, which a program in another process received.
    private func states(
        after standing: [JSONValue],
        _ changes: [JSONValue]
    ) throws -> [PlayerSession.State] {
        func read(_ changes: [JSONValue]) throws -> [Change] {
            try changes.map { change in
                var writer = JSONWriter()
                writer.value(change)
                return try Change(json: writer.bytes)
            }
        }
        var machine = PlayerSessionStateMachine(player: "app")
        machine.subscribed(isNew: true)
        _ = machine.delivered(try read(standing), isReady: true)
        return machine.delivered(try read(changes), isReady: true)
    }

    @Test func `all surfaces receive the same states, and a killed daemon loses no report`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        let client = StateClient(socket: daemon.socket)
        let mini = try PlayerSession(player: "app", client: client)
        let full = try PlayerSession(player: "app", obeys: [.pause], client: client)
        var (ours, theirs) = (Reader(mini), Reader(full))
        try await ours.until { $0.player.surfaces == 2 && $0.player.obeys == [.pause] }
        let other = try SurfaceProcess(of: "app", daemon: daemon)
        try await ours.until { $0.player.surfaces == 3 }
        try await theirs.until { $0.player.surfaces == 3 }
        let joined = (ours: ours.seen.count, theirs: theirs.seen.count)

        try mini.report(snapshot("a", .playing, 10))
        try await theirs.until { $0.point?.position == 10 && $0.player.item == "a" }
        try await full.enqueue(["b", "c"])
        try await full.playNow("c")
        #expect(try await theirs.until { $0.player.item == "c" }.player.queue == ["a", "b"])
        try mini.report(snapshot("c", .failed, 44))
        let alert = try #require(try await theirs.until { !$0.alerts.isEmpty }.alerts.first)
        try await full.retry(alert)
        try await theirs.until { $0.alerts.first?.state == .retrying }
        try await full.dismiss(alert)
        try await full.next()
        try await theirs.until { $0.player.item == "a" && $0.position == 10 }
        try mini.report(snapshot("a", .playing, 12))
        try mini.report(snapshot("a", .playing, 13))
        try await theirs.until { $0.position == 13 }
        try await ours.until { $0.position == 13 }
        let changes = try other.until { $0.at("snapshot.position") == .double(13) }
        let states = try self.states(after: other.standing, changes)
        #expect(states == Array(ours.seen[joined.ours...]))
        #expect(states == Array(theirs.seen[joined.theirs...]))

        // The daemon has not stored the tick yet.
        try daemon.kill()
        try await ours.until { !$0.isConnected }
        try await theirs.until { !$0.isConnected }
        try full.report(snapshot("b", .paused, 20))
        try full.reportUnavailable("c", reason: "the disk is away")
        try daemon.start()
        func isRestored(_ state: PlayerSession.State) -> Bool {
            state.isConnected && state.player.surfaces == 2 && state.alerts.count == 1
        }
        try await ours.until(isRestored)
        try await theirs.until(isRestored)
        #expect(await mini.close() == 0)
        #expect(await full.close() == 0)
        #expect(try await client.get("a").position == 13)
        #expect(try await client.get("b").position == 20)
        #expect(try await client.alerts().map(\.kind) == [.itemUnavailable])
        for item in ["a", "b"] { #expect(try await client.history(item).isEmpty, "\(item)") }
    }

    @Test func `a player session controls the player that a bridge follows`() async throws {
        let daemon = try DaemonProcess.running()
        let talk = daemon.directory.file("talk.ogg")
        try Media.tone(talk, seconds: 90)
        let session = try PlayerSession(
            player: "mpv",
            phase: .background,
            client: StateClient(socket: daemon.socket)
        )
        var reader = Reader(session)
        try await reader.until { $0.player.surfaces == 1 && $0.player.phase == .background }
        let player = try DaemonProgram(
            [try DaemonProcess.executable("statectl"), "play"] + PlayerProcess.options
                + ["--start=5", talk],
            environment: try PlayerProcess.environment(daemon.directory, daemon.socket),
            output: daemon.directory.file("player.log")
        )
        try await reader.until { $0.status == .playing && $0.player.obeys.contains(.pause) }
        #expect(try await session.client.request(.pause, on: "mpv").isPlaying == false)
        let paused = try await reader.until { $0.status == .paused && $0.snapshot == nil }
        #expect(paused.player.item == talk && paused.position ?? 0 > 4)
        await #expect(throws: StateClientError.self) { try await session.previous() }
        player.signal(SIGTERM)
        _ = try player.waitForExit()
        try await reader.until { $0.player.surfaces == 1 && $0.player.obeys.isEmpty }
        #expect(await session.close() == 0)
    }
}
