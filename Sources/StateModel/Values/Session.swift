// SPDX-License-Identifier: Apache-2.0

/// The visibility of a player to its user.
public enum Phase: String, Sendable, CaseIterable {
    /// At least one of the player's surfaces is in the foreground.
    case foreground
    /// None of the player's surfaces is in the foreground.
    case background
}

/// An action that a program requests of a player.
public enum RequestedAction: String, Sendable, CaseIterable {
    /// Start or continue playback.
    case play
    case pause
    /// Pause if the player is playing, otherwise continue.
    case toggle
    /// Seek to a position, or by an offset from the current one.
    case seek
    case next
    case previous
    /// Stop playback and close the item.
    case stop
    /// Play an item that another program has chosen.
    case `open`

    /// The actions that concern the item being played.
    package static let controls = allCases.filter { $0 != .open }
}

/// The reason why a bridge does not follow a player, or cannot resume its items.
public enum Obstacle: String, Sendable, CaseIterable {
    /// The player reports no lasting name for the item.
    case noName
    /// The player never reports a position.
    case noPosition
    case cannotSeek
    case privateWindow
    /// The configuration excludes the player.
    case excluded
}

/// A player, with its current item, its phase and its queue.
public struct Player: Sendable, Equatable {
    /// The revision of the player's last change.
    public var revision: Revision
    /// The player's name, such as `mpv`.
    public var player: String
    /// The name of the current item; `nil` if there is none.
    public var item: String?
    /// True if the player is playing its current item, as far as the daemon knows.
    public var playing: Bool
    /// The phase, which is `foreground` while any of the player's surfaces is in the foreground.
    public var phase: Phase
    /// The number of surfaces that are attached.
    public var surfaces: Int
    /// The items that follow the current one, in order.
    public var queue: [String]
    /// The player's name as people see it; `nil` if it is unknown.
    public var label: String?
    /// The reason why a bridge does not follow the player, or cannot resume its items; `nil` if
    /// there is none.
    public var obstacle: Obstacle?
    /// The actions that the player currently accepts.
    public var obeys: [RequestedAction] = []
}

extension Player {
    // As in a snapshot, the memberwise initialiser has the labels in another order.
    /// Creates a player with the given members.
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

/// The problem that an ``Alert`` reports.
public enum AlertKind: String, Sendable, CaseIterable {
    /// A player has reported that the item no longer exists.
    case itemUnavailable
    /// A player has reported a snapshot with the status ``Status/failed``.
    case streamFailed
    /// The resume point of the player's current item has expired.
    case expired
    case jumpQuarantined
    /// The store cannot be written to, or its files have a problem, such as damage.
    case storageFailed
    /// The remote store refuses this device's data, or cannot be used.
    case syncFailed
}

/// The stage of an ``Alert``, from its cause to its dismissal.
public enum AlertState: String, Sendable, CaseIterable {
    /// The alert needs the user's attention.
    case raised
    /// A client has requested that the player retry the item.
    case retrying
    /// The alert was dismissed, and is no longer shown.
    case dismissed
}

/// A message for the user, to be shown by every surface of the player, or by all surfaces if it
/// concerns neither a player nor an item.
public struct Alert: Sendable, Equatable {
    /// The number that identifies the alert; it is never reused.
    public var id: AlertID
    /// The problem that the alert reports.
    public var kind: AlertKind
    /// The stage of the alert, which is shown until it is dismissed.
    public var state: AlertState
    /// The player; `nil` if the alert concerns no player.
    public var player: String?
    /// The item; `nil` if the alert concerns no item.
    public var item: String?
    /// The headline, for the user.
    public var title: String
    /// The message with the problem and its remedy, for the user.
    public var message: String
    /// True if the user can retry the item.
    public var retryable: Bool
    /// The position for a retry, in seconds; `nil` if it is unknown.
    public var position: Double?
    /// The time at which the alert was raised, in milliseconds since 1970.
    public var raisedAt: Timestamp

    /// Creates an alert with the given members.
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
