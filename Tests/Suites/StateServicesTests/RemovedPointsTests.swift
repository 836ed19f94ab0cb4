// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing

@Suite("Removed points")
struct RemovedPointsTests {
    private static let hour = 3_600_000

    /// Returns the list: `film expired 10`.
    private func removed(_ harness: ServicesHarness, limit: Int? = nil) throws -> [String] {
        try harness.connect()
            .call(Playback.ListRemoved.self, Playback.ListRemoved.Parameters(limit: limit))
            .entries.map { "\($0.point.item) \($0.ending.rawValue) \(Int($0.point.position))" }
    }

    @Test func `what expired, was cleared or finished is listed, the last first`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("expires", 10, ttl: 3_600)
        try client.save("stands", 20)
        try client.save("cleared", 30)
        try client.save("finished", 40, duration: 100)
        _ = try client.call(Playback.Clear.self, ItemParameters(item: "cleared"))
        let over = Snapshot(
            item: "finished",
            player: "mpv",
            status: .finished,
            position: 99,
            duration: 100
        )
        harness.pass(1_000)
        _ = try client.call(Playback.Save.self, .init(snapshot: over))
        harness.pass(2 * Self.hour)
        let all = ["expires expired 10", "finished cleared 40", "cleared cleared 30"]
        #expect(try removed(harness) == all)
        #expect(try removed(harness, limit: 1) == ["expires expired 10"])
        try harness.restart()
        #expect(try removed(harness) == all)
    }

    @Test func `a point that returned, or was put in quarantine since, changes nothing`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for item in ["a", "b"] { try client.save(item, 1_000, ttl: 3_600) }
        harness.pass(2 * Self.hour)
        #expect(try Set(removed(harness)) == ["a expired 1000", "b expired 1000"])
        _ = try client.call(Playback.Undo.self, .init(item: "a", revision: nil))
        #expect(try removed(harness) == ["b expired 1000"])
        // A report that had expired on arrival is history, and never was the resume point.
        try client.save("b", 5, at: harness.now - 30 * Self.hour)
        #expect(try removed(harness) == ["b expired 1000"])
        try client.save("b", 7)
        #expect(try removed(harness) == [])
    }

    @Test(arguments: [0, -1, 101, Int.max])
    func `a limit that is out of range is refused`(limit: Int) throws {
        let harness = try ServicesHarness()
        #expect(throws: StateError.self) { try removed(harness, limit: limit) }
    }

    @Test func `a snapshot keeps the title and the duration that are known`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        var full = Snapshot(item: "film", player: "mpv", status: .paused, position: 60)
        full.title = "Alien"
        full.duration = 7_000
        _ = try client.call(Playback.Save.self, .init(snapshot: full))
        try client.save("film", 120, player: "web")
        #expect(try client.get("film").title == "Alien")
        #expect(try client.get("film").duration == 7_000)
        // The stored duration was wrong: the film is longer.
        try client.save("film", 8_000, player: "web")
        #expect(try client.get("film").duration == nil)
        #expect(try client.get("film").title == "Alien")
    }

    @Test func `what is brought back after all was cleared keeps its age and its order`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let films = ["one", "two", "three"]
        for (index, film) in films.enumerated() {
            try client.save(film, Double(60 * (index + 1)))
            harness.pass(1_000)
        }
        func list() throws -> [ResumePoint] { try client.call(Playback.List.self, .init()).points }
        let before = try list()
        _ = try client.call(Playback.ClearAll.self, .init())
        harness.pass(Self.hour)
        for film in films.reversed() { _ = try client.call(Playback.Undo.self, .init(item: film)) }
        let after = try list()
        #expect(after.map(\.item) == films.reversed())
        #expect(after.map(\.at) == before.map(\.at))
        #expect(Set(after.map(\.expiresAt)) == [harness.now + 24 * Self.hour])
        #expect(try client.call(Playback.Resume.self, .init()).item == "three")
    }
}
