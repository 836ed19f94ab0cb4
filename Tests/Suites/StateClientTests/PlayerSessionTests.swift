// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Glibc
import ModelTesting
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import StateClient

@Suite(.timeLimit(.minutes(10))) struct PlayerSessionTests {
    /// Answers the calls of a session; a stream of requests begins with a seek.
    private static func answers(to call: Call) -> [[UInt8]] {
        switch call.method {
        case Session.Attach.name:
            [Session.Attach.answer(.init(queue: [], autoplay: false, expired: false))]
        case Session.Obey.name:
            [Session.Obey.answer(.init(request: 7, action: .seek, offset: 10), continues: true)]
        case Playback.Subscribe.name:
            [
                Playback.Subscribe.answer(
                    .init(changes: [], ready: true, skipped: 0, token: "t"),
                    continues: true
                )
            ]
        case Playback.Save.name where !call.oneway:
            [Playback.Save.answer(.init(result: .init(outcome: .saved, reason: nil, revision: 1)))]
        case Playback.Save.name: []
        default: [Session.SetPhase.answer(NoMembers())]
        }
    }

    @Test func `a session attaches, describes its player and receives requests`() async throws {
        let (answered, answers) = AsyncStream.makeStream(of: [UInt8].self)
        try await withClient { call in
            if call.method == Session.AnswerRequest.name { answers.yield(call.parameters) }
            return Self.answers(to: call)
        } body: { client, daemon in
            let session = try PlayerSession(
                player: "p",
                label: "P",
                phase: .background,
                obeys: [.seek, .pause],
                client: client
            )
            let request = try #require(await session.requests.first { _ in true })
            #expect(request.action == .seek && request.offset == 10 && request.position == nil)
            request.done(isPlaying: true, position: 25)
            let answer = try #require(await answered.first { _ in true })
            #expect(
                try Session.AnswerRequest.Parameters(json: answer)
                    == .init(request: 7, playing: true, position: 25)
            )
            #expect(await session.close() == 0)
            let calls = try await daemon.calls()
            #expect(
                Set(calls.map(\.method)) == [
                    Session.Attach.name, Session.DescribePlayer.name, Session.SetPhase.name,
                    Session.Obey.name, Session.AnswerRequest.name, Playback.Subscribe.name,
                ]
            )
            let obey = try #require(calls.first { $0.method == Session.Obey.name })
            #expect(try Session.Obey.parameters(of: obey).actions == [.seek, .pause])
            let phase = try #require(calls.first { $0.method == Session.SetPhase.name })
            #expect(try Session.SetPhase.parameters(of: phase).phase == .background)
        }
    }

    @Test func `a closed session delivers no more states, and reports what was not stored`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let session = try PlayerSession(
                player: "p",
                client: StateClient(socket: "\(directory)/s")
            )
            try session.report(Snapshot(item: "a", player: "", status: .paused, position: 5))
            let states = session.states
            #expect(await session.close(within: .zero) == 1)
            #expect(await session.close() == 1)
            for states in [states, session.states] {
                var seen: [PlayerSession.State] = []
                for await state in states { seen.append(state) }
                #expect(seen == [PlayerSession.State(player: "p")])
            }
        }
    }

    @Test func `a session that closes stores its last tick, leaves, and accepts no more reports`()
        async throws
    {
        try await withClient(script: Self.answers) { client, daemon in
            let session = try PlayerSession(player: "p", client: client)
            let states = session.states
            _ = await states.first { $0.isConnected }
            for position in [1.0, 2.0] {
                try session.report(
                    Snapshot(item: "a", player: "", status: .playing, position: position)
                )
            }
            #expect(await session.close() == 0)
            let saves = try await daemon.calls().filter { $0.method == Playback.Save.name }
            let last = try #require(saves.last)
            #expect(try !last.oneway && Playback.Save.parameters(of: last).snapshot.position == 2)
            #expect(!session.state.isConnected)
            let snapshot = Snapshot(item: "a", player: "", status: .paused, position: 3)
            let error = StateClientError.unavailable(reason: "the session is closed")
            #expect(throws: error) { try session.report(snapshot) }
            #expect(throws: error) { try session.reportUnavailable("a") }
            #expect(await session.close() == 0)
        }
    }

    @Test
    func `requests wait for the next reader after one is cancelled, unless they are old`()
        async throws
    {
        let queue = RequestQueue()
        func put(_ number: Int, age: Int = -60_000) {
            let request = SurfaceRequest(number, .seek, position: Double(number))
            queue.put(.init(request) { _ in }, arrival: Clocks.elapsed - age)
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in queue.stream {} }
            group.cancelAll()
        }
        put(1)
        queue.clear()
        put(2, age: 2_001)
        put(3)
        #expect(await queue.stream.first { _ in true }?.position == 3)
        for number in 4...20 { put(number) }
        // Only 16 wait.
        #expect(await queue.stream.first { _ in true }?.position == 5)
        queue.finish()
        #expect(await queue.stream.first { _ in true } == nil)
    }

    @Test func `the connections of a closed session are closed`() async throws {
        try await withTemporaryDirectory { directory in
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
            let listener = socket(AF_UNIX, kind, 0)
            defer { close(listener) }
            #expect(withAddress(of: "\(directory)/s") { bind(listener, $0, $1) } == 0)
            #expect(listen(listener, 8) == 0)
            let client = StateClient(socket: "\(directory)/s")
            let session = try PlayerSession(player: "p", client: client)
            #expect(await session.close(within: .zero) == 0)
            var ends: [Int] = []
            var byte: UInt8 = 0
            while let connection = Optional(accept(listener, nil, nil)), connection >= 0 {
                var count = 1
                while count > 0 { count = recv(connection, &byte, 1, Int32(MSG_DONTWAIT)) }
                ends.append(count)
                close(connection)
            }
            // The end of each was received.
            #expect(ends == [0, 0, 0])
        }
    }

    @Test func `a report that the daemon would refuse is refused at once`() async throws {
        try await withTemporaryDirectory { directory in
            let client = StateClient(socket: "\(directory)/s")
            #expect(throws: StateClientError.self) {
                try PlayerSession(player: "a b", client: client)
            }
            for label in ["", String(repeating: "x", count: 257)] {
                #expect(throws: StateClientError.self) {
                    try PlayerSession(player: "p", label: label, client: client)
                }
            }
            let session = try PlayerSession(player: "p", client: client)
            for (item, position) in [("", 5), ("a", -1), ("a", .nan)] as [(String, Double)] {
                #expect(throws: StateClientError.self) {
                    try session.report(
                        Snapshot(item: item, player: "p", status: .paused, position: position)
                    )
                }
            }
            for item in ["", String(repeating: "x", count: 1_025)] {
                #expect(throws: StateClientError.self) { try session.reportUnavailable(item) }
            }
            #expect(await session.close() == 0)
        }
    }
}
