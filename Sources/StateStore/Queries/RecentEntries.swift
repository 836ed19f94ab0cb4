// SPDX-License-Identifier: Apache-2.0
internal import HeapModule

/// The entries of the table `recent`, of one player or of all players, newest first.
///
/// An entry may be outdated, so the reader compares it with the state of its item. The entries of
/// each player are read in small pieces, so that the first entries of many players cost little.
struct RecentEntries {
    private struct Head: Comparable {
        let place: ItemQueries.Recency
        /// The index of the player in `pieces`.
        let index: Int

        /// Returns true if the first entry is newer, because the heap returns its smallest element
        /// first.
        static func < (one: Head, other: Head) -> Bool { one.place > other.place }
    }

    /// Entries of one player that were read but not yet used, newest last.
    private struct Piece {
        let number: Int
        var entries: [ItemQueries.Recency]
        var isLast: Bool
    }

    /// The number of a player's entries that are read at once.
    private static let pieceSize = 16

    private let player: String?
    private let start: ItemQueries.Recency
    /// The number of the player that was added last.
    private var opened = 0
    private var pieces: [Piece] = []
    private var heads = Heap<Head>()
    /// True once the entries of all players have been added.
    private(set) var isOpen = false

    init(player: String?, before start: ItemQueries.Recency) {
        self.player = player
        self.start = start
    }

    /// The newest entry; `nil` if there are no more entries, or if players still have to be added.
    var newest: ItemQueries.Recency? { isOpen ? heads.min?.place : nil }

    /// Adds the entries of up to `limit` more players, and returns the number of players examined.
    mutating func open(
        _ limit: Int,
        by select: Statement,
        _ log: ChangeLog
    ) throws(StoreError) -> Int {
        guard !isOpen else { return 0 }
        let players =
            if let player {
                try log.prepare("SELECT number FROM player WHERE name = ?1", player)
            } else {
                try log.prepare(
                    "SELECT number FROM player WHERE number > ?1 ORDER BY number LIMIT ?2",
                    opened,
                    limit
                )
            }
        let numbers: [Int] = try players.integers()
        for number in numbers {
            let piece = try piece(of: number, before: start, by: select)
            guard let newest = piece.entries.last else { continue }
            heads.insert(Head(place: newest, index: pieces.count))
            pieces.append(piece)
        }
        opened = numbers.last ?? opened
        isOpen = player != nil || numbers.count < limit
        return numbers.count
    }

    mutating func advance(by select: Statement) throws(StoreError) {
        guard let index = heads.min?.index else { return }
        let passed = pieces[index].entries.removeLast()
        if pieces[index].entries.isEmpty, !pieces[index].isLast {
            pieces[index] = try piece(of: pieces[index].number, before: passed, by: select)
        }
        if let newest = pieces[index].entries.last {
            heads.replaceMin(with: Head(place: newest, index: index))
        } else {
            heads.removeMin()
        }
    }

    /// Prepares the statement that reads entries.
    ///
    /// The statement is prepared again for each slice, because the file may be reopened between
    /// slices.
    static func select(_ log: ChangeLog) throws(StoreError) -> Statement {
        try log.prepare(
            "SELECT at, id FROM recent WHERE player = ?1 AND (at, id) < (?2, ?3) "
                + "ORDER BY at DESC, id DESC LIMIT ?4"
        )
    }

    private func piece(
        of number: Int,
        before start: ItemQueries.Recency,
        by select: Statement
    ) throws(StoreError) -> Piece {
        select.bind(all: number, start.at, start.id, Self.pieceSize)
        var entries: [ItemQueries.Recency] = []
        while try select.step() {
            entries.append(ItemQueries.Recency(at: select.int(0), id: select.int(1)))
        }
        select.reset()
        let isLast = entries.count < Self.pieceSize
        entries.reverse()
        return Piece(number: number, entries: entries, isLast: isLast)
    }
}
