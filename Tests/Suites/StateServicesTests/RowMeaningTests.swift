// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import SyncModel
internal import Testing
internal import Varlink

@testable internal import StateServices

/// The changes that rows mean: to a subscriber that is live, to one that returns with a token, and
/// to subscribers of another device that receives the row by sync.
@Suite struct `Each kind of row` {
    /// A device with a live subscriber and what it knows.
    private final class Device {
        let harness: ServicesHarness
        let client: Client
        private let live: Client
        private var token = ""
        /// The points as a live subscriber knows them: position and expiry.
        private(set) var points: [String: String] = [:]
        /// The players as a live subscriber knows them.
        private(set) var players: [String: Player] = [:]

        init() throws {
            harness = try ServicesHarness { $0.policy.startMarginSeconds = 1 }
            client = harness.connect()
            live = harness.connect()
            live.subscribe()
            _ = try changes(of: live)
        }

        var tenant: Tenant {
            get throws { try #require(harness.services.tenants[1]) }
        }

        /// The changes of a stream that have rows, in order.
        private func changes(of subscriber: Client) throws -> [Change] {
            let replies = try subscriber.received()
            if subscriber.id == live.id, let last = replies.last { token = last.token }
            return replies.flatMap(\.changes)
        }

        /// Compares what both subscribers receive of what `body` writes.
        func perform(_ body: () throws -> Void) throws {
            let before = token
            try body()
            harness.services.endTurn()
            let heard = try changes(of: live)
            let late = harness.connect()
            late.subscribe(token: before)
            let read = try changes(of: late)
            harness.services.closed(late.id)
            func rows(_ changes: [Change]) -> [Change] {
                changes.filter { $0.kind != .observed && $0.kind != .player }
            }
            #expect(rows(heard) == rows(read))
            for change in heard { note(change) }
            // Players are told once, as they are in the end.
            for change in read {
                guard case .player(let player) = change.about else { continue }
                #expect(players[player.player] == player)
            }
            let listed = try client.players()
            #expect(listed == players.values.sorted { $0.player < $1.player })
        }

        private func note(_ change: Change) {
            if case .player(let player) = change.about { players[player.player] = player }
            guard let point = change.point, let item = change.item else { return }
            let stands = change.kind != .cleared && change.kind != .expired
            points[item] = stands ? "\(point.position) until \(point.expiresAt)" : nil
        }

        /// Gives another device the item's state, as sync does.
        func carry(_ item: String, to other: Device) throws {
            let own = try tenant
            let key = SyncKey(kind: .point, name: item)
            guard let stored = try own.store.sync.item(key) else { return }
            var changes = SyncChanges()
            changes.heads = [
                SyncChanges.ItemState(
                    key: key,
                    value: stored.value,
                    rowKey: stored.rowKey,
                    origin: own.store.log.origin,
                    isPending: false
                )
            ]
            try other.perform {
                let tenant = try other.tenant
                try tenant.store.log.withinCall { try tenant.adoption.commit(changes) }
            }
        }

        /// The kinds of all rows in the log.
        func kinds() throws -> Set<UInt8> {
            let page = try tenant.store.log.page(after: .start, limit: 10_000, bytes: .max)
            return Set(page.rows.map(\.kind.rawValue))
        }
    }

    private let here: Device
    private let there: Device

    init() throws {
        here = try Device()
        there = try Device()
    }

    /// The same happens here, and sync brings it to the other device.
    private func step(_ item: String, _ body: () throws -> Void) throws {
        try here.perform(body)
        try here.carry(item, to: there)
        #expect(here.points[item] == there.points[item], "\(item)")
    }

    private func pass(_ milliseconds: Int) {
        for device in [here, there] { device.harness.pass(milliseconds) }
    }

    @Test func `each kind of row has the same meaning for all readers`() throws {
        let player = here.client
        try step("film") { try player.save("film", 600) }
        try step("film") { try player.save("film", 20, cause: .tick) }
        pass(60_000)
        try step("film") { try player.save("film", 600, cause: .load) }
        #expect(here.points["film"] == "600.0 until \(here.harness.now + day)")
        try step("film") { try player.save("film", 50, at: here.harness.now - 3 * day) }
        try step("film") { try player.save("film", 601, .failed) }
        try step("film") { try player.save("film", 602, .playing) }
        try step("film") {
            _ = try player.call(Playback.Clear.self, ItemParameters(item: "film"))
        }
        try step("film") { _ = try player.call(Playback.Undo.self, .init(item: "film")) }
        #expect(here.points["film"]?.hasPrefix("602.0") == true)
        try step("film") { try player.save("film", 7_000, .finished, duration: 7_001) }
        #expect(here.points.isEmpty)
        try step("film") { try player.save("film", 7_000, .finished, duration: 7_001) }
        try step("short") { try player.save("short", 30, ttl: 1) }
        try step("short") { pass(1_000) }
        #expect(there.points.isEmpty)
        try step("short") { try player.save("short", 31, .paused) }
        try here.perform {
            _ = try player.call(Session.SetQueue.self, .init(player: "mpv", items: ["b"]))
        }
        for name in ["old", "new"] {
            try here.perform { try player.save(name, 100) }
            try here.perform { pass(1_000) }
        }
        for (item, alias) in [("new", "old"), ("short", "new")] {
            try here.perform {
                _ = try player.call(Playback.AddAlias.self, .init(item: item, alias: alias))
            }
        }
        try here.perform { try keepLoser() }
        #expect(Set(1...RowKind.lost.rawValue).subtracting(try here.kinds()) == [])
    }

    /// Adds a value that lost a conflict to an item's history.
    private func keepLoser() throws {
        let tenant = try here.tenant
        let state = try #require(try tenant.store.log.state(named: "short"))
        let record = ItemRecord(point: state.record.point, device: state.record.device)
        let now = here.harness.now
        try tenant.store.log.withinCall {
            _ = try tenant.items.addRow(record, .lost, after: state, keyTime: now, now: now)
        }
    }

    @Test func `a row that removes nothing produces no change`() throws {
        try here.perform { try here.client.save("film", 100) }
        try here.perform {
            _ = try here.client.call(Playback.Clear.self, ItemParameters(item: "film"))
        }
        // The other device never had the point, then has it as removed already.
        try here.carry("film", to: there)
        try here.carry("film", to: there)
        #expect(there.points.isEmpty)
    }
}

/// A day, in milliseconds.
private let day = 86_400_000
