// SPDX-License-Identifier: Apache-2.0
public import StateProtocol

extension StateClient {
    /// Returns the health of the daemon and the sizes of its data.
    public func health() async throws(StateClientError) -> Health {
        try await call(Service.GetHealth.self, .init()).health
    }

    /// Returns every counter and gauge, in the OpenMetrics text format.
    public func metrics() async throws(StateClientError) -> String {
        try await call(Service.GetMetrics.self, .init()).text
    }

    /// Makes the daemon reload its configuration; returns the changed keys.
    @discardableResult
    public func reload() async throws(StateClientError) -> [String] {
        try await call(Service.Reload.self, .init()).changed
    }

    /// Returns the directories to search for a file whose path differs between devices.
    public func mediaRoots() async throws(StateClientError) -> [String] {
        try await call(Service.GetSettings.self, .init()).roots
    }

    /// Returns the verified copies of the store, newest first.
    public func backups() async throws(StateClientError) -> [StoredBackup] {
        try await call(Service.ListBackups.self, .init(), within: CallTimeout.store).backups
    }

    /// Replaces the store with a copy; returns the name of a new copy of the former store.
    @discardableResult
    public func restore(_ backup: String) async throws(StateClientError) -> String {
        let parameters = Service.Restore.Parameters(name: backup)
        return try await call(Service.Restore.self, parameters, within: CallTimeout.store)
            .formerName
    }

    /// Makes the daemon write a consistent copy of its store into its state directory.
    ///
    /// The daemon writes the copy while the sequence is read; an element with a path shows that it
    /// is complete. Without a name, the copy is named after the time.
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

/// The progress of a backup, reported repeatedly until the backup is complete.
public typealias Backup = ReplySequence<BackupProgress>

/// The progress of a backup at one moment.
public struct BackupProgress: Sendable, Equatable {
    /// The number of pages copied so far.
    public var pagesDone: Int
    /// The number of pages in all.
    public var pagesTotal: Int
    /// The path of the copy, once it is complete.
    public var path: String?
}
