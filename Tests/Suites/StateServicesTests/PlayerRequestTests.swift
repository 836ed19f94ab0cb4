// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@testable import StateServices

/// Requests to players: the decision as a value, and the calls.
@Suite struct PlayerRequestTests {
    private static let caller = Caller(connection: ConnectionID(9))
    private static let other = Caller(connection: ConnectionID(8))

    /// Two streams of one player, of which the older one alone can seek, and one of another player.
    private static func requests() -> PlayerRequests {
        var requests = PlayerRequests()
        requests.obey([.play, .seek], of: "mpv", on: ConnectionID(1))
        requests.obey([.play, .next], of: "mpv", on: ConnectionID(2))
        requests.obey([.stop], of: "vlc", on: ConnectionID(3))
        return requests
    }

    @Test(
        arguments: [
            ("mpv", .play, 2), ("mpv", .next, 2), ("mpv", .seek, 1), ("mpv", .stop, nil),
            ("vlc", .stop, 3), ("vlc", .play, nil), ("kodi", .play, nil),
        ] as [(String, RequestedAction, UInt64?)]
    )
    func `a request goes to the newest stream that accepts its action`(
        player: String,
        action: RequestedAction,
        stream: UInt64?
    ) {
        var requests = Self.requests()
        let sent = requests.ask(action, of: player, for: Self.caller, now: 0)
        #expect(sent?.stream == stream.map { ConnectionID($0) })
        #expect(requests.actions(of: player).contains(action) == (stream != nil))
        #expect(requests.deadline == (stream == nil ? nil : 2_000))
    }

    @Test func `a request ends once: with its reply, its timeout or the end of its stream`() {
        var requests = Self.requests()
        let first = requests.ask(.play, of: "mpv", for: Self.caller, now: 0)?.number ?? 0
        let second = requests.ask(.seek, of: "mpv", for: Self.caller, now: 100)?.number ?? 0
        _ = requests.ask(.play, of: "mpv", for: Self.caller, now: 200)
        #expect(requests.answered(second)?.caller == Self.caller)
        #expect(requests.answered(second) == nil)
        #expect(requests.late(now: 1_999).isEmpty)
        let late = requests.late(now: 2_000)
        #expect(late.map(\.caller) == [Self.caller])
        #expect(late.map(\.player) == ["mpv"])
        #expect(requests.answered(first) == nil)
        #expect(requests.deadline == 2_200)
        let closed = requests.closed(ConnectionID(2))
        #expect(closed?.player == "mpv")
        #expect(closed?.requests.map(\.caller) == [Self.caller])
        #expect(requests.deadline == nil)
        // The next daemon gives other numbers.
        var next = Self.requests()
        let number = next.ask(.play, of: "mpv", for: Self.caller, now: 300)?.number ?? 0
        #expect(number > second)
        // The older stream obeys again.
        #expect(requests.actions(of: "mpv") == [.play, .seek])
        #expect(requests.closed(ConnectionID(2)) == nil)
    }

    @Test func `a disconnected caller stops waiting, and no other caller gets its reply`() {
        var requests = Self.requests()
        let mine = requests.ask(.play, of: "mpv", for: Self.caller, now: 0)?.number ?? 0
        let theirs = requests.ask(.play, of: "mpv", for: Self.other, now: 0)?.number ?? 0
        #expect(requests.closed(Self.caller.connection) == nil)
        #expect(requests.answered(mine) == nil)
        #expect(requests.answered(theirs)?.caller == Self.other)
    }

    @Test func `a stream that has not answered is asked only if there is no other`() {
        var requests = Self.requests()
        func ask(_ action: RequestedAction, now: Int) -> ConnectionID? {
            requests.ask(action, of: "mpv", for: Self.caller, now: now)?.stream
        }
        #expect(ask(.play, now: 0) == ConnectionID(2))
        #expect(requests.late(now: 2_000).count == 1)
        #expect(ask(.play, now: 2_000) == ConnectionID(1))
        #expect(ask(.next, now: 2_000) == ConnectionID(2))
        #expect(requests.late(now: 3_999).isEmpty)
        #expect(ask(.play, now: 3_999) == ConnectionID(1))
    }

    // MARK: The calls

