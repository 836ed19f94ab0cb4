// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// Players with their surfaces and queues, and alerts.
///
/// A surface is one connection: a mini player, a full player, a car display. All
/// surfaces of one player see the same state. Conventions as in io.stated.Playback.
package enum Session {
    /// The interface's name.
    package static let interface = "io.stated.Session"

    /// Make this connection a surface of a player, in the foreground. When the
    /// connection ends, pending ticks are stored, and once the player's last surface
    /// is gone, an item that was playing is stored as paused. `expired` is true if the
    /// player's item expired while the player was away: an alert was raised for it.
    package enum Attach: StateMethod { package static let name = "io.stated.Session.Attach" }

    /// Move this surface to the front or to the background. A move to the background stores
    /// pending ticks before the reply; a move to the front drops expired points and, while
    /// the player is not playing, looks for remote changes, at most once in 30 s.
    package enum SetPhase: StateMethod {
        package static let name = "io.stated.Session.SetPhase"
        package typealias Reply = NoMembers
    }

    /// The players with state or a surface, by name. If players are left, `cursor` continues
    /// after the page.
    package enum ListPlayers: StateMethod {
        package static let name = "io.stated.Session.ListPlayers"
    }

    /// Set the facts about a player that a bridge knows besides its state. They are kept until the
    /// bridge sets others, the player is forgotten, or the daemon ends.
    package enum DescribePlayer: StateMethod {
        package static let name = "io.stated.Session.DescribePlayer"
        package typealias Reply = NoMembers
    }

    /// Forget a player that has no surface: its current item and its queue. Resume points stay.
    package enum ForgetPlayer: StateMethod {
        package static let name = "io.stated.Session.ForgetPlayer"
        package typealias Reply = NoMembers
    }

    /// Replace the queue, which follows the current item; with `ifRevision`, only if the player
    /// has not changed since.
    package enum SetQueue: StateMethod {
        package static let name = "io.stated.Session.SetQueue"
        package typealias Reply = RevisionReply
    }

    /// Add to the queue: at its end, or with `next` at its front.
    package enum Enqueue: StateMethod {
        package static let name = "io.stated.Session.Enqueue"
        package typealias Reply = QueueReply
    }

    /// Make an item the current one at once, and remove it from the queue.
    package enum PlayNow: StateMethod {
        package static let name = "io.stated.Session.PlayNow"
        package typealias Reply = QueueReply
    }

    /// Make the queue's first item the current one, as happens when an item finishes.
    package enum Skip: StateMethod {
        package static let name = "io.stated.Session.Skip"
        package typealias Parameters = ForgetPlayer.Parameters
    }

    /// The item is gone: its resume point is cleared and an alert is raised. Nothing is lost, and
    /// `alert` is 0, if nothing was ever stored of the item and the player has not queued it.
    package enum ReportUnavailable: StateMethod {
        package static let name = "io.stated.Session.ReportUnavailable"
    }

    /// The open alerts, the oldest first. If alerts are left, `cursor` continues after the page.
    package enum ListAlerts: StateMethod {
        package static let name = "io.stated.Session.ListAlerts"
        package typealias Parameters = ListPlayers.Parameters
    }

    /// Remove an alert from every surface.
    package enum DismissAlert: StateMethod {
        package static let name = "io.stated.Session.DismissAlert"
        package typealias Parameters = AlertNumber
        package typealias Reply = NoMembers
    }

    /// Ask the player to try again: the alert becomes `retrying`, and its item and
    /// position are sent to every surface of the player.
    package enum RetryAlert: StateMethod {
        package static let name = "io.stated.Session.RetryAlert"
        package typealias Parameters = AlertNumber
        package typealias Reply = NoMembers
    }
}
