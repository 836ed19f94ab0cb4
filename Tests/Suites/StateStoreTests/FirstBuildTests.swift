// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
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
        let file = "/Suites/StateStoreTests/FirstBuildTests.swift"
        try #require(#filePath.hasSuffix(file))
        return #filePath.dropLast(file.count) + "/Support/fixtures/first-build/" + name
    }

    private func opened(_ name: String) throws -> (harness: StoreHarness, expected: Expected) {
        let folder = try Self.folder(name)
        let data = try Data(contentsOf: URL(filePath: folder + "/expected.json"))
        let expected = try JSONDecoder().decode(Expected.self, from: data)
        let harness = try StoreHarness()
        harness.stop()
        for suffix in ["", "-wal"] {
            harness.directory.remove("state.db" + suffix)
            try harness.directory.copy(folder + "/state.db" + suffix, as: "state.db" + suffix)
        }
        harness.now = Timestamp(try #require(expected.points.map(\.at).max())) + 1_000
        try harness.restart()
        return (harness, expected)
    }

    private func check(_ harness: StoreHarness, _ expected: Expected) throws {
        let store = try harness.store
        let page = try store.items.list(player: nil, after: nil, limit: 1_000, now: harness.now)
        #expect(page.entries.map(\.point.item).sorted() == expected.points.map(\.item).sorted())
        #expect(store.log.statistics.standing == expected.points.count)
        for point in expected.points {
            let stands = try #require(
                try store.log.state(named: point.item)?.standing(at: harness.now)
            )
            #expect(stands.player == point.player && stands.position == point.position)
            #expect(stands.duration == point.duration && stands.title == point.title)
            #expect(stands.at.rawValue == point.at && stands.expiresAt.rawValue == point.expiresAt)
        }
        for (item, positions) in expected.histories {
            #expect(try harness.pastValues(item).map(\.entry.point.position) == positions)
        }
        let film = try #require(try store.log.state(named: "film-1.mkv"))
        #expect(try store.log.aliases(of: film.id) == expected.aliases.sorted())
        for player in expected.players {
            let known = try #require(store.log.player(named: player.player))
            #expect(known.item == player.item, "\(known.name)")
            #expect(known.queue == player.queue)
        }
        #expect(
            store.log.statistics.alerts.keys.map(\.rawValue).sorted()
                == expected.alerts.map(\.id).sorted()
        )
        #expect(try harness.rows().map(\.event.id) == expected.events.map(\.id))
    }

    @Test(arguments: ["stopped", "killed"])
    func `open without loss, and get their checksums as they go`(name: String) throws {
        let (harness, expected) = try opened(name)
        try check(harness, expected)
        #expect(try harness.store.logLoss == nil)
        let unsummed = "WHERE checksum IS NULL"
        #expect(try harness.number("SELECT count(*) FROM change \(unsummed)") > 0)
        try harness.save("new.mkv", 1, by: "another")
        #expect(try harness.number("SELECT count(*) FROM change WHERE checksum NOT NULL") == 1)
        try harness.store.flushAll(now: harness.now)
        try harness.store.scrubber.verifyAll(now: harness.now)
        #expect(try harness.number("SELECT count(*) FROM change \(unsummed)") == 0)
        #expect(try harness.number("SELECT count(*) FROM event \(unsummed)") == 0)
        #expect(try harness.store.mend(now: harness.now).isEmpty)
        try harness.clear("new.mkv")
        try check(harness, expected)
        try harness.restart()
        try check(harness, expected)
    }
}
