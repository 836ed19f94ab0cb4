// SPDX-License-Identifier: Apache-2.0
internal import StateModel

struct RecentPlace: Comparable {
    /// The number that stands for the player in `recent`.
    let player: Int
    let at: Timestamp
    let id: ItemID

    static func < (one: RecentPlace, other: RecentPlace) -> Bool {
        if one.player != other.player { return one.player < other.player }
        return one.at != other.at ? one.at < other.at : one.id < other.id
    }
}

struct ItemName: Comparable {
    let text: String
    let id: ItemID

    static func < (one: ItemName, other: ItemName) -> Bool { one.text < other.text }
}

final class FlushStatements {
    private let file: StoreFile
    private let putNames: RowStatement
    private let moveStates: RowStatement
    private let switchStates: RowStatement
    private let putRecentEntries: RowStatement
    private let putDueEntries: RowStatement
    private var numbers: [String: Int] = [:]

    /// The maximum number of consecutive rows removed by one statement, so that slices stay short.
    static let longestRun = 64

    init(_ file: StoreFile) throws(StoreError) {
        self.file = file
        putNames = try RowStatement(
            "INSERT INTO name (name, id)",
            columns: 2,
            "ON CONFLICT (name) DO UPDATE SET id = excluded.id WHERE id <> excluded.id",
            on: file.handle
        )
        // The playing items have an index, which should not be rewritten if `playing` has not
        // changed.
        moveStates = try RowStatement(
            Self.insertState,
            columns: 9,
            Self.updateState + " WHERE playing = excluded.playing",
            on: file.handle
        )
        switchStates = try RowStatement(
            Self.insertState,
            columns: 9,
            Self.updateState + ", playing = excluded.playing WHERE playing <> excluded.playing",
            on: file.handle
        )
        putRecentEntries = try RowStatement(
            "INSERT OR IGNORE INTO recent (player, at, id)",
            columns: 3,
            on: file.handle
        )
        putDueEntries = try RowStatement(
            "INSERT OR IGNORE INTO due (expires, id)",
            columns: 2,
            on: file.handle
        )
    }

    private static let insertState =
        "INSERT INTO head (id, sequence, state, playing, at, expires, aside, due, ordinal)"

    private static let updateState =
        "ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, state = excluded.state, "
        + "at = excluded.at, expires = excluded.expires, aside = excluded.aside, "
        + "due = excluded.due, ordinal = excluded.ordinal"

    func put(_ names: [ItemName]) throws(StoreError) {
        try putNames.run(names) { statement, first, name in
            statement.bind(first, name.text)
            statement.bind(first + 1, name.id)
        }
    }

    func put(alias: String, id: ItemID) throws(StoreError) {
        try put([ItemName(text: alias, id: id)])
        try file.run(
            "INSERT INTO alias (name, id) VALUES (?1, ?2) "
                + "ON CONFLICT (name) DO UPDATE SET id = ?2 WHERE id <> ?2",
            alias,
            id
        )
    }

    func drop(alias: String, withName: Bool) throws(StoreError) {
        try file.run("DELETE FROM alias WHERE name = ?1", alias)
        if withName { try file.run("DELETE FROM name WHERE name = ?1", alias) }
    }

    func put(_ states: [ItemState]) throws(StoreError) {
        let moved = try moveStates.run(states, Self.bind)
        if moved < states.count { try switchStates.run(states, Self.bind) }
    }

    private static func bind(_ statement: Statement, _ first: Int32, _ state: ItemState) {
        let point = state.record.point
        statement.bind(first, state.id)
        statement.bind(first + 1, state.sequence)
        statement.bind(first + 2, state.column)
        statement.bind(first + 3, state.plays ? 1 : 0)
        statement.bind(first + 4, point.at)
        statement.bind(first + 5, point.expiresAt)
        statement.bind(first + 6, state.historyOnly)
        statement.bind(first + 7, state.due)
        statement.bind(first + 8, state.ordinal)
    }

    func putRecent(_ places: [RecentPlace]) throws(StoreError) {
        try putRecentEntries.run(places) { statement, first, place in
            statement.bind(first, place.player)
            statement.bind(first + 1, place.at)
            statement.bind(first + 2, place.id)
        }
    }

    func drop(_ place: RecentPlace) throws(StoreError) {
        let sql = "DELETE FROM recent WHERE player = ?1 AND at = ?2 AND id = ?3"
        try file.run(sql, place.player, place.at, place.id)
    }

    func putDue(_ entries: [DueQueue.Entry]) throws(StoreError) {
        try putDueEntries.run(entries) { statement, first, entry in
            statement.bind(first, entry.time)
            statement.bind(first + 1, entry.id)
        }
    }

    /// Records in the table `head` the time of an item's entry in the table `due`; `nil` for no
    /// entry.
    func setDue(_ due: Timestamp?, of id: ItemID) throws(StoreError) {
        try file.run("UPDATE head SET due = ?2 WHERE id = ?1", id, due)
    }

    func dropRow(_ sequence: SequenceNumber) throws(StoreError) {
        try file.run("DELETE FROM change WHERE sequence = ?1", sequence)
    }

    func dropRows(_ sequences: ClosedRange<SequenceNumber>) throws(StoreError) {
        let sql = "DELETE FROM change WHERE sequence BETWEEN ?1 AND ?2"
        try file.run(sql, sequences.lowerBound, sequences.upperBound)
    }

    func put(_ player: PlayerRecord) throws(StoreError) {
        try file.run(
            "INSERT INTO player (name, body) VALUES (?1, ?2) "
                + "ON CONFLICT (name) DO UPDATE SET body = excluded.body",
            player.name,
            Sealed(RecordCodec.encode(.player(player)))
        )
    }

    func put(_ alert: Alert) throws(StoreError) {
        if alert.state == .dismissed {
            try file.run("DELETE FROM alert WHERE id = ?1", alert.id)
        } else {
            try file.run(
                "INSERT INTO alert (id, body) VALUES (?1, ?2) "
                    + "ON CONFLICT (id) DO UPDATE SET body = excluded.body",
                alert.id,
                Sealed(RecordCodec.encode(.alert(alert)))
            )
        }
    }

    /// Returns the number that stands for a player in `recent`, and assigns one to a new player.
    func number(of player: String) throws(StoreError) -> Int {
        if let known = numbers[player] { return known }
        if try find(player) == nil {
            try put(PlayerRecord(name: player, item: nil, playing: false, revision: .zero))
        }
        guard let number = try find(player) else {
            throw StoreError(.other, "player \(player) has no number")
        }
        numbers[player] = number
        return number
    }

    private func find(_ player: String) throws(StoreError) -> Int? {
        try file.kept("SELECT number FROM player WHERE name = ?1", player).integer()
    }
}
