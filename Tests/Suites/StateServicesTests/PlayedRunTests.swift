// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing

/// A part of a film's history.
enum PlayedEvent {
    /// A player reports each second that it plays, from one position to another, at a rate.
    case plays(Double, Double, rate: Double = 1, by: String = "mpv")
    /// A player reports once.
    case reports(Double, Status, Cause?, by: String = "mpv")
    /// A file with a point observed so many seconds ago is imported.
    case imports(Double, secondsAgo: Int)
    /// Nothing is heard for some seconds.
    case silence(Int)
    /// The point is cleared.
    case clears
    /// The newest older value is restored.
    case undoes
    /// The daemon is killed and started.
    case restarts

    /// The position of the film's beginning, in seconds; one before the first second is not stored.
    private static let origin = 10.0

    func happen(to harness: ServicesHarness) throws {
        let client = harness.connect()
        switch self {
        case .plays(let start, let end, let rate, let player):
            for position in stride(from: start, to: end, by: rate) {
                try report(position, .playing, .tick, by: player, to: client)
                harness.pass(Int(min(1, (end - position) / rate) * 1000))
            }
            try report(end, .paused, .pause, by: player, to: client)
        case .reports(let position, let status, let cause, let player):
            try report(position, status, cause, by: player, to: client)
        case .imports(let position, let seconds):
            try client.save("film", position, at: harness.now - seconds * 1000)
        case .silence(let seconds): harness.pass(seconds * 1000)
        case .clears: _ = try client.call(Playback.Clear.self, .init(item: "film"))
        case .undoes: _ = try client.call(Playback.Undo.self, .init(item: "film"))
        case .restarts: try harness.restart()
        }
    }

    private func report(
        _ position: Double,
        _ status: Status,
        _ cause: Cause?,
        by player: String,
        to client: Client
    ) throws {
        try client.save(
            "film",
            Self.origin + position,
            status,
            cause: cause,
            duration: Self.origin + 9_000,
            player: player
        )
    }
}

@Suite struct `Played runs` {
    /// Returns all runs, page by page.
    private func runs(
        _ harness: ServicesHarness,
        since: Int? = nil,
        limit: Int = 100
    ) throws -> [PlayedRun] {
        let client = harness.connect()
        var parameters = Playback.ListRuns.Parameters(since: since, limit: limit)
        var runs: [PlayedRun] = []
        var share = 0.0
        repeat {
            let page = try client.call(Playback.ListRuns.self, parameters)
            #expect(page.share > share || page.share == 1)
            share = page.share
            runs += page.runs
            parameters.cursor = page.cursor
        } while parameters.cursor != nil
        #expect(share == 1)
        return runs
    }

