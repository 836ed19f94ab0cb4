// SPDX-License-Identifier: Apache-2.0
public import StateModel

/// The status of the daemon.
public enum HealthStatus: String, Sendable, CaseIterable {
    /// Everything is in order.
    case ok
    /// The daemon works, but there is a problem that the user must solve.
    case degraded
}

/// The health of the daemon, and the size of its data.
public struct Health: Sendable, Equatable {
    /// The status; `degraded` if the user must solve a problem.
    public var status: HealthStatus
    /// The problems that the user must solve, in plain words.
    public var problems: [String]
    /// The daemon's version.
    public var version: String
    /// The time at which the daemon started, in milliseconds since 1970.
    public var startedAt: Timestamp
    /// The time that it took to restore the state at the start, in milliseconds.
    public var restoredMs: Int
    /// The path of the store file.
    public var storePath: String
    /// The total size of the store's files, in bytes.
    public var storeBytes: Int
    /// The number of resume points in the store.
    public var points: Int
    /// The number of events in the store.
    public var events: Int
    /// The number of subscribers.
    public var subscribers: Int
    /// The number of open connections.
    public var connections: Int

    /// Creates a report.
    public init(
        status: HealthStatus,
        problems: [String],
        version: String,
        startedAt: Timestamp,
        restoredMs: Int,
        storePath: String,
        storeBytes: Int,
        points: Int,
        events: Int,
        subscribers: Int,
        connections: Int
    ) {
        self.status = status
        self.problems = problems
        self.version = version
        self.startedAt = startedAt
        self.restoredMs = restoredMs
        self.storePath = storePath
        self.storeBytes = storeBytes
        self.points = points
        self.events = events
        self.subscribers = subscribers
        self.connections = connections
    }
}
