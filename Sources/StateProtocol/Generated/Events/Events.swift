// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.

/// Append-only events that must reach the other devices exactly once: a score, a
/// chapter finished, an order's new status. Conventions as in io.stated.Playback.
package enum Events {
    /// The interface's name.
    package static let interface = "io.stated.Events"

    package typealias SyncState = EventsTypes.SyncState
    package typealias Event = EventsTypes.Event

    /// Append an event. The reply is sent once it is on stable storage, online or
    /// offline. An event that has not reached the remote store yet never expires.
    package enum Append: StateMethod { package static let name = "io.stated.Events.Append" }

    /// Events in order, after a sequence number.
    package enum List: StateMethod { package static let name = "io.stated.Events.List" }

    /// Each event as it arrives, from this device or another, in order; called without
    /// `more` it returns ExpectedMore. Without a token it begins with the stored events.
    /// `ready` becomes true once it has caught up. No event is skipped or merged.
    package enum Follow: StateMethod { package static let name = "io.stated.Events.Follow" }
}
