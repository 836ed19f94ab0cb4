// SPDX-License-Identifier: Apache-2.0
package import StateModel

package enum RowKind: UInt8, Sendable {
    case saved = 1
    /// A resume point was written again: after a restart of the daemon, by Undo, or to resolve a
    /// conflict.
    case restored = 2
    /// The times of a resume point were changed, for example because its time to live was
    /// restarted.
    case renewed = 3
    /// A resume point was removed, for example because the item was finished.
    case cleared = 4
    case expired = 5
    /// A snapshot was rejected as a jump, and is history only.
    case quarantined = 6
    /// A snapshot had expired when it arrived, and is history only.
    case archived = 7
    case player = 8
    /// An alert was raised or dismissed, or its cause is being retried.
    case alert = 9
    /// An item gained or lost an alias.
    case aliased = 10
    /// The value of a name that became an alias, as history only.
    case merged = 11
    /// The value of a name that became an alias, now the item's resume point.
    case joined = 12

    /// A value of another device that lost a conflict, as history only.
    case lost = 13
    /// An older value of a name that became an alias, as history only.
    case inherited = 14

    /// True if the item has a current resume point after the row.
    package var isLive: Bool {
        self == .saved || self == .restored || self == .renewed || self == .joined
    }
    package var isOfItem: Bool { self != .player && self != .alert && self != .aliased }
    /// True for a row that is kept only for the history and does not change the resume point.
    package var isHistoryOnly: Bool {
        switch self {
        case .quarantined, .archived, .merged, .lost, .inherited: true
        default: false
        }
    }
}

/// A link from a row to the newest older value of the same item in the history.
package struct Link: Sendable, Equatable {
    package var sequence: SequenceNumber
    /// The reason why the value is no longer current.
    package var ending: Ending
    /// True if the value was cleared because the item was finished.
    package var isFinished = false
    package var endedAt: Timestamp
}

/// The content of a row about an item: a value, and its position in the item's history.
package struct ItemRecord: Sendable, Equatable {
    /// The written value, or in a row that removes a value, the removed one.
    ///
    /// The revision and the device label are not stored; reading fills them in.
    package var point: ResumePoint
    /// The device that observed the value.
    package var device: DeviceID
    package var link: Link?
    /// The sequence number of the newest history-only row added while the previous value was
    /// current; in a history-only row, that of the history-only row before it.
    package var historyOnly: SequenceNumber?
    /// The number of the value, counted from 1 for the oldest value that the history may contain.
    ///
    /// A row that removes a value has the highest number assigned so far.
    package var ordinal = 1
    /// The start of the playback that this value continues.
    package var since: Timestamp
    /// The time played since ``since``, in milliseconds.
    package var playedMilliseconds = 0
    /// True if the item was playing when its player disconnected or the daemon stopped.
    package var interrupted = false
    /// True for a track of an album, which has no credits at its end.
    package var isAlbumTrack = false
    /// True in a row that removes a value because the item is finished.
    package var isOver = false
    /// The change in the number of current resume points that the row causes: 1, 0 or -1.
    package var currentDelta = 0
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
    package var isLast: Bool
}

package struct LogRow: Sendable, Equatable {
    /// The sequence number, one more than that of the previous row.
    package var sequence: SequenceNumber
    /// The number of earlier rows that the same call wrote; all rows of a call share one revision.
    package var offset: Int
    package var kind: RowKind
    /// The number of the item; 0 if the row concerns no item.
    package var id: ItemID
    /// The trusted time at which the row was written.
    package var time: Timestamp
    package var key: OrderKey
    package var body: Body

    package enum Body: Sendable, Equatable {
        case item(ItemRecord)
        case player(PlayerRecord)
        case alert(Alert)
        case alias(AliasRecord)
    }

    /// The revision that clients see: the sequence number of the first row of the call.
    package var revision: Revision { Revision(sequence - offset) }
}

package struct AliasRecord: Sendable, Equatable {
    package var name: String
    package var isRemoved: Bool

    package init(name: String, isRemoved: Bool) {
        self.name = name
        self.isRemoved = isRemoved
    }
}
