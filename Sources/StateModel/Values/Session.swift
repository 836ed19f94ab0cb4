// SPDX-License-Identifier: Apache-2.0

/// The visibility of a player.
public enum Phase: String, Sendable, CaseIterable {
    /// At least one of the player's surfaces is in front.
    case foreground
    /// None of the player's surfaces is in front.
    case background
}

/// An action that a player is requested to take.
public enum RequestedAction: String, Sendable, CaseIterable {
    /// Start or continue playback.
    case play
    /// Pause.
    case pause
    /// Pause if playing, otherwise continue.
    case toggle
    /// Go to another position.
    case seek
    /// Play the next item.
    case next
    /// Play the previous item.
    case previous
    /// Stop, and close the item.
    case stop
}

/// The reason why a bridge does not follow a player, or does not resume in it.
public enum Obstacle: String, Sendable, CaseIterable {
    /// The player gives no lasting name for the item.
    case noName
    /// The player never reports a position.
    case noPosition
    /// The player cannot seek.
    case cannotSeek
    /// The player's window is private.
    case privateWindow
    /// The configuration excludes the player.
    case excluded
}

/// The session of a player: its current item, its phase, and its queue.
public struct Player: Sendable, Equatable {
    /// The revision of its latest change.
    public var revision: Revision
    /// The player's name.
    public var player: String
    /// The player's current item, if it has one.
    public var item: String?
    /// True if its latest snapshot was playing.
    public var playing: Bool
    /// The phase; foreground while any of the player's surfaces is in front.
    public var phase: Phase
    /// The number of attached surfaces.
    public var surfaces: Int
    /// The items after the current one, in order.
    public var queue: [String]
    /// The player's display name, if a bridge knows it.
    public var label: String?
    /// The reason why a bridge does not follow it; `nil` if there is none.
    public var obstacle: Obstacle?
    /// The actions that the player accepts at present.
    public var obeys: [RequestedAction] = []
}

extension Player {
    // As in a snapshot, only the order of the labels differs from the memberwise initialiser.
    /// Creates a player from its members.
    public init(
        player: String,
        item: String?,
        playing: Bool,
        phase: Phase,
        surfaces: Int,
        queue: [String],
        revision: Revision,
        label: String? = nil,
        obstacle: Obstacle? = nil,
        obeys: [RequestedAction] = []
    ) {
        self.init(
            revision: revision,
            player: player,
            item: item,
            playing: playing,
            phase: phase,
            surfaces: surfaces,
            queue: queue
        )
        self.label = label
        self.obstacle = obstacle
        self.obeys = obeys
    }
}

/// The kind of an alert.
public enum AlertKind: String, Sendable, CaseIterable {
    /// The item is unavailable.
    case itemUnavailable
    /// A stream broke.
    case streamFailed
    /// A player's item expired while the player was disconnected.
    case expired
    /// An unexplained jump back was put in quarantine.
    case jumpQuarantined
    /// The store cannot be written.
    case storageFailed
    /// The remote store rejects the device's data, or fails.
    case syncFailed
}

/// The state of an alert.
public enum AlertState: String, Sendable, CaseIterable {
    /// The alert needs attention.
    case raised
    /// The player is trying again.
    case retrying
    /// The alert is no longer shown.
    case dismissed
}

/// A message for the user, shown on every surface of the player.
public struct Alert: Sendable, Equatable {
    /// The store's number for the alert, which is never reused.
    public var id: AlertID
    /// The kind of the alert.
    public var kind: AlertKind
    /// The state of the alert.
    public var state: AlertState
    /// The player, if any.
    public var player: String?
    /// The item, if any.
    public var item: String?
    /// The headline to display.
    public var title: String
    /// The message: the problem and its remedy.
    public var message: String
    /// True if trying again makes sense.
    public var retryable: Bool
    /// The position for a retry, in seconds, if known.
    public var position: Double?
    /// The time at which it was raised, in milliseconds since 1970.
    public var raisedAt: Timestamp

    /// Creates an alert from its members.
    public init(
        id: AlertID,
        kind: AlertKind,
        state: AlertState,
        player: String?,
        item: String?,
        title: String,
        message: String,
        retryable: Bool,
        position: Double?,
        raisedAt: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.state = state
        self.player = player
        self.item = item
        self.title = title
        self.message = message
        self.retryable = retryable
        self.position = position
        self.raisedAt = raisedAt
    }
}
