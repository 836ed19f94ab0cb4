// SPDX-License-Identifier: Apache-2.0

/// The status of playback at the time of an observation.
public enum Status: String, Sendable, CaseIterable {
    /// The item is playing, so its position advances.
    case playing
    /// Playback is paused and can continue.
    case paused
    /// The player reports the end of the item; the daemon decides whether to accept it.
    case finished
    /// Playback has failed; the snapshot's `reason` has the details.
    ///
    /// The position is stored as if playback were paused, and an alert is raised.
    case failed
}

/// The event that made a player send a snapshot.
public enum Cause: String, Sendable, CaseIterable {
    /// Time has passed during playback.
    case tick
    /// The user paused playback.
    case pause
    /// The user chose another position.
    case seek
    /// The item was opened.
    case load
    /// The item was closed.
    case stop
    /// The player changed to another item.
    case `switch`
    /// The player moved to the background.
    case background
}

/// One observation of an item by a player.
public struct Snapshot: Sendable, Equatable {
    /// The position, in seconds from the beginning of the item.
    public var position: Double
    /// The item: a URI, a path, or an ID that the player never changes, 1 to 1,024 bytes of UTF-8.
    ///
    /// It is stored without any change.
    public var item: String
    /// The player's name, 1 to 64 bytes of `[A-Za-z0-9._-]`.
    public var player: String
    /// The status of playback at the time of the observation.
    public var status: Status
    /// The duration of the item, in seconds; `nil` if it is unknown, or for a live stream.
    public var duration: Double?
    /// The playback speed, where 1 is normal; `nil` if it is unknown.
    public var rate: Double?
    /// The title of the item, for the user, up to 1 KiB.
    public var title: String?
    /// The description of the failure if the status is ``Status/failed``, up to 4 KiB.
    public var reason: String?
    /// The event that made the player send the snapshot; `nil` if it is unknown.
    ///
    /// Without a cause, a jump back counts as intended, and the position 0 is ignored.
    public var cause: Cause?
    /// The time of the observation, in milliseconds since 1970; `nil` for the time of arrival.
    public var at: Timestamp?
    /// The time until the resume point expires, in seconds; `nil` for the configured time.
    public var ttl: Int?
    /// True for a track of an album or an episode of a podcast, which has no credits.
    public var album: Bool?
    /// The position in an item that is not measured in seconds, such as a book.
    public var reading: ReadingPlace?
}

extension Snapshot {
    // This initialiser calls the memberwise one, which has its labels in a different order. Setting
    // the members of such a large struct one by one would copy and destroy it once more.
    /// Creates a snapshot of `item` by `player`; values that are left out are unknown.
    public init(
        item: String,
        player: String,
        status: Status,
        position: Double,
        duration: Double? = nil,
        rate: Double? = nil,
        title: String? = nil,
        reason: String? = nil,
        cause: Cause? = nil,
        at: Timestamp? = nil,
        ttl: Int? = nil,
        album: Bool? = nil,
        reading: ReadingPlace? = nil
    ) {
        self.init(
            position: position,
            item: item,
            player: player,
            status: status,
            duration: duration,
            rate: rate,
            title: title,
            reason: reason,
            cause: cause,
            at: at,
            ttl: ttl,
            album: album,
            reading: reading
        )
    }
}

/// The position at which to resume an item, and where it was observed.
public struct ResumePoint: Sendable, Equatable {
    /// The revision at which the resume point was written.
    public var revision: Revision
    /// The item's own name, which is never an alias.
    public var item: String
    /// The player that observed the position.
    public var player: String
    /// The status of playback, which is never `finished`.
    public var status: Status
    /// The position, in seconds from the beginning of the item.
    public var position: Double
    /// The duration of the item, in seconds; `nil` if it is unknown.
    public var duration: Double?
    /// The title of the item, for the user; `nil` if it is unknown.
    public var title: String?
    /// The label of the device on which the position was observed.
    public var device: String
    /// The time of the observation, in milliseconds since 1970.
    public var at: Timestamp
    /// The time at which the resume point expires, in milliseconds since 1970.
    public var expiresAt: Timestamp
    /// The position in an item that is not measured in seconds, such as a book.
    public var reading: ReadingPlace?
}

extension ResumePoint {
    // As in a snapshot, the memberwise initialiser has its labels in a different order.
    /// Creates a resume point with the given members.
    public init(
        item: String,
        player: String,
        status: Status,
        position: Double,
        duration: Double?,
        title: String?,
        device: String,
        at: Timestamp,
        expiresAt: Timestamp,
        revision: Revision,
        reading: ReadingPlace? = nil
    ) {
        self.init(
            revision: revision,
            item: item,
            player: player,
            status: status,
            position: position,
            duration: duration,
            title: title,
            device: device,
            at: at,
            expiresAt: expiresAt,
            reading: reading
        )
    }
}

