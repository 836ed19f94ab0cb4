// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

/// What can be seen of a store from outside, so that two can be compared.
struct Picture: Equatable {
    /// Where the items stand: `mpv 10.0 paused`, by name.
    var points: [String: String]
    /// The histories, by name.
    var histories: [String: [String]]
    /// The names of what stands, most recently observed first.
    var list: [String]
    /// How many points stand, due or not.
    var standing: Int
    /// The players: `item playing`, by name.
    var players: [String: String]
    /// What plays.
    var playing: [String]
    /// The newest revision.
    var revision: Revision
}

extension ItemQueries {
    /// Returns a page of current points, the most recently observed first.
    func list(
        player: String?,
        after cursor: Recency?,
        limit: Int,
        now: Timestamp
    ) throws(StoreError) -> (entries: [(place: Recency, point: ResumePoint)], more: Bool) {
        var points = recentPoints(player: player, after: cursor)
        var entries: [ItemState] = []
        while entries.count <= limit, !points.isComplete {
            entries += try points.next(limit + 1 - entries.count, now: now)
        }
        let page = entries.prefix(limit).map { (place: $0.place, point: log.point(of: $0)) }
        return (page, entries.count > limit)
    }
}

extension ItemState {
    /// The place in the list of current points.
    var place: ItemQueries.Recency { .init(at: record.point.at, id: id) }
    /// The current point, without revision and device label.
    var point: ResumePoint { record.point }
}

extension StoreHarness {
    /// Where an item stands: `mpv 10.0 paused`; nil: nowhere.
    func point(_ item: String) throws -> String? {
        guard let head = try store.log.state(named: item), let point = head.livePoint(at: now)
        else {
            return nil
        }
        return "\(point.player) \(point.position) \(point.status)"
    }

    /// An item's history, newest first: `10.0 replaced`.
    func history(_ item: String, limit: Int = 1000) throws -> [String] {
        try pastValues(item, limit: limit).map {
            "\($0.entry.point.position) \($0.entry.ending)"
        }
    }

    /// An item's history as the store gives it.
    func pastValues(_ item: String, limit: Int = 1000) throws -> [ItemQueries.PastValue] {
        let store = try store
        guard let head = try store.log.state(named: item) else { return [] }
        return try store.items.history(of: head, now: now, limit: limit)
    }

    /// The names of what stands, read in pages of that size.
    func list(by player: String? = nil, page: Int = 100) throws -> [String] {
        var names: [String] = []
        var cursor: ItemQueries.Recency?
        while true {
            let found = try store.items.list(player: player, after: cursor, limit: page, now: now)
            names += found.entries.map(\.point.item)
            guard found.more, let last = found.entries.last else { return names }
            cursor = last.place
        }
    }

    /// All that can be seen, of these items.
    func picture(of items: [String]) throws -> Picture {
        let store = try store
        var picture = Picture(
            points: [:],
            histories: [:],
            list: try list(page: 7),
            standing: store.log.statistics.standing,
            players: [String: String](
                uniqueKeysWithValues: store.log.statistics.players.values.map {
                    ($0.name, "\($0.item ?? "-") \($0.playing)")
                }
            ),
            playing: try playing(),
            revision: store.log.statistics.revision
        )
        for item in items {
            picture.points[item] = try point(item)
            picture.histories[item] = try pastValues(item).map {
                "\($0.sequence) \($0.entry.point.position) \($0.entry.ending) \($0.entry.endedAt)"
            }
        }
        return picture
    }

    /// The names of what plays, as the log has it, without what is not committed.
    func playing() throws -> [String] {
        let store = try store
        var ids = Set(try store.log.tables.playing(after: 0, limit: .max))
        store.log.memtable.forEachState { ids.insert($0.id) }
        return try ids.compactMap { id in
            let head = try #require(try store.log.memtable.state(id) ?? store.log.tables.state(id))
            let plays = head.kind.isLive && head.record.point.status == .playing
            return plays ? head.record.point.item : nil
        }.sorted()
    }

    /// When each item is looked at first for its expiry, by name.
    func looks() throws -> [String: Timestamp] {
        let store = try store
        var looks: [ItemID: Timestamp] = [:]
        func note(_ time: Timestamp, _ id: ItemID) { looks[id] = min(looks[id] ?? .max, time) }
        for entry in store.log.memtable.active.due.entries { note(entry.time, entry.id) }
        for entry in store.log.memtable.frozen?.due.entries ?? [] { note(entry.time, entry.id) }
        let table = try Statement("SELECT expires, id FROM due", on: store.log.tables.file.handle)
        while try table.step() { note(table.int(0), table.int(1)) }
        var named: [String: Timestamp] = [:]
        for (id, time) in looks {
            if let head = try store.log.state(id) { named[head.record.point.item] = time }
        }
        #expect(try store.expiry.next() == looks.values.min())
        return named
    }

    /// How many rows a table has.
    func count(_ table: String) throws -> Int {
        try number("SELECT count(*) FROM \(table)")
    }

    /// The first number that a query answers with.
    func number(_ sql: String) throws -> Int {
        let statement = try Statement(sql, on: try store.log.tables.file.handle)
        defer { statement.reset() }
        try #require(try statement.step())
        return statement.int(0)
    }
}
