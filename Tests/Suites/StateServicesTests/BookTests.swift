// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import Testing
internal import Varlink

/// Places in books, through everything that keeps, moves and restores points.
@Suite("A place in a book")
struct BookTests {
    private static let first = ReadingPlace(fraction: 0.4, locator: "/body/p[4]")
    private static let second = ReadingPlace(fraction: 0.6, locator: "/body/p[6]")

    private let harness: ServicesHarness
    private let reader: Client

    init() throws {
        harness = try ServicesHarness()
        reader = harness.connect()
        try read("dune.epub", Self.first)
        harness.pass(1_000)
        try read("dune.epub", Self.second)
    }

    private func read(_ item: String, _ place: ReadingPlace?) throws {
        let snapshot = Snapshot(
            item: item,
            player: "kosync",
            status: .paused,
            position: 0,
            reading: place
        )
        let result = try reader.call(Playback.Save.self, .init(snapshot: snapshot)).result
        #expect(result.outcome == .saved)
    }

    private func history(_ item: String) throws -> [ReadingPlace?] {
        try reader.call(Playback.History.self, .init(item: item)).entries.map(\.point.reading)
    }

    @Test func `the position in a book is stored, restored and listed with fraction and locator`()
        throws
    {
        #expect(try reader.get("dune.epub").reading == Self.second)
        #expect(try history("dune.epub") == [Self.first])
        let undone = try reader.call(Playback.Undo.self, .init(item: "dune.epub", revision: nil))
        #expect(undone.point.reading == Self.first)
        let listed = try reader.call(Playback.List.self, .init()).points
        #expect(listed.map(\.reading) == [Self.first])
        let resumed = try reader.call(Playback.Resume.self, .init(item: "dune.epub"))
        #expect(resumed.position == 0)
        #expect(resumed.point?.reading == Self.first)
    }

    @Test func `a position in a book is published to subscribers`() throws {
        let watcher = harness.connect()
        watcher.subscribe()
        let changes = try watcher.received().flatMap(\.changes)
        #expect(changes.compactMap(\.point?.reading) == [Self.second])
    }

    @Test func `an item takes over the position of a book that becomes its alias`() throws {
        try read("kosync:0123", ReadingPlace(fraction: 0.7))
        _ = try reader.call(
            Playback.AddAlias.self,
            Playback.AddAlias.Parameters(item: "dune.epub", alias: "kosync:0123")
        )
        #expect(try reader.get("kosync:0123").reading == ReadingPlace(fraction: 0.7))
        #expect(try history("dune.epub") == [Self.second, Self.first])
    }

    @Test func `a book's position survives a restart`() throws {
        try harness.restart()
        let reader = harness.connect()
        #expect(try reader.get("dune.epub").reading == Self.second)
    }

    @Test func `a position in a book beyond the limits is refused, and nothing changes`() throws {
        for (place, field) in [
            (ReadingPlace(fraction: 1.1), "fraction"),
            (ReadingPlace(locator: String(repeating: "x", count: 4_097)), "locator"),
        ] {
            let snapshot = Snapshot(
                item: "dune.epub",
                player: "kosync",
                status: .paused,
                position: 0,
                reading: place
            )
            do {
                _ = try reader.call(Playback.Save.self, .init(snapshot: snapshot))
                Issue.record("\(field) is accepted")
            } catch StateError.invalidSnapshot(let found, _) {
                #expect(found == field)
            }
        }
        #expect(try reader.get("dune.epub").reading == Self.second)
    }
}
