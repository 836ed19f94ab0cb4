// SPDX-License-Identifier: Apache-2.0
public import StateProtocol

extension StateClient {
    /// Returns the health of the daemon, and the amount of its data.
    public func health() async throws(StateClientError) -> Health {
        try await call(Service.GetHealth.self, .init()).health
    }

    /// Returns the daemon's metrics in the OpenMetrics text format.
    public func metrics() async throws(StateClientError) -> String {
        try await call(Service.GetMetrics.self, .init()).text
    }

    /// Makes the daemon reload its configuration; returns the names of the changed keys.
    @discardableResult
    public func reload() async throws(StateClientError) -> [String] {
        try await call(Service.Reload.self, .init()).changed
    }

    /// Returns the directories in which to search for a file whose path differs between devices.
    public func mediaRoots() async throws(StateClientError) -> [String] {
        try await call(Service.GetSettings.self, .init()).roots
    }

    /// Returns the backups of the store and the former stores that were kept, newest first.
    ///
    /// The daemon has verified each of them.
    public func backups() async throws(StateClientError) -> [StoredBackup] {
        try await call(Service.ListBackups.self, .init(), within: CallTimeout.store).backups
    }

    /// Replaces the store with a backup; returns the name of a new backup of the former store.
    @discardableResult
    public func restore(_ backup: String) async throws(StateClientError) -> String {
        let parameters = Service.Restore.Parameters(name: backup)
        return try await call(Service.Restore.self, parameters, within: CallTimeout.store)
            .formerName
    }

    /// Makes the daemon write a consistent copy of its store to its state directory.
    ///
    /// The daemon writes the copy while the sequence is read; the copy is complete when an element
    /// contains a path. By default, the copy is named after the current time.
    public func backup(name: String? = nil) -> Backup {
        Backup { [socket] in
            Replies(socket: socket, Service.Backup.self, .init(name: name))
        } read: { json throws(StateClientError) in
            let reply = try StateClient.decode(Service.Backup.Reply.self, json)
            return BackupProgress(
                pagesDone: reply.pagesDone,
                pagesTotal: reply.pagesTotal,
                path: reply.path
            )
        }
    }
}

/// A sequence of progress reports that ends when the backup is complete.
public typealias Backup = ReplySequence<BackupProgress>

/// The progress of a backup.
public struct BackupProgress: Sendable, Equatable {
    /// The number of database pages that have been copied.
    public var pagesDone: Int
    /// The total number of database pages.
    public var pagesTotal: Int
    /// The path of the copy; `nil` until the copy is complete.
    public var path: String?
}