    private func obey(
        _ client: Client,
        _ player: String = "mpv",
        _ actions: [RequestedAction] = RequestedAction.allCases
    ) {
        client.send(Session.Obey.self, .init(player: player, actions: actions), more: true)
    }

    private func request(
        _ client: Client,
        _ action: RequestedAction = .pause,
        position: Double? = nil,
        offset: Double? = nil
    ) -> CallDisposition {
        client.send(
            Session.Request.self,
            .init(player: "mpv", action: action, position: position, offset: offset)
        )
    }

    private func error(of client: Client) throws -> StateError? {
        let reply = try #require(try client.replies().first)
        return reply.error.map { StateError(name: $0, parameters: reply.parameters) }
    }

    @Test func `a request reaches one surface, and the surface's reply reaches the caller`() throws
    {
        let harness = try ServicesHarness()
        let (old, new, caller) = (harness.connect(), harness.connect(), harness.connect())
        obey(old)
        obey(new)
        #expect(request(caller, .seek, offset: -10) == .wait)
        #expect(try old.replies().isEmpty)
        let message = try #require(try new.replies().first)
        let sent = try Session.Obey.Reply(json: message.parameters)
        #expect(message.continues)
        #expect(sent.action == .seek && sent.offset == -10 && sent.position == nil)
        #expect(try caller.replies().isEmpty)
        let surface = harness.connect()
        _ = try surface.call(
            Session.AnswerRequest.self,
            .init(request: sent.request, playing: true, position: 50)
        )
        let reply = try #require(try caller.replies().first)
        #expect(
            try Session.Request.Reply(json: reply.parameters) == .init(playing: true, position: 50)
        )
        #expect(harness.transport.proceeded[caller.id] == 1)
        // A second answer is too late.
        _ = try surface.call(Session.AnswerRequest.self, .init(request: sent.request))
        #expect(try caller.replies().isEmpty)
    }

    /// Sends a request, and returns its number.
    private func ask(_ caller: Client, _ surface: Client) throws -> Int {
        _ = request(caller)
        let message = try #require(try surface.replies().first)
        return try Session.Obey.Reply(json: message.parameters).request
    }

    @Test(arguments: [(-0.02, nil), (0, 0), (1e9, 1e9), (1.8e10, nil)] as [(Double, Double?)])
    func `an invalid position in a reply is omitted`(position: Double, passedOn: Double?) throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface)
        let number = try ask(caller, surface)
        _ = try harness.connect().call(
            Session.AnswerRequest.self,
            .init(request: number, playing: false, position: position)
        )
        let reply = try #require(try caller.replies().first)
        #expect(
            try Session.Request.Reply(json: reply.parameters)
                == .init(playing: false, position: passedOn)
        )
    }

    @Test
    func `a player that opens items is asked to play what a call or the queue made current`() throws
    {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface, "mpv", [.open])
        func opened() throws -> [String?] {
            try surface.replies().map { try Session.Obey.Reply(json: $0.parameters).item }
        }
        try caller.save("a", 100, .playing)
        let now = try caller.call(Session.PlayNow.self, .init(player: "mpv", item: "b"))
        #expect(now.queue == ["a"])
        #expect(try opened() == ["b"])
        try caller.save("b", 300, .playing, duration: 600)
        try caller.save("b", 600, .finished, duration: 600)
        #expect(try opened() == ["a"])
        _ = try caller.enqueue(["c"])
        // A late report of an end is not news.
        harness.pass(1_000)
        try caller.save("a", 600, .finished, duration: 600, at: harness.now - 1)
        #expect(try opened().isEmpty)
        _ = try caller.enqueue(["c"])
        _ = try caller.call(Session.Skip.self, .init(player: "mpv"))
        _ = try caller.call(Session.Skip.self, .init(player: "mpv"))
        #expect(try opened() == ["c"])
        // Another player obeys nothing.
        _ = try caller.call(Session.PlayNow.self, .init(player: "vlc", item: "d"))
        #expect(try opened().isEmpty)
    }

    private func requests(to surface: Client) throws -> [Session.Obey.Reply] {
        try surface.replies().map { try Session.Obey.Reply(json: $0.parameters) }
    }

    @Test func `a player that cannot open an item raises an alert, and its queue continues`() throws
    {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface, "mpv", [.open])
        _ = try caller.enqueue(["gone", "b", "c"])
        _ = try caller.call(Session.Skip.self, .init(player: "mpv"))
        func refuse(_ request: Session.Obey.Reply) throws {
            let refusal = "there is no such file"
            _ = try harness.connect()
                .call(
                    Session.AnswerRequest.self,
                    .init(request: request.request, refusal: refusal)
                )
        }
        try refuse(try #require(try requests(to: surface).last))
        let alert = try #require(try caller.alerts().first)
        #expect(alert.kind == .streamFailed && alert.item == "gone" && alert.player == "mpv")
        #expect(alert.message.contains("there is no such file"))
        let next = try #require(try requests(to: surface).last)
        #expect(next.action == .open && next.item == "b")
        #expect(try caller.players().first?.queue == ["c"])
        // A late answer changes nothing.
        harness.pass(2_000)
        try refuse(next)
        #expect(try requests(to: surface).isEmpty && caller.alerts().count == 1)
    }

    @Test func `a skip without a queue stops the player`() throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface)
        try caller.save("a", 100, .playing)
        #expect(try caller.call(Session.Skip.self, .init(player: "mpv")).item == nil)
        #expect(try requests(to: surface).map(\.action) == [.stop])
    }

    @Test func `a paused item that is to be played continues`() throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface, "mpv", RequestedAction.controls)
        try caller.save("a", 100, .paused)
        _ = try caller.call(Session.PlayNow.self, .init(player: "mpv", item: "a"))
        #expect(try requests(to: surface).map(\.action) == [.play])
        _ = try caller.call(Session.PlayNow.self, .init(player: "mpv", item: "b"))
        #expect(try requests(to: surface).isEmpty)
    }

    @Test func `a request to open needs an item, and no other request takes one`() throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface)
        for (action, item) in [(.open, nil), (.pause, "a"), (.open, "")]
            as [(RequestedAction, String?)]
        {
            let parameters = Session.Request.Parameters(player: "mpv", action: action, item: item)
            caller.send(Session.Request.self, parameters)
            let isInvalid = if case .invalidValue? = try error(of: caller) { true } else { false }
            #expect(isInvalid)
        }
        #expect(try surface.replies().isEmpty)
        caller.send(Session.Request.self, .init(player: "mpv", action: .open, item: "a"))
        let message = try #require(try surface.replies().first)
        #expect(try Session.Obey.Reply(json: message.parameters).item == "a")
    }

    @Test func `a refusal with a long text is shortened`() throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface)
        let number = try ask(caller, surface)
        let refusal = String(repeating: "é", count: 5_000)
        _ = try harness.connect().call(
            Session.AnswerRequest.self,
            .init(request: number, refusal: refusal)
        )
        let reason = String(repeating: "é", count: 2_048)
        #expect(try error(of: caller) == .requestRefused(player: "mpv", reason: reason))
    }

    @Test
    func `the surface's reply may be a oneway call, which the daemon does not answer`() throws {
        let harness = try ServicesHarness()
        let (surface, caller, other) = (harness.connect(), harness.connect(), harness.connect())
        obey(surface)
        let number = try ask(caller, surface)
        other.send(Session.AnswerRequest.self, .init(request: number, playing: true), oneway: true)
        let reply = try #require(try caller.replies().first)
        #expect(try Session.Request.Reply(json: reply.parameters) == .init(playing: true))
        #expect(try other.replies().isEmpty)
        #expect(harness.transport.proceeded[other.id] == 1)
    }

    @Test func `a commit that fails loses neither the request nor the stream`() throws {
        let harness = try ServicesHarness()
        let (surface, caller, player) = (harness.connect(), harness.connect(), harness.connect())
        obey(surface)
        try harness.refuseRows()
        player.handSave("film", 1)
        let number = try ask(caller, surface)
        #expect(try player.replies().first?.error == "io.stated.Service.StorageUnavailable")
        // A store that takes no rows does not stop the player.
        _ = try harness.connect().call(Session.AnswerRequest.self, .init(request: number))
        #expect(try #require(try caller.replies().first).error == nil)
        _ = try ask(caller, surface)
    }

    @Test func `a caller learns of a refusal, a timeout or the loss of the surface`() throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        _ = request(caller)
        #expect(try error(of: caller) == .notObeyed(player: "mpv"))
        obey(surface)
        _ = request(caller)
        let number = try Session.Obey.Reply(json: surface.replies()[0].parameters).request
        _ = try harness.connect().call(
            Session.AnswerRequest.self,
            .init(request: number, refusal: "no")
        )
        #expect(try error(of: caller) == .requestRefused(player: "mpv", reason: "no"))
        _ = request(caller)
        harness.pass(1_999)
        #expect(try caller.replies().isEmpty)
        harness.pass(1)
        #expect(
            try error(of: caller)
                == .requestRefused(player: "mpv", reason: "it does not answer")
        )
        _ = request(caller)
        harness.services.closed(surface.id)
        harness.services.endTurn()
        #expect(try error(of: caller) == .notObeyed(player: "mpv"))
    }

    @Test func `a clock step neither shortens nor extends a request's timeout`() throws {
        for step in [-3_600_000, 3_600_000] {
            let harness = try ServicesHarness()
            let (surface, caller) = (harness.connect(), harness.connect())
            obey(surface)
            _ = request(caller)
            harness.clocks.stepWall(step, synchronised: true)
            harness.wake(after: 1_000)
            #expect(try caller.replies().isEmpty)
            harness.pass(1_000)
            #expect(
                try error(of: caller)
                    == .requestRefused(player: "mpv", reason: "it does not answer")
            )
        }
    }

    @Test(
        arguments: [
            (.seek, nil, nil, "action"), (.seek, 5, 5, "action"), (.pause, 5, nil, "action"),
            (.next, nil, 5, "action"), (.seek, -1, nil, "position"),
            (.seek, 1e300, nil, "position"),
            (.seek, nil, -2e9, "offset"), (.seek, nil, 1e300, "offset"),
            // JSON has no such number: null is absent.
            (.seek, .nan, nil, "action"), (.seek, nil, .nan, "action"),
        ] as [(RequestedAction, Double?, Double?, String)]
    )
    func `a request with an invalid target is refused before it reaches the player`(
        action: RequestedAction,
        position: Double?,
        offset: Double?,
        parameter: String
    ) throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface)
        _ = request(caller, action, position: position, offset: offset)
        guard case .invalidValue(parameter, _) = try error(of: caller) else { throw NoReply() }
        #expect(try surface.replies().isEmpty)
    }

    @Test
    func `a list of players shows which requests each accepts, and streams report changes`()
        throws
    {
        let harness = try ServicesHarness()
        let (surface, watcher) = (harness.connect(), harness.connect())
        try harness.connect().attach()
        watcher.subscribe()
        _ = try watcher.received()
        obey(surface, "mpv", [.stop, .play, .play])
        let told = try watcher.received().flatMap(\.changes).compactMap(\.about)
        guard case .player(let player)? = told.first else { throw NoReply() }
        #expect(player.obeys == [.play, .stop])
        harness.services.closed(surface.id)
        harness.services.endTurn()
        let list = try harness.connect().call(Session.ListPlayers.self, .init())
        #expect(list.players.map(\.obeys) == [[]])
        #expect(try watcher.received().flatMap(\.changes).count == 1)
    }

    @Test
    func `a stream of requests counts towards the limit on streams and needs an action`() throws {
        let harness = try ServicesHarness { $0.streamsPerUser = 1 }
        let (first, second) = (harness.connect(), harness.connect())
        obey(first)
        obey(second)
        #expect(try error(of: second) == .quotaExceeded(limit: "streams-per-uid", value: 1))
        // It is not a subscriber.
        #expect(try second.call(Service.GetHealth.self, .init()).health.subscribers == 0)
        let metrics = try second.call(Service.GetMetrics.self, .init()).text
        #expect(metrics.contains("stated_subscribers 0\n"))
        harness.services.closed(first.id)
        obey(second, "mpv", [])
        guard case .invalidValue("actions", _) = try error(of: second) else { throw NoReply() }
    }

    @Test func `requests end when another store takes the store's place`() throws {
        let harness = try ServicesHarness()
        let (surface, caller) = (harness.connect(), harness.connect())
        obey(surface)
        _ = request(caller)
        _ = try #require(harness.services.tenants[1]).retire()
        let refusal = StateError.notObeyed(player: "mpv").message.dropLast()
        #expect(harness.transport.take(caller.id) == [Array(refusal)])
        #expect(harness.transport.closed.contains(surface.id))
    }
}
