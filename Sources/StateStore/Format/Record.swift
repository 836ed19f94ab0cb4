// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The kind of a row of the change log.
package enum RowKind: UInt8, Sendable {
    /// A resume point was written.
    case saved = 1
    /// A resume point was restored by a restart or by Undo.
    case restored = 2
    /// A resume point's time to live was restarted.
    case renewed = 3
    /// A resume point was removed by a client or as finished.
    case cleared = 4
    /// A resume point reached its expiry.
    case expired = 5
    /// A snapshot was rejected as a jump and kept as history only; the resume point is unchanged.
    case quarantined = 6
    /// A snapshot that arrived expired was kept as history only; the resume point is unchanged.
    case archived = 7
    /// A player's state changed.
    case player = 8
    /// An alert was raised, is being retried, or was dismissed.
    case alert = 9
    /// An item gained or lost an alias.
    case aliased = 10
    /// The value stored under a name that became an alias; the item's resume point is unchanged.
    case merged = 11
    /// The value stored under a name that became an alias, which is now the item's resume point.
    case joined = 12

    /// A value from another device that lost a conflict; the resume point is unchanged.
    case lost = 13

    /// True if the row leaves the item with a current resume point.
    package var isLive: Bool {
        self == .saved || self == .restored || self == .renewed || self == .joined
    }
    /// True if the row holds a value of an item.
    package var isOfItem: Bool { self != .player && self != .alert && self != .aliased }
    /// True if the row is history only and leaves the item's resume point unchanged.
    package var isHistoryOnly: Bool {
        self == .quarantined || self == .archived || self == .merged || self == .lost
    }
}

/// A link from a row to the newest older value of the same item that the history keeps.
package struct Link: Sendable, Equatable {
    /// The sequence number of the row that holds the value.
    package var sequence: SequenceNumber
    /// The way in which the value ended.
    package var ending: Ending
    /// True if it was cleared because the item was finished.
    package var isFinished = false
    /// The time at which the value ended, in milliseconds since 1970.
    package var endedAt: Timestamp
}

/// The content of a row about an item: a value, and its position in the item's history.
package struct ItemRecord: Sendable, Equatable {
    /// The written value; in a row that removes a value, the removed one.
    ///
    /// The revision and the device label are filled in on reading.
    package var point: ResumePoint
    /// The number of the device that observed the value; 1 is this device.
    package var device: DeviceID
    /// The link to the newest older value that is kept, if any.
    package var link: Link?
    /// The newest history-only snapshot taken while the previous value was current.
    package var historyOnly: SequenceNumber?
    /// The value's number among those that the history may list; the oldest has 1.
    ///
    /// A row that removes a value has the highest number assigned so far.
    package var ordinal = 1
    /// The start of the playback that this observation continues, in milliseconds since 1970.
    package var since: Timestamp
    /// The playback time since that start, in milliseconds.
    package var playedMilliseconds = 0
    /// True if the item was playing when the player or the daemon disconnected.
    package var interrupted = false
    /// True for a part of an album, which has no credits.
    package var isAlbumTrack = false
    /// True in a row that removes a value because the item is finished.
    package var isOver = false
    /// The change in the number of current resume points: 1, 0 or -1.
    package var standingDelta = 0
}

extension ItemRecord {
    // Calls the memberwise initialiser; see `Snapshot`'s for the reason.
    /// Creates a record of `point` without history.
    package init(point: consuming ResumePoint, device: DeviceID) {
        point.device = ""
        point.revision = .zero
        self.init(point: point, device: device, since: point.at)
    }
}

/// A page of rows of the log, oldest first.
package struct LogPage: Sendable, Equatable {
    package var rows: [LogRow]
    /// True if these are the last rows of the log.
    package var isLast: Bool
}

/// One row of the change log.
package struct LogRow: Sendable, Equatable {
    /// The sequence number: one more than that of the previous row.
    package var sequence: SequenceNumber
    /// The number of earlier rows of the same call; all rows of a call share one revision.
    package var offset: Int
    package var kind: RowKind
    /// The item's number; 0 in a row that concerns no item.
    package var id: ItemID
    /// The trusted time at which the row was written, in milliseconds since 1970.
    package var time: Timestamp
    /// The row's order key among the writes of all devices.
    package var key: OrderKey
    /// The content of the row.
    package var body: Body

    /// The contents of a row, by its subject.
    package enum Body: Sendable, Equatable {
        /// A row about an item.
        case item(ItemRecord)
        /// A row about a player.
        case player(PlayerRecord)
        /// A row about an alert.
        case alert(Alert)
        /// A row about an alias of an item.
        case alias(AliasRecord)
    }

    /// The revision that clients see: the sequence number of the first row of the same call.
    package var revision: Revision { Revision(sequence - offset) }
}

/// An alias that an item gained or lost.
package struct AliasRecord: Sendable, Equatable {
    package var name: String
    /// True if the name no longer belongs to the item.
    package var isRemoved: Bool

    /// Creates a record of a name that an item gained or lost.
    package init(name: String, isRemoved: Bool) {
        self.name = name
        self.isRemoved = isRemoved
    }
}
