// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient

/// A change of the remote store, in the configuration file and in the running daemon.
///
/// Unless the place stays the same, the daemon first leaves its remote store, if it has one. Then
/// the file is written, and the daemon reloads it. An interrupted change can be repeated.
struct RemoteChange {
    let file: ConfigurationFile
    let client: StateClient

    /// Returns the daemon's remote store, or else the one in the file; `nil` if there is none.
    func current() async throws -> String? {
        if let remote = try await status()?.remote { return remote }
        let named = ConfigurationText(try file.read()).value(of: "remote")
        return named == "none" ? nil : named
    }

    /// Returns the status of sync; `nil` if no daemon is running.
    func status() async throws -> SyncStatus? {
        do {
            return try await client.syncStatus()
        } catch .noDaemon {
            return nil
        }
    }

    /// Writes the remote store to the file, or removes it; returns the previous contents.
    ///
    /// The paths of credentials and TLS files are also written, and unused ones are removed. If
    /// writing fails, the daemon reloads the unchanged file.
    func write(_ remote: String?, _ files: RemoteFiles = RemoteFiles()) async throws -> String {
        do {
            return try file.change { (text) throws(Failure) in try set(remote, files, in: &text) }
        } catch {
            _ = try? await client.reload()
            throw error
        }
    }

    /// Throws a failure with the daemon's reason if the daemon would not accept the remote store.
    func check(_ remote: String?, _ files: RemoteFiles) throws(Failure) {
        if let fault = try file.faults(of: try changed(remote, files).text).first {
            throw Failure(.badValue, "\(fault); nothing was changed".visible)
        }
    }

    /// Throws a failure if the daemon has a separate store for each user.
    func checkStore() async throws(Failure) {
        guard let path = try? await client.health().storePath,
            path.hasSuffix("/\(geteuid())/state.db")
        else { return }
        throw Failure(
            .badValue,
            "the daemon at \(client.socket) serves all users of the machine, and can sync only "
                .visible
                + "the data of the user that it runs as; to sync your own, run a daemon of your "
                + "own: “systemctl --user enable --now stated.socket”"
        )
    }

    /// Throws a failure if an argument, an environment variable or another file sets the daemon's
    /// remote store.
    func checkSource() async throws {
        guard let source = try await status()?.remoteSource, !isFile(source) else { return }
        throw Failure(
            .badValue,
            "the daemon takes its remote from \(source), not from \(file.path); change or remove "
                .visible + "it there; nothing was changed"
        )
    }

    private func isFile(_ source: String) -> Bool {
        if ["--", "STATED_"].contains(where: source.hasPrefix) { return false }
        // A missing file cannot be compared, but it sets no remote store either.
        return FilePath.status(source) == nil || file.isAt(source)
    }

    /// Throws a failure with the reason if the remote store does not respond.
    func reach(_ remote: String, _ files: RemoteFiles) throws(Failure) {
        guard let reason = try file.obstacle(to: try changed(remote, files).text) else { return }
        // The command sets no files.
        let advice =
            files.paths.isEmpty
            ? "; “statectl config set remote \(remote.quoted)” sets it without this check" : ""
        throw Failure(.tryAgain, "\(reason); nothing was changed".visible + advice)
    }

    private func changed(
        _ remote: String?,
        _ files: RemoteFiles
    ) throws(Failure) -> ConfigurationText {
        var text = ConfigurationText(try file.read())
        try set(remote, files, in: &text)
        return text
    }

    private func set(
        _ remote: String?,
        _ files: RemoteFiles,
        in text: inout ConfigurationText
    ) throws(Failure) {
        if let remote { try text.set("remote", to: remote) } else { _ = text.remove("remote") }
        // A folder needs no credentials. For servers, those in the file are kept.
        let keepsFiles = remote.map(ServerStore.isReferenced) ?? false
        for key in RemoteFiles.keys {
            if let path = files.paths[key] {
                try text.set(key, to: path)
            } else if !keepsFiles {
                _ = text.remove(key)
            }
        }
    }

    /// Makes the daemon reload the file; returns the status of sync, or `nil` if no daemon is
    /// running.
    ///
    /// If the daemon then uses another remote store than the given one, the remote store in the
    /// contents `former` is set again, and a failure is thrown.
    func follow(_ remote: String?, former: String) async throws -> SyncStatus? {
        do {
            try await client.reload()
        } catch .noDaemon {
            return nil
        }
        let status = try await status()
        guard status?.remote == remote else {
            try restore(ConfigurationText(former))
            _ = try? await client.reload()
            throw Failure(
                .badValue,
                "the remote in \(file.path.visible) was not changed, because the daemon does not use it: "
                    + "the daemon was started with another file (--config), store (--store) or remote "
                    + "(--remote or STATED_REMOTE)"
            )
        }
        return status
    }

    /// Sets the keys of the remote store to their values in `former`; other keys may have been
    /// changed since.
    private func restore(_ former: ConfigurationText) throws(Failure) {
        try file.change { (text) throws(Failure) in
            for key in ["remote"] + RemoteFiles.keys {
                if let value = former.value(of: key) {
                    try text.set(key, to: value)
                } else {
                    _ = text.remove(key)
                }
            }
        }
    }

    /// Makes the daemon accept the remote store, even if another one was used before; waits for a
    /// round, and shows its progress.
    ///
    /// - Throws: `StateClientError.remoteUnavailable` if the remote store cannot be reached.
    func join() async throws {
        try await ProgressBar.whileSyncing(client) { _ = try await client.acceptRemote() }
    }
}

extension RemoteChange {
    /// Throws a failure if no daemon is running, because only a daemon can leave a remote store.
    func checkDaemon() async throws { _ = try await client.syncStatus() }

    /// Makes the daemon send its changes and leave the remote store.
    ///
    /// - Returns: The changes that could not be sent; `nil` if all were sent, or sync is disabled.
    /// - Throws: `StateClientError.noDaemon` if no daemon is running.
    func leave() async throws -> UnsentChanges? {
        guard try await client.syncStatus().state != .disabled else { return nil }
        do {
            try await client.leaveRemote()
            return nil
        } catch {
            guard case .remoteUnavailable(let reason) = error else { throw error }
            let outbox = try await status()?.outbox
            return UnsentChanges(
                reason: reason,
                count: (outbox?.pending ?? 0) + (outbox?.inFlight ?? 0) + (outbox?.failed ?? 0),
                device: try await status()?.device ?? ""
            )
        }
    }
}

struct UnsentChanges: Equatable {
    let reason: String
    let count: Int
    let device: String

    var advice: String {
        let changes =
            count == 0
            ? "Nothing was left to send."
            : "\(HealthReport.count(count, "change")) could not be sent; if this device joins "
                + "again, its changes are sent."
        return
            "\(changes) “statectl sync forget \(device.quoted)” on another device makes all others "
            + "stop waiting for this device."
    }
}
