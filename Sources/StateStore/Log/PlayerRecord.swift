// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct PlayerRecord: Sendable, Equatable {
    package let key: ExactString
    package var item: String?
    /// True if the player is playing its current item, as far as this device knows.
    package var playing: Bool
    /// The queue; `nil` if it is empty, since a record is copied several times for each Save.
    private var waiting: PlayerQueue? {
        didSet { if queueCount == 0 { waiting = nil } }
    }
    /// The expiry of the current item that was last reported to the user; ``Timestamp/epoch`` if
    /// none was reported.
    package var reportedExpiry = Timestamp.epoch
    /// The time of the last change of the current item, or of a later change of the player by a
    /// snapshot that was not saved; ``Timestamp/epoch`` if it is unknown.
    package var changedAt = Timestamp.epoch
    package var revision: Revision

    package init(key: ExactString, item: String?, playing: Bool, revision: Revision) {
        self.key = key
        self.item = item
        self.playing = playing
        self.revision = revision
    }

    package init(
        name: String,
        item: String?,
        playing: Bool,
        queue: [String] = [],
        revision: Revision
    ) {
        self.init(key: ExactString(name), item: item, playing: playing, revision: revision)
        self.queue = queue
    }

    package var name: String { key.text }

    package var queue: [String] {
        get { waiting?.items ?? [] }
        set { waiting = PlayerQueue(newValue) }
    }

    package var queueCount: Int { waiting?.count ?? 0 }

    package mutating func removeFromQueue(_ item: String) { _ = waiting?.remove(item) }

    package mutating func takeFirstOfQueue() -> String? { waiting?.removeFirst() }
}

extension PlayerRecord {
    /// Returns the player's state after a row about an item; `nil` if the row does not change a
    /// player.
    ///
    /// A snapshot that was saved on this device makes its item the current one. `before` returns
    /// the player before the row.
    static func derived(
        from row: ItemState,
        key: ExactString? = nil,
        before: (ExactString) -> PlayerRecord?
    ) -> PlayerRecord? {
        guard row.kind == .saved, row.record.device == .own else { return nil }
        let item = row.record.point.item
        let playing = row.record.point.status == .playing
        let key = key ?? ExactString(row.record.point.player)
        guard var player = before(key) else {
            var player = PlayerRecord(
                key: key,
                item: item,
                playing: playing,
                revision: row.revision
            )
            player.changedAt = row.record.point.at
            return player
        }
        // A new position of the same item does not change the player.
        let isSame = ExactString.same(player.item, item)
        if isSame, player.playing == playing { return nil }
        player.playing = playing
        player.revision = row.revision
        guard !isSame else { return player }
        player.item = item
        player.removeFromQueue(item)
        player.changedAt = row.record.point.at
        return player
    }
}
