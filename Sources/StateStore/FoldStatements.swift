internal import StateModel

/// An entry of `recent`, in the order of that table.
struct RecentPlace: Comparable {
    /// The player's number.
    let player: Int
    /// When the item was observed, in milliseconds since 1970.
    let at: Int
    /// The item's number.
    let id: Int

    static func < (one: RecentPlace, other: RecentPlace) -> Bool {
        if one.player != other.player { return one.player < other.player }
        return one.at != other.at ? one.at < other.at : one.id < other.id
    }
}

/// What a fold writes, prepared once.
final class FoldStatements {
    private let putName: Statement
    private let putHead: Statement
    private let moveHead: Statement
    private let putRecentEntry: Statement
    private let dropRecentEntry: Statement
    private let putDueEntry: Statement
    private let updateDue: Statement
    private let putRecentEntries: Statement
    private let putDueEntries: Statement
    private let dropChange: Statement
    private let dropChanges: Statement
    private let putPlayer: Statement
    private let playerNumber: Statement
    private let putAlert: Statement
    private let dropAlert: Statement
    private let putAlias: Statement
    private let dropAlias: Statement
    private let dropName: Statement
    private var numbers: [String: Int] = [:]

    /// How many rows one statement inserts where there are as many: setting out on a statement
    /// costs as much as a row.
    static let several = 16
    /// How many rows that follow one another are dropped at once, at most: a slice stays a slice.
    static let longestRun = 64

    init(_ file: StoreFile) throws(StoreError) {
        let handle = file.handle
        putName = try Statement(
            "INSERT INTO name (name, id) VALUES (?1, ?2) "
                + "ON CONFLICT (name) DO UPDATE SET id = ?2 WHERE id <> ?2",
            on: handle
        )
        putHead = try Statement(
            "INSERT INTO head (id, sequence, state, playing, at, expires, aside, due, ordinal) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO UPDATE SET "
                + "sequence = ?2, state = ?3, playing = ?4, at = ?5, expires = ?6, aside = ?7, "
                + "due = ?8, ordinal = ?9",
            on: handle
        )
        // An index lists what plays: where that has not changed, it is not to be written anew.
        moveHead = try Statement(
            "UPDATE head SET sequence = ?2, state = ?3, at = ?5, expires = ?6, aside = ?7, "
                + "due = ?8, ordinal = ?9 WHERE id = ?1 AND playing = ?4",
            on: handle
        )
        putRecentEntry = try Statement(
            "INSERT OR IGNORE INTO recent (player, at, id) VALUES (?1, ?2, ?3)",
            on: handle
        )
        dropRecentEntry = try Statement(
            "DELETE FROM recent WHERE player = ?1 AND at = ?2 AND id = ?3",
            on: handle
        )
        putDueEntry = try Statement(
            "INSERT OR IGNORE INTO due (expires, id) VALUES (?1, ?2)",
            on: handle
        )
        putRecentEntries = try Statement(
            "INSERT OR IGNORE INTO recent (player, at, id) VALUES "
                + Self.places(Self.several, columns: 3),
            on: handle
        )
        putDueEntries = try Statement(
            "INSERT OR IGNORE INTO due (expires, id) VALUES "
                + Self.places(Self.several, columns: 2),
            on: handle
        )
        updateDue = try Statement("UPDATE head SET due = ?2 WHERE id = ?1", on: handle)
        dropChange = try Statement("DELETE FROM change WHERE sequence = ?1", on: handle)
        dropChanges = try Statement(
            "DELETE FROM change WHERE sequence BETWEEN ?1 AND ?2",
            on: handle
        )
        putPlayer = try Statement(
            "INSERT INTO player (name, body) VALUES (?1, ?2) "
                + "ON CONFLICT (name) DO UPDATE SET body = excluded.body",
            on: handle
        )
        putAlert = try Statement(
            "INSERT INTO alert (id, body) VALUES (?1, ?2) "
                + "ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            on: handle
        )
        putAlias = try Statement(
            "INSERT INTO alias (name, id) VALUES (?1, ?2) "
                + "ON CONFLICT (name) DO UPDATE SET id = ?2 WHERE id <> ?2",
            on: handle
        )
        dropAlias = try Statement("DELETE FROM alias WHERE name = ?1", on: handle)
        dropName = try Statement("DELETE FROM name WHERE name = ?1", on: handle)
        dropAlert = try Statement("DELETE FROM alert WHERE id = ?1", on: handle)
        playerNumber = try Statement("SELECT number FROM player WHERE name = ?1", on: handle)
    }

    func put(name: String, id: Int) throws(StoreError) {
        putName.bind(1, name)
        putName.bind(2, id)
        try putName.run()
    }

    /// Makes a name a further one of the item of that number.
    func put(alias: String, id: Int) throws(StoreError) {
        try put(name: alias, id: id)
        putAlias.bind(1, alias)
        putAlias.bind(2, id)
        try putAlias.run()
    }

