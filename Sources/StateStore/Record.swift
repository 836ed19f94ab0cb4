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
    /// Whether the row holds a value of an item.
    package var isOfItem: Bool { self != .player && self != .alert && self != .aliased }
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
}

extension ItemRecord {
    // By way of the initialiser that the compiler makes: see Snapshot's.
    /// A record of `point` without a past.
    package init(point: consuming ResumePoint, device: Int) {
        point.device = ""
        point.revision = 0
        self.init(point: point, device: device, since: point.at)
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
