/// How playback stood when it was observed.
public enum Status: String, Sendable, CaseIterable {
    /// Sound or picture moves on.
    case playing
    /// It stands still and can go on.
    case paused
    /// The player says that the item is over; policy decides whether that is so.
    case finished
    /// It broke off; counts as paused, and the snapshot's `reason` says what failed.
    case failed
}

/// What made the player send a snapshot.
public enum Cause: String, Sendable, CaseIterable {
    /// Time passed while playing.
    case tick
    /// The person paused.
    case pause
    /// The person chose another position.
    case seek
    /// The item was opened.
    case load
    /// The item was closed.
    case stop
    /// Another item took its place.
    case `switch`
    /// The player went out of sight.
    case background
}

/// One observation of one item by one player.
public struct Snapshot: Sendable, Equatable {
    /// Seconds from the item's beginning.
    public var position: Double
    /// A URI, a path or the player's own stable id: 1 to 1024 bytes of UTF-8, kept verbatim.
    public var item: String
    /// The player's name: 1 to 64 bytes of `[A-Za-z0-9._-]`.
    public var player: String
    /// How playback stood.
    public var status: Status
    /// The item's length in seconds; nil: not known, or a live stream.
    public var duration: Double?
    /// Playback speed, 1 being normal; nil: not told.
    public var rate: Double?
    /// What a person calls the item; at most 1 KiB.
    public var title: String?
    /// What failed, with ``Status/failed``; at most 4 KiB.
    public var reason: String?
    /// What made the player send it; nil: a caller who means what it says.
    public var cause: Cause?
    /// When it was observed, in milliseconds since 1970; nil: now.
    public var at: Int?
    /// Seconds until the resume point expires; nil: as configured.
    public var ttl: Int?
}

extension Snapshot {
    // By way of the initialiser that the compiler makes, which is told from this one by the order: one
    // that sets a struct of this size member by member copies the whole and destroys it once more.
    /// A snapshot of `item` by `player`; whatever is not given is not known.
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
        at: Int? = nil,
        ttl: Int? = nil
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
            ttl: ttl
        )
    }
}

/// The position worth coming back to, and where it came from.
public struct ResumePoint: Sendable, Equatable {
    /// The store's revision that wrote it.
    public var revision: Int
    /// The item's own name, never an alias.
    public var item: String
    /// The player that observed it.
    public var player: String
    /// How playback stood; `finished` never stands in a resume point.
    public var status: Status
    /// Seconds from the item's beginning.
    public var position: Double
    /// The item's length in seconds, if known.
    public var duration: Double?
    /// What a person calls the item.
    public var title: String?
    /// The label of the device where it was observed.
    public var device: String
    /// When it was observed, in milliseconds since 1970.
    public var at: Int
    /// When it ceases to be served, in milliseconds since 1970.
    public var expiresAt: Int
}

extension ResumePoint {
    // As a snapshot's: in another order.
    /// A resume point with all its members.
    public init(
        item: String,
        player: String,
        status: Status,
        position: Double,
        duration: Double?,
        title: String?,
        device: String,
        at: Int,
        expiresAt: Int,
        revision: Int
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
            expiresAt: expiresAt
        )
    }
}

/// What became of a snapshot.
public enum Outcome: String, Sendable, CaseIterable {
    /// It is the resume point now.
    case saved
    /// The item was finished; its resume point is gone.
    case cleared
    /// The resume point stays as it was.
    case ignored
    /// The resume point stays, and the snapshot is kept aside as a jump nobody explained.
    case quarantined
}

/// Why a snapshot did not become the resume point.
public enum Why: String, Sendable, CaseIterable {
    /// So near the beginning that there is nothing to come back to.
    case atStart
    /// So near the end that there is nothing to come back to.
    case atEnd
    /// A newer observation is stored.
    case stale
    /// Equal to what is stored.
    case unchanged
    /// Older than its time to live when it arrived.
    case expired
    /// An unexplained jump back right after loading.
    case jump
}

/// The answer to one snapshot.
public struct SaveResult: Sendable, Equatable {
    /// What became of it.
    public var outcome: Outcome
    /// Why it was not saved, where it was not.
    public var why: Why?
    /// The store's revision as of the answer.
    public var revision: Int
    /// The status that it counts as, where that is not the one that was sent: ``Status/finished`` without a
    /// known end counts as ``Status/paused``.
    public var status: Status?

    /// A result with all its members.
    public init(outcome: Outcome, why: Why?, revision: Int, status: Status? = nil) {
        self.outcome = outcome
        self.why = why
        self.revision = revision
        self.status = status
    }
}

/// How a value of an item ended.
public enum Ending: String, Sendable, CaseIterable {
    /// A newer value took its place.
    case replaced
    /// A caller removed it, or the item was finished.
    case cleared
    /// Its time was up.
    case expired
    /// It never became the resume point.
    case quarantined
}

/// An older value of an item.
public struct HistoryEntry: Sendable, Equatable {
    /// The revision that wrote the value.
    public var revision: Int
    /// The value itself.
    public var point: ResumePoint
    /// How it ended.
    public var ending: Ending
    /// More about the ending, for people.
    public var why: String?
    /// When it ended, in milliseconds since 1970.
    public var endedAt: Int

    /// An entry with all its members.
    public init(revision: Int, point: ResumePoint, ending: Ending, why: String?, endedAt: Int) {
        self.revision = revision
        self.point = point
        self.ending = ending
        self.why = why
        self.endedAt = endedAt
    }
}
