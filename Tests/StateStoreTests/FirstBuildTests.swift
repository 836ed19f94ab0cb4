import Foundation
import StateModel
import StateTesting
import Testing

@testable import StateStore

/// Stores that the first build made, and what it said of them itself.
@Suite struct `Stores of the first build` {
    private struct Expected: Decodable {
        struct Point: Decodable {
            var item: String
            var player: String
            var position: Double
            var duration: Double?
            var title: String?
            var at: Int
            var expiresAt: Int
            var revision: Int
        }

        struct Player: Decodable {
            var player: String
            var item: String?
            var queue: [String]
        }

        struct Alert: Decodable {
            var id: Int
            var title: String
        }

        struct Event: Decodable {
            var sequence: Int
            var id: String
        }

        var points: [Point]
        var histories: [String: [Double]]
        var aliases: [String]
        var players: [Player]
        var alerts: [Alert]
        var events: [Event]
    }

    private static func folder(_ name: String) throws -> String {
        let file = "/StateStoreTests/FirstBuildTests.swift"
        try #require(#filePath.hasSuffix(file))
        return #filePath.dropLast(file.count) + "/fixtures/first-build/" + name
    }

    private func opened(_ name: String) throws -> (shelf: Shelf, expected: Expected) {
        let folder = try Self.folder(name)
        let data = try Data(contentsOf: URL(filePath: folder + "/expected.json"))
        let expected = try JSONDecoder().decode(Expected.self, from: data)
        let shelf = try Shelf()
        shelf.stop()
        for suffix in ["", "-wal"] {
            shelf.directory.remove("state.db" + suffix)
            try shelf.directory.copy(folder + "/state.db" + suffix, as: "state.db" + suffix)
        }
        shelf.now = try #require(expected.points.map(\.at).max()) + 1_000
        try shelf.restart()
        return (shelf, expected)
    }

    private func check(_ shelf: Shelf, _ expected: Expected) throws {
        let store = try shelf.store
        let page = try store.list(player: nil, after: nil, limit: 1_000, now: shelf.now)
        #expect(page.entries.map(\.point.item).sorted() == expected.points.map(\.item).sorted())
        #expect(store.statistics.standing == expected.points.count)
        for point in expected.points {
            let stands = try #require(try store.head(named: point.item)?.standing(at: shelf.now))
            #expect(stands.player == point.player && stands.position == point.position)
            #expect(stands.duration == point.duration && stands.title == point.title)
            #expect(stands.at == point.at && stands.expiresAt == point.expiresAt)
        }
        for (item, positions) in expected.histories {
            #expect(try shelf.pastValues(item).map(\.entry.point.position) == positions)
        }
        let film = try #require(try store.head(named: "film-1.mkv"))
        #expect(try store.aliases(of: film.id) == expected.aliases.sorted())
        for player in expected.players {
            let known = try #require(store.player(named: player.player))
            #expect(known.item == player.item, "\(known.name)")
            #expect(known.queue == player.queue)
        }
        #expect(store.statistics.alerts.keys.sorted() == expected.alerts.map(\.id).sorted())
        #expect(try shelf.rows().map(\.event.id) == expected.events.map(\.id))
    }

    @Test(arguments: ["stopped", "killed"])
    func `open without loss, and get their checksums as they go`(name: String) throws {
        let (shelf, expected) = try opened(name)
        try check(shelf, expected)
        #expect(try shelf.store.logLoss == nil)
        let unsummed = "WHERE checksum IS NULL"
        #expect(try shelf.number("SELECT count(*) FROM change \(unsummed)") > 0)
        try shelf.save("new.mkv", 1, by: "another")
        #expect(try shelf.number("SELECT count(*) FROM change WHERE checksum NOT NULL") == 1)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try shelf.number("SELECT count(*) FROM change \(unsummed)") == 0)
        #expect(try shelf.number("SELECT count(*) FROM event \(unsummed)") == 0)
        #expect(try shelf.store.mend(now: shelf.now).isEmpty)
        try shelf.clear("new.mkv")
        try check(shelf, expected)
        try shelf.restart()
        try check(shelf, expected)
    }
}
