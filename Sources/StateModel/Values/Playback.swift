// SPDX-License-Identifier: Apache-2.0

/// The status of playback when it was observed.
public enum Status: String, Sendable, CaseIterable {
    /// The item is playing.
    case playing
    /// Playback is paused and can continue.
    case paused
    /// The player reports the end of the item, subject to the policy.
    case finished
    /// Playback failed; it counts as paused, and the snapshot's `reason` has the details.
    case failed
}

/// The event that made the player send a snapshot.
public enum Cause: String, Sendable, CaseIterable {
    /// Time passed while playing.
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

/// One observation of one item by one player.
public struct Snapshot: Sendable, Equatable {
    /// Seconds from the item's beginning.
    public var position: Double
    /// A URI, a path or the player's own stable ID: 1 to 1024 bytes of UTF-8, kept verbatim.
    public var item: String
    /// The player's name: 1 to 64 bytes of `[A-Za-z0-9._-]`.
    public var player: String
    /// The status of playback.
    public var status: Status
    /// The item's length in seconds; `nil` if unknown, or for a live stream.
    public var duration: Double?
    /// The playback speed, where 1 is normal; `nil` if unknown.
    public var rate: Double?
    /// The item's title, for the user; at most 1 KiB.
    public var title: String?
    /// The description of the failure, with ``Status/failed``; at most 4 KiB.
    public var reason: String?
    /// The event that made the player send the snapshot; `nil` if the position is intended.
    public var cause: Cause?
    /// The time of the observation, in milliseconds since 1970; `nil` for now.
    public var at: Timestamp?
    /// The seconds until the resume point expires; `nil` for the configured time.
    public var ttl: Int?
    /// True for a part of an album or podcast series, which has no credits.
    public var album: Bool?
    /// The place in an item that has no seconds.
    public var reading: ReadingPlace?
}

extension Snapshot {
    // This initialiser calls the memberwise one, from which only the order of its labels differs.
    // Setting a struct of this size member by member copies all of it and destroys it once more.
    /// Creates a snapshot of `item` by `player`; an omitted value is unknown.
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

/// The position at which to resume an item, and its source.
public struct ResumePoint: Sendable, Equatable {
    /// The store's revision that wrote it.
    public var revision: Revision
    /// The item's own name, never an alias.
    public var item: String
    /// The player that observed it.
    public var player: String
    /// The status of playback; never `finished` in a resume point.
    public var status: Status
    /// Seconds from the item's beginning.
    public var position: Double
    /// The item's length in seconds, if known.
    public var duration: Double?
    /// The item's title to display.
    public var title: String?
    /// The label of the device where it was observed.
    public var device: String
    /// The time of the observation, in milliseconds since 1970.
    public var at: Timestamp
    /// The time at which it expires, in milliseconds since 1970.
    public var expiresAt: Timestamp
    /// The place in an item that has no seconds.
    public var reading: ReadingPlace?
}

extension ResumePoint {
    // As in a snapshot, only the order of the labels differs from the memberwise initialiser.
    /// Creates a resume point from its members.
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

/// The outcome of a snapshot.
public enum Outcome: String, Sendable, CaseIterable {
    /// The snapshot is now the resume point.
    case saved
    /// The item was finished, and its resume point removed.
    case cleared
    /// The resume point is unchanged.
    case ignored
    /// The resume point is unchanged, and the snapshot is in quarantine as an unexplained jump.
    case quarantined
}

/// The reason why a snapshot did not become the resume point.
public enum OutcomeReason: String, Sendable, CaseIterable {
    /// Too close to the beginning to be worth resuming.
    case atStart
    /// Too close to the end to be worth resuming.
    case atEnd
    /// A newer observation is stored.
    case stale
    /// Equal to the stored value.
    case unchanged
    /// Older than its time to live when it arrived.
    case expired
    /// An unexplained jump back right after loading.
    case jump
}

/// The reply to one snapshot.
public struct SaveResult: Sendable, Equatable {
    /// The outcome of the snapshot.
    public var outcome: Outcome
    /// The reason why the snapshot was not saved; `nil` if it was saved or cleared the item.
    public var reason: OutcomeReason?
    /// The store's revision as of the reply.
    public var revision: Revision
    /// The status under which the snapshot was judged, if it differs from the status sent.
    ///
    /// ``Status/finished`` without a known end counts as ``Status/paused``.
    public var status: Status?
    /// The time at which the item was cleared or finished, in milliseconds since 1970, if that is
    /// why the snapshot is stale.
    public var removedAt: Timestamp?
    /// The time under which the snapshot was judged, in milliseconds since 1970, if the snapshot's
    /// own time was more than five minutes ahead.
    public var at: Timestamp?

    /// Creates a result from its members.
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

/// A period of playback of an item.
public struct PlayedRun: Sendable, Equatable {
    /// The item.
    public var item: String
    /// The title of the item; `nil` if there is none.
    public var title: String?
    /// The player.
    public var player: String
    /// The device.
    public var device: String
    /// The end of the period, in milliseconds since 1970.
    public var at: Timestamp
    /// The playback time in the period, in seconds.
    public var seconds: Double

    /// Creates a period from its members.
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

/// The way in which a value of an item ended.
public enum Ending: String, Sendable, CaseIterable {
    /// A newer value replaced the value.
    case replaced
    /// A client removed the value.
    case cleared
    /// The value's time to live expired.
    case expired
    /// The value never became the resume point.
    case quarantined
}

/// An older value of an item.
public struct HistoryEntry: Sendable, Equatable {
    /// The revision that wrote the value.
    public var revision: Revision
    /// The value itself.
    public var point: ResumePoint
    /// The way in which it ended.
    public var ending: Ending
    /// True if the value was cleared because the item was finished.
    public var finished: Bool?
    /// True if the value never was the resume point.
    public var aside: Bool?
    /// Human-readable details about the ending.
    public var reason: String?
    /// The time at which it ended, in milliseconds since 1970.
    public var endedAt: Timestamp

    /// The name of the ending, which is `finished` for an item that was played to its end.
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
