// SPDX-License-Identifier: Apache-2.0
public import StateProtocol

extension StateClient {
    /// Returns the daemon's health, and the amount of its data.
    public func health() async throws(StateClientError) -> Health {
        try await call(Service.GetHealth.self, .init()).health
    }

    /// Returns all counters and gauges in the OpenMetrics text format.
    public func metrics() async throws(StateClientError) -> String {
        try await call(Service.GetMetrics.self, .init()).text
    }

    /// Makes the daemon read its configuration again; returns the changed keys.
    @discardableResult
    public func reload() async throws(StateClientError) -> [String] {
        try await call(Service.Reload.self, .init()).changed
    }

    /// Returns the directories to search for a file whose path differs between devices.
    public func mediaRoots() async throws(StateClientError) -> [String] {
        try await call(Service.GetSettings.self, .init()).roots
    }

    /// Returns the copies of the store, newest first, including those that cannot be restored.
    public func backups() async throws(StateClientError) -> [StoredBackup] {
        try await call(Service.ListBackups.self, .init(), within: CallTimeout.store).backups
    }

    /// Replaces the store with a copy; returns the name under which the current store is kept.
    @discardableResult
    public func restore(_ backup: String) async throws(StateClientError) -> String {
        let parameters = Service.Restore.Parameters(name: backup)
        return try await call(Service.Restore.self, parameters, within: CallTimeout.store)
            .formerName
    }

    /// Makes the daemon write a consistent copy of its store into its state directory.
    ///
    /// The copy is made while the sequence is read, and is complete once an element has a path.
    /// Without a name, it is named after the time.
    public func backup(name: String? = nil) -> Backup {
        Backup { [socket] in
            Replies(socket: socket, Service.Backup.self, .init(name: name))
        } read: { json throws(StateClientError) in
            let reply = try Service.Backup.Reply(reply: json)
            return BackupProgress(
                pagesDone: reply.pagesDone,
                pagesTotal: reply.pagesTotal,
                path: reply.path
            )
        }
    }
}

/// The progress of a backup, ending with the path of the complete copy.
public typealias Backup = ReplySequence<BackupProgress>

/// The progress of a backup, in pages of the database.
public struct BackupProgress: Sendable, Equatable {
    /// The number of copied database pages.
    public var pagesDone: Int
    /// The number of all database pages.
    public var pagesTotal: Int
    /// The path of the copy; `nil` until it is complete.
    public var path: String?
}
