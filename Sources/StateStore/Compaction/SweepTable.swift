// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A row of the log as compaction sees it, without its texts.
///
/// Compaction keeps most rows, and reading them whole would make up most of its cost.
struct SweptRow {
    /// The subject of the row.
    enum What {
        /// A row about an item.
        case item(Item)
        /// A row about a player.
        case player(Player)
        /// A row about an alert or an alias.
        case other(OtherRow)
    }

    /// A row about an item, with the item's present state.
    struct Item {
        /// The item's newest state; `nil` if no table holds the item any more.
        var state: StateBrief?
        /// The row that the table of heads names, though the memtable may hold a newer one.
        var stored: SequenceNumber?
        /// The size of the item's name, in bytes.
        var nameBytes = 0
        /// The number of the value among those of its item.
        var ordinal = 0
    }

    /// A row about a player, without its queue.
    struct Player {
        /// The player's name.
        var key: ExactString
        /// The revision that clients see.
        var revision: Revision
    }

    /// The row's sequence number.
    let sequence: SequenceNumber
    /// The item's number; 0 in rows that concern none.
    let id: ItemID
    /// The time at which the row was written, in milliseconds since 1970.
    let time: Timestamp
    /// The subject of the row.
    let what: What
}

/// The part of an item's newest state that determines which of its rows are history.
struct StateBrief {
    /// The row that produced the state.
    let sequence: SequenceNumber
    /// True if a resume point is current.
    let isLive: Bool
    /// The highest number assigned to a value of the item.
    let ordinal: Int

    /// Returns the number of history values newer than the one in `row`.
    func rank(of row: SweptRow, _ item: SweptRow.Item) -> Int {
        // The current point has a number, too, but is not history yet.
        let own = isLive && row.sequence < sequence ? 1 : 0
        return ordinal - item.ordinal - own
    }
}

/// The prepared read statements of compaction.
final class SweepTable {
    private let next: Statement
    private let whole: Statement

    /// Prepares the statements.
    init(_ file: StoreFile) throws(StoreError) {
        next = try file.prepare(
            "SELECT change.sequence, change.id, kind, time, body, head.sequence, state, "
                + "head.ordinal, offset, key, checksum FROM change LEFT JOIN head ON head.id = change.id "
                + "WHERE change.sequence > ?1 AND change.sequence <= ?2 "
                + "ORDER BY change.sequence LIMIT ?3"
        )
        whole = try file.prepare("SELECT \(Tables.rowColumns) FROM change WHERE sequence = ?1")
    }

    /// The size of a body that costs about as much to read as a row without one, in bytes.
    private static let bytesLikeARow = 1_024

    /// Returns at most `limit` rows of the log after `hand` and up to `last`, fewer if they
    /// are long.
    ///
    /// `newer` returns an item's newest state if the tables do not have it yet.
    func rows(
        after hand: SequenceNumber,
        upTo last: SequenceNumber,
        limit: Int,
        newer: (ItemID) -> ItemState?
    ) throws(StoreError) -> [SweptRow] {
        next.bind(all: hand, last, limit)
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

    private func row(_ newer: (ItemID) -> ItemState?) throws(StoreError) -> SweptRow {
        let sequence: SequenceNumber = next.int(0)
        let id: ItemID = next.int(1)
        let kind = RowKind(rawValue: UInt8(truncatingIfNeeded: next.int(2)))
        let what: SweptRow.What =
            switch kind {
            case .player: try player(sequence)
            case let kind? where kind.isOfItem: try item(sequence, id, newer)
            default: try other(sequence)
            }
        return SweptRow(sequence: sequence, id: id, time: next.int(3), what: what)
    }

    /// Returns a row about a player, without decoding a queue that may have thousands of items.
    private func player(_ sequence: SequenceNumber) throws(StoreError) -> SweptRow.What {
        let name = try body(of: sequence) { RecordCodec.playerName($0) }
        let offset: Int = next.int(8)
        let revision = Revision(sequence - offset)
        return .player(SweptRow.Player(key: ExactString(name), revision: revision))
    }

    /// Returns a row about an alert or an alias.
    private func other(_ sequence: SequenceNumber) throws(StoreError) -> SweptRow.What {
        whole.bind(1, sequence)
        defer { whole.reset() }
        guard try whole.step() else {
            throw StoreError(.corrupt, "log row \(sequence): index and table disagree")
        }
        return .other(OtherRow(try Tables.verifiedRow(of: whole)))
    }

    /// Returns a part of the body of a row that verifies.
    private func body<Part>(
        of sequence: SequenceNumber,
        _ decode: (UnsafeRawBufferPointer) -> Part?
    ) throws(StoreError) -> Part {
        let part = next.withBytes(4) { body -> Part? in
            let fitting = RowChecksum.ofChange(
                sequence,
                id: next.int(1),
                kind: next.int(2),
                offset: next.int(8),
                time: next.int(3),
                key: next.key(9).value,
                body
            )
            return fitting == next.word(10) ? decode(body) : nil
        }
        guard let part else {
            throw StoreError(.corrupt, "row \(sequence) of the log does not verify")
        }
        return part
    }

    private func item(
        _ sequence: SequenceNumber,
        _ id: ItemID,
        _ newer: (ItemID) -> ItemState?
    ) throws(StoreError) -> SweptRow.What {
        var item = SweptRow.Item()
        item.stored = next.optionalInt(5)
        item.state =
            if let state = newer(id) {
                StateBrief(
                    sequence: state.sequence,
                    isLive: state.kind.isLive,
                    ordinal: state.ordinal
                )
            } else {
                item.stored.map {
                    StateBrief(sequence: $0, isLive: next.int(6) == 1, ordinal: next.int(7))
                }
            }
        // Only the time of a state's own row is needed.
        guard let state = item.state, state.sequence != sequence else { return .item(item) }
        let brief = try body(of: sequence) { RecordCodec.brief($0) }
        item.nameBytes = brief.nameBytes
        item.ordinal = brief.ordinal
        return .item(item)
    }
}
