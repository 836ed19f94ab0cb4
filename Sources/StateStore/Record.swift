package import StateModel

/// What a row of the change log says.
package enum RowKind: UInt8, Sendable {
    /// A resume point was written.
    case saved = 1
    /// A resume point was brought back by a restart or by Undo.
    case restored = 2
    /// A resume point's time to live began anew.
    case renewed = 3
    /// A resume point was removed by a caller, or by finishing.
    case cleared = 4
    /// A resume point reached its expiry.
    case expired = 5
    /// A snapshot was put aside as a jump; the resume point stands.
    case quarantined = 6
    /// A snapshot was too old on arrival; the resume point stands.
    case archived = 7
    /// A player's state changed.
    case player = 8
    /// An alert was raised, is being retried, or was dismissed.
    case alert = 9
    /// An item got a name more or less.
    case aliased = 10
    /// What stood under a name that has become an alias of the item; its resume point stands.
    case merged = 11
    /// What stood under a name that has become an alias of the item is its resume point now.
    case joined = 12

    /// What another device said and lost a conflict with; the resume point stands.
    case lost = 13

    /// Whether an item's resume point stands after the row.
    package var isLive: Bool {
        self == .saved || self == .restored || self == .renewed || self == .joined
    }
    /// Whether the row leaves the item's resume point as it was.
    package var isAside: Bool {
        self == .quarantined || self == .archived || self == .merged || self == .lost
    }
}

/// From a row to the newest older value of the same item that is kept in the history.
package struct Link: Sendable, Equatable {
    /// The row of that value.
    package var sequence: Int
    /// How the value ended.
    package var ending: Ending
    /// When it ended, in milliseconds since 1970.
    package var endedAt: Int

    /// A link with all its members.
    package init(sequence: Int, ending: Ending, endedAt: Int) {
        self.sequence = sequence
        self.ending = ending
        self.endedAt = endedAt
    }
}

/// What a row about an item holds: the value, and its place in the item's history.
package struct ItemRecord: Sendable, Equatable {
    /// The value written or, in a row that removes one, the value removed.
    ///
    /// Its revision and device label are filled in when it is read.
    package var point: ResumePoint
    /// The number of the device that observed it; 1 is this one.
    package var device: Int
    /// The newest older value kept, if any.
    package var link: Link?
    /// The newest snapshot put aside while the value before this one stood, if any.
    package var aside: Int?
    /// The value's number among those that the item's history may list, the oldest being 1; in
    /// a row that removes a value, the newest number given so far.
    package var ordinal = 1
    /// When the run of observations began that this one goes on, in milliseconds since 1970.
    package var since: Int
    /// The player was playing when it or the daemon went away.
    package var interrupted = false
    /// How the number of standing points changed with the row: 1, 0 or -1.
    package var standingDelta = 0

    /// A record of `point` without a past.
    package init(point: ResumePoint, device: Int) {
        self.point = point
        self.point.device = ""
        self.point.revision = 0
        self.device = device
        since = point.at
    }
}

/// One row of the change log.
package struct LogRow: Sendable, Equatable {
    /// Its number: one more than the row's before it.
    package var sequence: Int
    /// How many rows of the same call came before it; they share one revision.
    package var offset: Int
    /// What it says.
    package var kind: RowKind
    /// The item's number; 0 in rows that concern none.
    package var id: Int
    /// Trusted time at which it was written, in milliseconds since 1970.
    package var time: Int
    /// Its place in the order of all devices' writes.
    package var key: OrderKey
    /// What it holds.
    package var body: Body

    /// What a row holds.
    package enum Body: Sendable, Equatable {
        /// A row about an item.
        case item(ItemRecord)
        /// A row about a player.
        case player(PlayerRecord)
        /// A row about an alert.
        case alert(Alert)
        /// A row about a further name of an item.
        case alias(AliasRecord)
    }

    /// The revision that clients see: that of the first row of the same call.
    package var revision: Int { sequence - offset }
}

/// A further name that an item got or lost.
package struct AliasRecord: Sendable, Equatable {
    /// The name.
    package var name: String
    /// It is a name of the item no longer.
    package var isRemoved: Bool

    /// A name that an item got or lost.
    package init(name: String, isRemoved: Bool) {
        self.name = name
        self.isRemoved = isRemoved
    }
}

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

