// SPDX-License-Identifier: Apache-2.0
@_exported public import StateProtocol

/// The status of sync, including its state and the numbers of entries in the outbox.
public typealias SyncStatus = SyncTypes.Status
/// The latest run of one phase: set-up, import or export.
public typealias SyncPhase = SyncTypes.Phase
/// The indicator of sync in an app's interface; it has no icon while sync works.
public typealias SyncIndicator = SyncTypes.Indicator
/// Statistics of the time from a change on another device to its arrival here, in milliseconds.
public typealias SyncDelay = SyncTypes.Delay
/// The numbers of entries in the outbox, by state.
public typealias OutboxCounts = SyncTypes.Outbox
/// A point, removal or event on its way to the remote store.
public typealias OutboxEntry = SyncTypes.OutboxEntry
/// A conflict between the changes that two devices made to one item, with the losing version.
public typealias SyncConflict = SyncTypes.Conflict
/// A step in the history of an item's resume point, with the reason why its value won or lost.
public typealias SyncStep = SyncTypes.Step
/// A device that the remote store knows.
public typealias SyncDevice = SyncTypes.Device
/// A round of sync, with its triggers and outcome.
public typealias SyncRound = SyncTypes.Round

/// The result of a successful round of sync.
public struct SyncOutcome: Sendable, Equatable {
    /// The number of records sent to the remote store.
    public let pushed: Int
    /// The number of records received from the remote store.
    public let pulled: Int
    /// The number of conflicts between local changes and those of other devices.
    public let conflicts: Int
    /// The time that the round took.
    public let duration: Duration

    package init(_ reply: Sync.SyncNow.Reply) {
        pushed = reply.pushed
        pulled = reply.pulled
        conflicts = reply.conflicts
        duration = .milliseconds(reply.durationMs)
    }
}
