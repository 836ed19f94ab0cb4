internal import StateModel

/// A row of the log as the sweep sees it, without its texts: most rows stay as they are, and
/// reading them whole is what passing them would cost.
struct SweptRow {
    /// What the row is about.
    enum What {
        case item(Item)
        case player(Player)
        case other(OtherRow)
        /// It does not verify, so nothing of it tells whether anybody needs it.
        case damaged
    }

    /// A row about an item, and what the item is now.
    struct Item {
        /// The item's newest state; nil: it is in no table any more.
        var head: HeadBrief?
        /// The row that the table of heads names, though the ledger may know a newer one.
        var stored: Int?
        /// How many bytes the item's name has.
        var nameBytes = 0
        /// The value's number among those of its item.
        var ordinal = 0
    }

    /// A row about a player, without its queue.
    struct Player {
        /// The player's name.
        var key: Verbatim
        /// The revision that clients see.
        var revision: Int
    }

    /// The row's number.
    let sequence: Int
    /// The item's number; 0 in rows that concern none.
    let id: Int
    /// When it was written, in milliseconds since 1970.
    let time: Int
    /// What the row is about.
    let what: What
}

/// As much of an item's newest state as tells which of its rows are history.
struct HeadBrief {
    /// The row that made the state.
    let sequence: Int
    /// Whether a resume point stands.
    let isLive: Bool
    /// The newest number given to a value of the item.
    let ordinal: Int

    /// How many values of the history are newer than the one in `row`.
    func rank(of row: SweptRow, _ item: SweptRow.Item) -> Int {
        // The point that stands has a number, too, but is not history yet.
        let own = isLive && row.sequence < sequence ? 1 : 0
        return ordinal - item.ordinal - own
    }
}

/// What the sweep reads, prepared once.
final class SweepTable {
    private let next: Statement
    private let whole: Statement
    private let damage: DamageNotes

    /// Prepares the statements; what they meet of damage is noted in `damage`.
    init(_ file: StoreFile, _ damage: DamageNotes) throws(StoreError) {
        self.damage = damage
        next = try Statement(
            "SELECT change.sequence, change.id, kind, time, body, head.sequence, state, "
                + "head.ordinal, offset, key, checksum FROM change LEFT JOIN head ON head.id = change.id "
                + "WHERE change.sequence > ?1 AND change.sequence <= ?2 "
                + "ORDER BY change.sequence LIMIT ?3",
            on: file.handle
        )
        whole = try Statement(
            "SELECT \(StoredRow.columns) FROM change WHERE sequence = ?1",
            on: file.handle
        )
    }

    /// The bytes of a body that cost about as much as a row without one.
    private static let bytesLikeARow = 1_024

    /// The rows of the log after `hand` and up to `last`, `limit` of them at most, fewer where they are
    /// long; `newer` has an item's newest state, where the tables do not have that yet.
    func rows(
        after hand: Int,
        upTo last: Int,
        limit: Int,
        newer: (Int) -> Head?
    ) throws(StoreError) -> [SweptRow] {
        next.bind(1, hand)
        next.bind(2, last)
        next.bind(3, limit)
        defer { next.reset() }
        var rows: [SweptRow] = []
        rows.reserveCapacity(limit)
        var cost = 0
        while cost < limit, try next.step() {
            rows.append(try row(newer))
            cost += 1 + next.withBytes(4, \.count) / Self.bytesLikeARow
        }
        return rows
    }

    private func row(_ newer: (Int) -> Head?) throws(StoreError) -> SweptRow {
        let sequence = next.int(0)
        let id = next.int(1)
        let kind = RowKind(rawValue: UInt8(truncatingIfNeeded: next.int(2)))
        let what: SweptRow.What =
            switch kind {
            case .player: player(sequence)
            case let kind? where kind.isOfItem: try item(sequence, id, newer)
            default: try other(sequence)
            }
        return SweptRow(sequence: sequence, id: id, time: next.int(3), what: what)
    }

    /// The row of that number, which is about a player: a queue of thousands is not decoded.
    private func player(_ sequence: Int) -> SweptRow.What {
        guard isSound(), let name = next.withBytes(4, { RecordCodec.playerName($0) }) else {
            return damaged(sequence)
        }
        let revision = sequence - next.int(8)
        return .player(SweptRow.Player(key: Verbatim(name), revision: revision))
    }

    /// The row of that number, which is about an alert or an alias.
    private func other(_ sequence: Int) throws(StoreError) -> SweptRow.What {
        whole.bind(1, sequence)
        defer { whole.reset() }
        guard try whole.step() else {
            throw StoreError(.corrupt, "row \(sequence) of the log is there and is not")
        }
        guard let row = Tables.verifiedRow(of: whole) else { return damaged(sequence) }
        return .other(OtherRow(row))
    }

    private func damaged(_ sequence: Int) -> SweptRow.What {
        damage.note(row: sequence)
        return .damaged
    }

    /// True if the row's checksum fits, or it has none.
    private func isSound() -> Bool {
        guard let checksum = next.optionalInt(10) else { return true }
        return next.withBytes(4) { body in
            checksum
                == RowChecksum.ofChange(
                    next.int(0),
                    id: next.int(1),
                    kind: next.int(2),
                    offset: next.int(8),
                    time: next.int(3),
                    key: next.int(9),
                    body
                )
        }
    }

    private func item(
        _ sequence: Int,
        _ id: Int,
        _ newer: (Int) -> Head?
    ) throws(StoreError) -> SweptRow.What {
        var item = SweptRow.Item()
        item.stored = next.optionalInt(5)
        item.head =
            if let head = newer(id) {
                HeadBrief(
                    sequence: head.sequence,
                    isLive: head.kind.isLive,
                    ordinal: head.ordinal
                )
            } else {
                item.stored.map {
                    HeadBrief(sequence: $0, isLive: next.int(6) == 1, ordinal: next.int(7))
                }
            }
        // Of a head only its time is asked.
        guard let head = item.head, head.sequence != sequence else { return .item(item) }
        guard isSound(), let brief = next.withBytes(4, { RecordCodec.brief($0) }) else {
            return damaged(sequence)
        }
        item.nameBytes = brief.nameBytes
        item.ordinal = brief.ordinal
        return .item(item)
    }
}