/// The newest state of one item: the row that made it, and what came aside since.
///
/// It never changes, so that everybody who looks at it shares it: as a struct it is some 300 bytes,
/// with four texts to retain and release each time that one asks for it.
package final class Head: Sendable {
    /// The item's number.
    package let id: Int
    /// The row that made the state.
    package let sequence: Int
    /// The revision that clients see.
    package let revision: Int
    /// What that row said.
    package let kind: RowKind
    /// Its place in the order of all devices' writes.
    package let key: OrderKey
    /// What that row held.
    package let record: ItemRecord
    /// The newest snapshot put aside since, if any.
    package let aside: Int?
    /// The newest number given to a value of the item.
    package let ordinal: Int
    /// The time of an entry that looks at the item no later than at its expiry; nil: perhaps
    /// there is none.
    package let due: Int?

    /// The state that a row of an item makes of it; nil for rows that make none.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - aside: the newest snapshot put aside since, if any.
    ///   - ordinal: the newest number given to a value of the item; nil: the row's own.
    ///   - due: the time of an entry that looks at the item.
    package convenience init?(
        _ row: LogRow,
        aside: Int? = nil,
        ordinal: Int? = nil,
        due: Int? = nil
    ) {
        guard case .item(let record) = row.body else { return nil }
        self.init(row, record, aside: aside, ordinal: ordinal ?? record.ordinal, due: due)
    }

    private init(_ row: LogRow, _ record: ItemRecord, aside: Int?, ordinal: Int, due: Int?) {
        id = row.id
        sequence = row.sequence
        revision = row.revision
        kind = row.kind
        key = row.key
        self.record = record
        self.aside = aside
        self.ordinal = ordinal
        self.due = due
    }

    private init(_ head: Head, aside: Int?, ordinal: Int, due: Int?) {
        id = head.id
        sequence = head.sequence
        revision = head.revision
        kind = head.kind
        key = head.key
        record = head.record
        self.aside = aside
        self.ordinal = ordinal
        self.due = due
    }

    /// The state once the snapshot in `row` was put aside.
    func noting(aside row: LogRow, _ record: ItemRecord) -> Head {
        Head(self, aside: row.sequence, ordinal: record.ordinal, due: due)
    }

    /// The state with an entry of that time that looks at it, or none.
    func noting(due: Int?) -> Head {
        due == self.due ? self : Head(self, aside: aside, ordinal: ordinal, due: due)
    }

    /// The newest snapshot put aside since a point last stood, or since this one stands.
    package var newestAside: Int? {
        aside ?? (kind.isAside ? sequence : kind.isLive ? nil : record.aside)
    }

    /// The resume point, if one stands at `now`.
    package func standing(at now: Int) -> ResumePoint? {
        kind.isLive && record.point.expiresAt > now ? record.point : nil
    }

    /// When the resume point expired, if that is how it ended by `now`.
    package func expired(at now: Int) -> Int? {
        switch kind {
        case .saved, .restored, .renewed, .expired, .archived, .merged,
            .joined, .lost:
            record.point.expiresAt <= now ? record.point.expiresAt : nil
        case .cleared, .quarantined, .player, .alert, .aliased: nil
        }
    }
}

extension Head: Equatable {
    package static func == (one: Head, other: Head) -> Bool {
        one === other
            || one.id == other.id && one.sequence == other.sequence
                && one.revision == other.revision && one.kind == other.kind
                && one.key == other.key && one.record == other.record
                && one.aside == other.aside && one.ordinal == other.ordinal
                && one.due == other.due
    }
}

extension PlayerRecord {
    /// What a row says of its player without a row of the player's own: a snapshot that was
    /// saved on this device makes its item the current one.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - before: the row's player as it was.
    /// - Returns: the player after the row; nil: the row says nothing of one.
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
        if isSame, player.playing == playing { return player }
        player.item = point.item
        player.playing = playing
        player.revision = row.revision
        if !isSame { player.queue.removeAll { Verbatim.same($0, point.item) } }
        return player
    }
}
