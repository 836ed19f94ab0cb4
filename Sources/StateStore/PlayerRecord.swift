package import StateModel

/// What is stored of a player.
///
/// Each Save hands it from the batch to the ledger and to the figures. What it holds is shared: to
/// copy it is to retain one thing, and to change it is to make another.
package struct PlayerRecord: Sendable {
    private struct Members: Equatable {
        let key: Verbatim
        var item: String?
        var playing: Bool
        var queue: [String]
        var toldExpiry = 0
        var revision: Int
    }

    private final class Shared: Sendable {
        let members: Members

        init(_ members: Members) {
            self.members = members
        }
    }

    private var shared: Shared

    /// A player with all its members; nobody has been told of an expiry.
    package init(
        name: String,
        item: String?,
        playing: Bool,
        queue: [String] = [],
        revision: Int
    ) {
        self.init(
            key: Verbatim(name),
            item: item,
            playing: playing,
            queue: queue,
            revision: revision
        )
    }

    /// The same, where somebody has made a key of its name already.
    package init(
        key: Verbatim,
        item: String?,
        playing: Bool,
        queue: [String] = [],
        toldExpiry: Int = 0,
        revision: Int
    ) {
        shared = Shared(
            Members(
                key: key,
                item: item,
                playing: playing,
                queue: queue,
                toldExpiry: toldExpiry,
                revision: revision
            )
        )
    }

    /// Its name.
    package var name: String { shared.members.key.text }
    /// Its name, to look for it by.
    package var key: Verbatim { shared.members.key }

    /// The current item's name, if it has one.
    package var item: String? {
        get { shared.members.item }
        set { change { $0.item = newValue } }
    }

    /// Whether its latest snapshot said that it plays.
    package var playing: Bool {
        get { shared.members.playing }
        set { change { $0.playing = newValue } }
    }

    /// The items after the current one, in order.
    package var queue: [String] {
        get { shared.members.queue }
        set { change { $0.queue = newValue } }
    }

    /// When the current item expired, if a person has been told; 0: nobody has.
    package var toldExpiry: Int {
        get { shared.members.toldExpiry }
        set { change { $0.toldExpiry = newValue } }
    }

    /// The revision of its latest change.
    package var revision: Int {
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
    package static func == (one: PlayerRecord, other: PlayerRecord) -> Bool {
        one.shared === other.shared || one.shared.members == other.shared.members
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
        before: (Verbatim) -> PlayerRecord?
    ) -> PlayerRecord? {
        guard let head = Head(row) else { return nil }
        return derived(from: head, before: before)
    }

    /// The same, for the state that a row about an item makes by itself.
    ///
    /// - Parameters:
    ///   - row: the state.
    ///   - key: the player's name, where somebody has made a key of it already.
    ///   - before: the row's player as it was.
    /// - Returns: the player after the row; nil: the row says nothing new of one.
    static func derived(
        from row: Head,
        key: Verbatim? = nil,
        before: (Verbatim) -> PlayerRecord?
    ) -> PlayerRecord? {
        guard row.kind == .saved, row.record.device == 1 else { return nil }
        let item = row.record.point.item
        let playing = row.record.point.status == .playing
        let key = key ?? Verbatim(row.record.point.player)
        guard let player = before(key) else {
            return PlayerRecord(key: key, item: item, playing: playing, revision: row.revision)
        }
        // A position that moves on is no change of the player's.
        let isSame = player.item.map { Verbatim.same($0, item) } ?? false
        if isSame, player.playing == playing { return nil }
        var queue = player.queue
        if !isSame, !queue.isEmpty { queue.removeAll { Verbatim.same($0, item) } }
        return PlayerRecord(
            key: key,
            item: item,
            playing: playing,
            queue: queue,
            toldExpiry: player.toldExpiry,
            revision: row.revision
        )
    }
}
