internal import StateModel

/// What is stored of a player.
package struct PlayerRecord: Sendable, Equatable {
    /// Its name.
    package var name: String
    /// The current item's name, if it has one.
    package var item: String?
    /// Whether its latest snapshot said that it plays.
    package var playing: Bool
    /// The items after the current one, in order.
    package var queue: [String]
    /// When the current item expired, if a person has been told; 0: nobody has.
    package var toldExpiry = 0
    /// The revision of its latest change.
    package var revision: Int

    /// A player with all its members; nobody has been told of an expiry.
    package init(
        name: String,
        item: String?,
        playing: Bool,
        queue: [String] = [],
        revision: Int
    ) {
        self.name = name
        self.item = item
        self.playing = playing
        self.queue = queue
        self.revision = revision
    }
}

extension PlayerRecord {
    /// What a row says of its player without a row of the player's own: a snapshot that was
    /// saved on this device makes its item the current one.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - before: the row's player as it was.
    /// - Returns: the player after the row; nil: the row says nothing new of one.
    package static func derived(
        from row: LogRow,
        before: (String) -> PlayerRecord?
    ) -> PlayerRecord? {
        guard row.kind == .saved, case .item(let record) = row.body,
            record.device == 1
        else { return nil }
        let point = record.point
        let playing = point.status == .playing
        guard var player = before(point.player) else {
            return PlayerRecord(
                name: point.player,
                item: point.item,
                playing: playing,
                revision: row.revision
            )
        }
        // A position that moves on is no change of the player's.
        let isSame = player.item.map { Verbatim.same($0, point.item) } ?? false
        if isSame, player.playing == playing { return nil }
        player.item = point.item
        player.playing = playing
        player.revision = row.revision
        if !isSame, !player.queue.isEmpty {
            player.queue.removeAll { Verbatim.same($0, point.item) }
        }
        return player
    }
}