/// The effect of a snapshot on the item's resume point.
public enum Outcome: String, Sendable, CaseIterable {
    /// The snapshot has become the resume point.
    case saved
    /// The item is finished, and its resume point was removed.
    case cleared
    /// The resume point keeps its position, for the reason in ``SaveResult/reason``.
    case ignored
    /// The resume point is unchanged, because of an unexplained jump back; the first snapshot after
    /// the jump is kept in the history.
    case quarantined
}

/// The reason why a snapshot has not become the resume point.
public enum OutcomeReason: String, Sendable, CaseIterable {
    /// The position is too close to the beginning to be worth resuming.
    case atStart
    /// The position is too close to the end to be worth resuming.
    case atEnd
    /// A newer observation is stored, the item was cleared or finished later, or a surface repeated
    /// an old position.
    case stale
    /// The snapshot has the status and the position of the resume point.
    case unchanged
    /// The snapshot was older than its time to live when it arrived.
    case expired
    /// The position is an unexplained jump back, shortly after the player attached or first
    /// reported the item.
    case jump
}

/// The reply to a snapshot.
public struct SaveResult: Sendable, Equatable {
    /// The effect of the snapshot on the item's resume point.
    public var outcome: Outcome
    /// The reason why the snapshot was not saved; `nil` if it was saved or has finished the item.
    public var reason: OutcomeReason?
    /// The revision of the store at the time of the reply.
    public var revision: Revision
    /// The status by which the snapshot was judged, if it differs from the one that was sent.
    ///
    /// For example, ``Status/finished`` is judged as ``Status/paused`` far from a known end.
    public var status: Status?
    /// The time at which the item was cleared or finished, in milliseconds since 1970; set only if
    /// the snapshot is stale for that reason.
    public var removedAt: Timestamp?
    /// The time by which the snapshot was judged, in milliseconds since 1970; set only if the time
    /// that the snapshot states was more than five minutes ahead.
    public var at: Timestamp?

    /// Creates a result with the given members.
    public init(
        outcome: Outcome,
        reason: OutcomeReason?,
        revision: Revision,
        status: Status? = nil,
        removedAt: Timestamp? = nil,
        at: Timestamp? = nil
    ) {
        self.outcome = outcome
        self.reason = reason
        self.revision = revision
        self.status = status
        self.removedAt = removedAt
        self.at = at
    }
}

/// A period during which an item was played.
public struct PlayedRun: Sendable, Equatable {
    /// The name of the item that was played.
    public var item: String
    /// The title of the item; `nil` if there is none.
    public var title: String?
    /// The name of the player that played the item.
    public var player: String
    /// The label of the device on which the item was played.
    public var device: String
    /// The end of the period, in milliseconds since 1970.
    public var at: Timestamp
    /// The time played within the period, in seconds.
    public var seconds: Double

    /// Creates a period with the given members.
    public init(
        item: String,
        title: String?,
        player: String,
        device: String,
        at: Timestamp,
        seconds: Double
    ) {
        self.item = item
        self.title = title
        self.player = player
        self.device = device
        self.at = at
        self.seconds = seconds
    }
}

/// The reason why a value of an item is no longer current.
public enum Ending: String, Sendable, CaseIterable {
    /// Another value has replaced the value, or was preferred to it in a conflict or when two items
    /// became one.
    case replaced
    /// A client removed the value, or the item was finished.
    case cleared
    /// The time to live of the value has ended.
    case expired
    /// The value was quarantined as an unexplained jump back, and never was the resume point.
    case quarantined
}

/// An older value of an item, as listed in its history.
public struct HistoryEntry: Sendable, Equatable {
    /// The revision at which the value was written.
    public var revision: Revision
    /// The value, as a resume point.
    public var point: ResumePoint
    /// The reason why the value is no longer current.
    public var ending: Ending
    /// True if the value was cleared because the item was played to its end, or left in its
    /// credits.
    public var finished: Bool?
    /// True if the value was never the item's resume point.
    public var aside: Bool?
    /// Details about the ending, for the user; `nil` if there are none.
    public var reason: String?
    /// The time at which the value ended, in milliseconds since 1970.
    public var endedAt: Timestamp

    /// The name of the ending, which is `finished` if the item was finished.
    package var endingName: String { finished == true ? "finished" : ending.rawValue }

    /// Creates an entry from its members.
    public init(
        revision: Revision,
        point: ResumePoint,
        ending: Ending,
        finished: Bool? = nil,
        aside: Bool? = nil,
        reason: String?,
        endedAt: Timestamp
    ) {
        self.revision = revision
        self.point = point
        self.ending = ending
        self.finished = finished
        self.aside = aside
        self.reason = reason
        self.endedAt = endedAt
    }
}
