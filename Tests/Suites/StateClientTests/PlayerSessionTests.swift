// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@testable import StateClient

@Suite(.timeLimit(.minutes(1))) struct PlayerSessionTests {
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
        default: [Session.SetPhase.answer(NoMembers())]
        }
    }

    @Test func `a session attaches, describes its player and accepts requests`() async throws {
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

    @Test func `a closed session sends no further states and reports what it could not store`()
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

    @Test func `a report that the daemon would refuse is refused immediately`() async throws {
        try await withTemporaryDirectory { directory in
            let client = StateClient(socket: "\(directory)/s")
            #expect(throws: StateClientError.self) {
                try PlayerSession(player: "a b", client: client)
            }
            let session = try PlayerSession(player: "p", client: client)
            for (item, position) in [("", 5), ("a", -1), ("a", .nan)] as [(String, Double)] {
                #expect(throws: StateClientError.self) {
                    try session.report(
                        Snapshot(item: item, player: "p", status: .paused, position: position)
                    )
                }
            }
            #expect(await session.close() == 0)
        }
    }
}
