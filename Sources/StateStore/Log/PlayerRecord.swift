// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The state of a player.
///
/// A record is one reference to its members, because each Save copies it several times.
package struct PlayerRecord: Sendable, Equatable {
    private struct Members: Equatable {
        let key: ExactString
        var item: String?
        var playing: Bool
        /// The queue; `nil` if it is empty.
        var waiting: PlayerQueue?
        var reportedExpiry = Timestamp.epoch
        var changedAt = Timestamp.epoch
        var revision: Revision
    }

    private final class Box: Sendable {
        let members: Members

        init(_ members: Members) { self.members = members }
    }

    private var box: Box

    private var members: Members {
        get { box.members }
        set { box = Box(newValue) }
    }

    package init(key: ExactString, item: String?, playing: Bool, revision: Revision) {
        box = Box(Members(key: key, item: item, playing: playing, revision: revision))
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

    package static func == (one: PlayerRecord, other: PlayerRecord) -> Bool {
        one.box === other.box || one.box.members == other.box.members
    }

    package var key: ExactString { box.members.key }

    package var item: String? {
        get { box.members.item }
        set { members.item = newValue }
    }

    /// True if the player is playing its current item, as far as this device knows.
    package var playing: Bool {
        get { box.members.playing }
        set { members.playing = newValue }
    }

    /// The expiry of the current item that was last reported to the user; ``Timestamp/epoch`` if
    /// none was reported.
    package var reportedExpiry: Timestamp {
        get { box.members.reportedExpiry }
        set { members.reportedExpiry = newValue }
    }

    /// The time of the last change of the current item, or of a later change of the player by a
    /// snapshot that was not saved; ``Timestamp/epoch`` if it is unknown.
    package var changedAt: Timestamp {
        get { box.members.changedAt }
        set { members.changedAt = newValue }
    }

    package var revision: Revision {
        get { box.members.revision }
        set { members.revision = newValue }
    }

    package var name: String { key.text }

    package var queue: [String] {
        get { box.members.waiting?.items ?? [] }
        set { setQueue(PlayerQueue(newValue)) }
    }

    package var queueCount: Int { box.members.waiting?.count ?? 0 }

    package mutating func removeFromQueue(_ item: String) {
        var queue = box.members.waiting
        _ = queue?.remove(item)
        setQueue(queue)
    }

    package mutating func takeFirstOfQueue() -> String? {
        var queue = box.members.waiting
        let first = queue?.removeFirst()
        setQueue(queue)
        return first
    }

    private mutating func setQueue(_ queue: PlayerQueue?) {
        members.waiting = queue.flatMap { $0.count > 0 ? $0 : nil }
    }
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

extension PlayerRecord {
    /// The expiry time that marks the record of a forgotten player.
    ///
    /// A player is forgotten by writing another row of the player, which needs a mark. No item
    /// expires in 1970.
    private static let forgottenMark = Timestamp(1)

    /// True if the player was forgotten and has reported nothing since.
    package var isForgotten: Bool {
        item == nil && queue.isEmpty && !playing && reportedExpiry == Self.forgottenMark
    }

    package mutating func forget() {
        item = nil
        playing = false
        queue = []
        reportedExpiry = Self.forgottenMark
    }
}