    /// Takes a further name off; the name itself goes, too, unless an item has it by now.
    func drop(alias: String, withName: Bool) throws(StoreError) {
        dropAlias.bind(1, alias)
        try dropAlias.run()
        guard withName else { return }
        dropName.bind(1, alias)
        try dropName.run()
    }

    /// Brings a head up to date; a new one is likely not to be in the table yet.
    func put(_ head: Head, isNew: Bool) throws(StoreError) {
        if !isNew {
            try run(moveHead, head)
            if moveHead.changes > 0 { return }
        }
        try run(putHead, head)
    }

    private func run(_ statement: Statement, _ head: Head) throws(StoreError) {
        let point = head.record.point
        statement.bind(1, head.id)
        statement.bind(2, head.sequence)
        statement.bind(3, head.kind.isLive ? 1 : head.kind == .cleared ? 0 : 2)
        statement.bind(4, head.kind.isLive && point.status == .playing ? 1 : 0)
        statement.bind(5, point.at)
        statement.bind(6, point.expiresAt)
        statement.bind(7, head.aside)
        statement.bind(8, head.due)
        statement.bind(9, head.ordinal)
        try statement.run()
    }

    /// Adds entries of `recent`, ``several`` of them at most.
    func putRecent(_ places: [RecentPlace]) throws(StoreError) {
        if places.count == Self.several {
            var parameter: Int32 = 1
            for place in places {
                putRecentEntries.bind(parameter, place.player)
                putRecentEntries.bind(parameter + 1, place.at)
                putRecentEntries.bind(parameter + 2, place.id)
                parameter += 3
            }
            return try putRecentEntries.run()
        }
        for place in places {
            putRecentEntry.bind(1, place.player)
            putRecentEntry.bind(2, place.at)
            putRecentEntry.bind(3, place.id)
            try putRecentEntry.run()
        }
    }

    func dropRecent(player: Int, at: Int, id: Int) throws(StoreError) {
        dropRecentEntry.bind(1, player)
        dropRecentEntry.bind(2, at)
        dropRecentEntry.bind(3, id)
        try dropRecentEntry.run()
    }

    func putDue(_ time: Int, id: Int) throws(StoreError) {
        putDueEntry.bind(1, time)
        putDueEntry.bind(2, id)
        try putDueEntry.run()
    }

    /// Adds entries of `due`, ``several`` of them at most.
    func putDue(_ entries: ArraySlice<DueQueue.Entry>) throws(StoreError) {
        if entries.count == Self.several {
            var parameter: Int32 = 1
            for entry in entries {
                putDueEntries.bind(parameter, entry.time)
                putDueEntries.bind(parameter + 1, entry.id)
                parameter += 2
            }
            return try putDueEntries.run()
        }
        for entry in entries { try putDue(entry.time, id: entry.id) }
    }

    /// Notes in the table of heads which entry looks at an item.
    func setDue(_ due: Int?, of id: Int) throws(StoreError) {
        updateDue.bind(1, id)
        updateDue.bind(2, due)
        try updateDue.run()
    }

    func dropRow(_ sequence: Int) throws(StoreError) {
        dropChange.bind(1, sequence)
        try dropChange.run()
    }

    /// Drops all rows of the log with those numbers.
    func dropRows(_ sequences: ClosedRange<Int>) throws(StoreError) {
        guard sequences.count > 1 else { return try dropRow(sequences.lowerBound) }
        dropChanges.bind(1, sequences.lowerBound)
        dropChanges.bind(2, sequences.upperBound)
        try dropChanges.run()
    }

    func put(_ player: PlayerRecord) throws(StoreError) {
        putPlayer.bind(1, player.name)
        putPlayer.bind(2, RecordCodec.encode(.player(player)))
        try putPlayer.run()
    }

    /// Brings an alert up to date; one that is dismissed goes.
    func put(_ alert: Alert) throws(StoreError) {
        if alert.state == .dismissed {
            dropAlert.bind(1, alert.id)
            try dropAlert.run()
        } else {
            putAlert.bind(1, alert.id)
            putAlert.bind(2, RecordCodec.encode(.alert(alert)))
            try putAlert.run()
        }
    }

    /// The number that stands for a player in `recent`; a player not met before gets one.
    func number(of player: String) throws(StoreError) -> Int {
        if let known = numbers[player] { return known }
        if try find(player) == nil {
            try put(PlayerRecord(name: player, item: nil, playing: false, revision: 0))
        }
        guard let number = try find(player) else {
            throw StoreError(.other, "player \(player) has no number")
        }
        numbers[player] = number
        return number
    }

    private func find(_ player: String) throws(StoreError) -> Int? {
        playerNumber.bind(1, player)
        defer { playerNumber.reset() }
        return try playerNumber.step() ? playerNumber.int(0) : nil
    }

    /// Parameters of so many rows, as VALUES wants them.
    private static func places(_ rows: Int, columns: Int) -> String {
        let row = "(" + repeatElement("?", count: columns).joined(separator: ", ") + ")"
        return repeatElement(row, count: rows).joined(separator: ", ")
    }
}
