// SPDX-License-Identifier: Apache-2.0
@_exported public import StateProtocol

/// The status of sync.
public typealias SyncStatus = SyncTypes.Status
/// The latest run of a phase of a round.
public typealias SyncPhase = SyncTypes.Phase
/// The state of sync as shown to the user; empty if there is nothing to show.
public typealias SyncIndicator = SyncTypes.Indicator
/// The time from a change on another device to its arrival here, in milliseconds.
public typealias SyncDelay = SyncTypes.Delay
/// The numbers of entries in the outbox, by state.
public typealias OutboxCounts = SyncTypes.Outbox
/// An entry of the outbox.
public typealias OutboxEntry = SyncTypes.OutboxEntry
/// A conflict between independent changes of one item on two devices, with the losing version.
public typealias SyncConflict = SyncTypes.Conflict
/// A step in the history of an item's resume point.
public typealias SyncStep = SyncTypes.Step
/// A device that the remote store knows.
public typealias SyncDevice = SyncTypes.Device
/// A round of sync.
public typealias SyncRound = SyncTypes.Round

/// The result of a round of sync.
public struct SyncOutcome: Sendable, Equatable {
    /// The number of records sent to the remote store.
    public let pushed: Int
    /// The number of records received from the remote store.
    public let pulled: Int
    /// The number of received records that conflict with local changes.
    public let conflicts: Int
    /// The duration of the round.
    public let duration: Duration

    package init(_ reply: Sync.SyncNow.Reply) {
        pushed = reply.pushed
        pulled = reply.pulled
        conflicts = reply.conflicts
        duration = .milliseconds(reply.durationMs)
    }
}
