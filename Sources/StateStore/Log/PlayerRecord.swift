// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The stored state of a player.
///
/// Each Save passes it from the batch to the memtable and to the statistics. Its content is shared:
/// a copy retains one object, and a change creates another.
package struct PlayerRecord: Sendable {
    private struct Members: Equatable {
        let key: ExactString
        var item: String?
        var playing: Bool
        var queue: PlayerQueue
        var reportedExpiry = Timestamp.epoch
        var changedAt = Timestamp.epoch
        var revision: Revision
    }

    private final class Shared: Sendable {
        let members: Members

        init(_ members: Members) {
            self.members = members
        }
    }

    private var shared: Shared

    /// Creates a player with all its members; no expiry has been reported to a person.
    package init(
        name: String,
        item: String?,
        playing: Bool,
        queue: [String] = [],
        revision: Revision
    ) {
        self.init(
            key: ExactString(name),
            item: item,
            playing: playing,
            queue: queue,
            revision: revision
        )
    }

    /// Creates a player with all its members, for callers that have already made a key of its name.
    package init(
        key: ExactString,
        item: String?,
        playing: Bool,
        queue: [String] = [],
        reportedExpiry: Timestamp = .epoch,
        changedAt: Timestamp = .epoch,
        revision: Revision
    ) {
        self.init(
            key: key,
            item: item,
            playing: playing,
            queue: PlayerQueue(queue),
            reportedExpiry: reportedExpiry,
            changedAt: changedAt,
            revision: revision
        )
    }

    private init(
        key: ExactString,
        item: String?,
        playing: Bool,
        queue: PlayerQueue,
        reportedExpiry: Timestamp,
        changedAt: Timestamp,
        revision: Revision
    ) {
        shared = Shared(
            Members(
                key: key,
                item: item,
                playing: playing,
                queue: queue,
                reportedExpiry: reportedExpiry,
                changedAt: changedAt,
                revision: revision
            )
        )
    }

    /// The player's name.
    package var name: String { shared.members.key.text }
    /// The player's name as a lookup key.
    package var key: ExactString { shared.members.key }

    /// The current item's name, if it has one.
    package var item: String? {
        get { shared.members.item }
        set { change { $0.item = newValue } }
    }

    /// True if the player's latest snapshot said that it plays.
    package var playing: Bool {
        get { shared.members.playing }
        set { change { $0.playing = newValue } }
    }

    /// The items after the current one, in order.
    ///
    /// A change in place, such as an append, copies the whole queue; reading copies it if items
    /// were taken out of it.
    package var queue: [String] {
        get { shared.members.queue.items }
        set { change { $0.queue = PlayerQueue(newValue) } }
    }

    /// The number of items in the queue.
    package var queueCount: Int { shared.members.queue.count }

    /// Removes an item from the queue.
    package mutating func removeFromQueue(_ item: String) {
        var queue = shared.members.queue
        guard queue.remove(item) else { return }
        change { $0.queue = queue }
    }

    /// Removes the first item of the queue and returns it; `nil` if the queue is empty.
    package mutating func takeFirstOfQueue() -> String? {
        guard queueCount > 0 else { return nil }
        var first: String?
        change { first = $0.queue.removeFirst() }
        return first
    }

    /// The expiry of the current item that was reported to a person, in milliseconds since 1970.
    ///
    /// 0 if none was reported.
    package var reportedExpiry: Timestamp {
        get { shared.members.reportedExpiry }
        set { change { $0.reportedExpiry = newValue } }
    }

    /// The time of the observation that changed the current item last, in milliseconds since 1970.
    ///
    /// ``Timestamp/epoch`` if none has since the record knows of it.
    package var changedAt: Timestamp {
        get { shared.members.changedAt }
        set { change { $0.changedAt = newValue } }
    }

    /// The revision of the player's latest change.
    package var revision: Revision {
        get { shared.members.revision }
        set { change { $0.revision = newValue } }
    }

    private mutating func change(_ body: (inout Members) -> Void) {
        var members = shared.members
        body(&members)
        shared = Shared(members)
    }
}

extension PlayerRecord: Equatable {
    /// Returns true if both share their content or have equal content.
    package static func == (one: PlayerRecord, other: PlayerRecord) -> Bool {
        one.shared === other.shared || one.shared.members == other.shared.members
    }
}

extension PlayerRecord {
    /// Returns the player's state after a row that is not about the player itself.
    ///
    /// A snapshot that was saved on this device makes its item the current one.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - before: the row's player as it was.
    /// - Returns: the player after the row; `nil` if the row does not change a player.
    package static func derived(
        from row: LogRow,
        before: (ExactString) -> PlayerRecord?
    ) -> PlayerRecord? {
        guard let state = ItemState(row) else { return nil }
        return derived(from: state, before: before)
    }

    /// Returns the player's state after the state that a row about an item produces by itself.
    ///
    /// - Parameters:
    ///   - row: the state.
    ///   - key: the player's name, if a caller has already made a key of it.
    ///   - before: the row's player as it was.
    /// - Returns: the player after the row; `nil` if the row does not change a player.
    static func derived(
        from row: ItemState,
        key: ExactString? = nil,
        before: (ExactString) -> PlayerRecord?
    ) -> PlayerRecord? {
        guard row.kind == .saved, row.record.device == .own else { return nil }
        let item = row.record.point.item
        let playing = row.record.point.status == .playing
        let key = key ?? ExactString(row.record.point.player)
        guard let player = before(key) else {
            return PlayerRecord(
                key: key,
                item: item,
                playing: playing,
                changedAt: row.record.point.at,
                revision: row.revision
            )
        }
        // A new position is not a change of the player.
        let isSame = player.item.map { ExactString.same($0, item) } ?? false
        if isSame, player.playing == playing { return nil }
        var queue = player.shared.members.queue
        if !isSame { _ = queue.remove(item) }
        return PlayerRecord(
            key: key,
            item: item,
            playing: playing,
            queue: queue,
            reportedExpiry: player.reportedExpiry,
            changedAt: isSame ? player.changedAt : row.record.point.at,
            revision: row.revision
        )
    }
}