    private static let histories: [(String, [PlayedEvent], seconds: Double)] = [
        ("two and a half seconds from 9:01 on", [.plays(541, 543.5)], 2.5),
        ("more than twenty minutes in one go", [.plays(0, 1_300)], 1_300),
        (
            "a pause of an hour in the middle", [.plays(0, 60), .silence(3_600), .plays(60, 120)],
            120
        ),
        ("a jump ahead of an hour", [.plays(0, 60), .plays(3_660, 3_720)], 120),
        ("a small jump ahead", [.plays(0, 60), .plays(90, 120)], 90),
        ("a jump back", [.plays(600, 660), .plays(0, 60)], 120),
        (
            "one jump after the other while it plays",
            [.plays(0, 10), .plays(1_000, 1_010), .plays(2_000, 2_010), .plays(0, 10)], 40
        ),
        ("double speed", [.plays(0, 120, rate: 2)], 60),
        ("half speed: as much as was seen of it", [.plays(0, 60, rate: 0.5)], 60),
        ("one position saved by hand", [.reports(599, .paused, nil)], 0),
        (
            "positions saved by hand, as far apart as the time between them",
            [
                .reports(599, .paused, nil), .silence(60), .reports(659, .paused, nil),
                .silence(3_600), .reports(4_259, .paused, nil),
            ], 0
        ),
        (
            "an import, and one of a later place",
            [.imports(600, secondsAgo: 7_200), .imports(4_200, secondsAgo: 3_600)], 0
        ),
        (
            "a player that said that it plays, and was not heard of for an hour",
            [.reports(0, .playing, .tick), .silence(3_600), .reports(3_600, .playing, .tick)], 0
        ),
        (
            "two players that take turns",
            [.plays(0, 60), .plays(60, 120, by: "vlc"), .plays(120, 180)], 180
        ),
        (
            "two players, each of which is elsewhere",
            [
                .reports(0, .playing, .tick), .silence(60),
                .reports(60, .playing, .tick, by: "vlc"),
                .silence(60), .reports(120, .playing, .tick),
            ], 0
        ),
        ("a film that is over", [.plays(8_800, 8_990), .reports(9_000, .finished, .stop)], 190),
        ("a place that is cleared", [.plays(0, 60), .clears], 60),
        ("a place that is restored", [.plays(0, 60), .clears, .undoes], 60),
        ("a jump that is undone", [.plays(0, 60), .plays(3_000, 3_030), .undoes], 90),
        ("a daemon that is killed", [.plays(0, 60), .restarts, .plays(60, 90)], 90),
        (
            "a player that is killed while it plays",
            [
                .reports(0, .playing, .tick), .silence(1), .reports(1, .playing, .tick), .restarts,
                .silence(100), .reports(101, .playing, .tick),
            ], 1
        ),
        (
            "a place that expired, and another start",
            [.plays(0, 60), .silence(90_000), .plays(0, 60)],
            120
        ),
    ]

    @Test(arguments: histories)
    func `a played run is a time during which its player reported playback`(
        name: String,
        events: [PlayedEvent],
        seconds: Double
    ) throws {
        let harness = try ServicesHarness { $0.policy.ttlSeconds = 86_400 }
        for event in events { try event.happen(to: harness) }
        let sum = try runs(harness).reduce(0) { $0 + $1.seconds }
        #expect(abs(sum - seconds) < 0.01, "\(name)")
    }

    @Test func `a played run has the player, the title and the end of the run`() throws {
        let harness = try ServicesHarness()
        try PlayedEvent.plays(0, 60, by: "vlc").happen(to: harness)
        let end = harness.now
        harness.pass(5_000)
        let run = try #require(try runs(harness).first)
        #expect(run.item == "film" && run.player == "vlc" && run.at == end && run.seconds == 60)
        #expect(run.device == (try harness.connect().get("film").device))
        #expect(try runs(harness, since: end.rawValue).count == 1)
        #expect(try runs(harness, since: end.rawValue + 1).isEmpty)
    }

    @Test func `played runs are listed in pages that leave out unplayed items`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for number in 0..<1_000 {
            try client.save("item \(number)", 100, number.isMultiple(of: 100) ? .playing : .paused)
        }
        harness.pass(1_000)
        for number in stride(from: 0, to: 1_000, by: 100) {
            try client.save("item \(number)", 101, .paused, cause: .pause)
        }
        let all = (0..<10).map { "item \($0 * 100)" }
        for limit in [1, 3, 1_000] {
            #expect(try runs(harness, limit: limit).map(\.item) == all)
        }
        try harness.restart()
        #expect(try runs(harness, limit: 3).map(\.item) == all)
    }

    @Test(arguments: ["1", "1y2p0ij32e8e6", "1y2p0ij32e8e7"])
    func `a list of played runs is empty and complete if nothing follows its cursor`(
        cursor: String
    ) throws {
        let client = try ServicesHarness().connect()
        let reply = try client.call(Playback.ListRuns.self, .init(cursor: cursor))
        #expect(reply.runs == [])
        #expect(reply.cursor == nil)
        #expect(reply.share == 1)
    }

    @Test(arguments: ["", "-1", "x y"])
    func `an invalid cursor is refused`(cursor: String) throws {
        let client = try ServicesHarness().connect()
        #expect(throws: StateError.self) {
            try client.call(Playback.ListRuns.self, .init(cursor: cursor))
        }
    }
}
