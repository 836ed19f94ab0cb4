// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import StateProtocol

/// A change of the remote store in the configuration file and in a running daemon.
///
/// The former remote is left first, then the file is written, and then the daemon reads it. An
/// interrupted change can be repeated, because the file names the former remote until it is
/// written.
struct RemoteChange {
    let file: ConfigurationFile
    /// The client of the daemon.
    let client: StateClient

    /// The remote in use: the daemon's, or the file's if no daemon runs; `nil` if there is none.
    func current() async throws -> String? {
        if let remote = try await status()?.remote { return remote }
        let named = ConfigurationText(try file.read()).value(of: "remote")
        return named == "none" ? nil : named
    }

    /// Returns the state of sync; `nil` if no daemon is running.
    func status() async throws -> SyncStatus? {
        do {
            return try await client.syncStatus()
        } catch .noDaemon {
            return nil
        }
    }

    /// Writes the remote into the file, or removes it; the daemon reads the file later.
    ///
    /// If that fails, the daemon returns to the values in the file.
    ///
    /// The credentials and TLS files are written with it, or removed if unused.
    func write(_ remote: String?, _ files: RemoteFiles = RemoteFiles()) async throws {
        do {
            let text = try changed(remote, files)
            if text.text != (try file.read()) { try file.replace(with: text.text) }
        } catch {
            _ = try? await client.reload()
            throw error
        }
    }

    /// Checks that the daemon would accept the remote, before the former one is left.
    ///
    /// - Throws: a failure with the daemon's reason if it would not.
    func check(_ remote: String?, _ files: RemoteFiles) throws(Failure) {
        if let fault = try file.faults(of: try changed(remote, files).text).first {
            throw Failure(.badValue, "\(fault); nothing was changed".visible)
        }
    }

    /// Checks that the daemon syncs the caller's store.
    ///
    /// - Throws: a failure if the daemon syncs another user's store.
    func checkStore() async throws(Failure) {
        guard let path = try? await client.health().storePath,
            path.hasSuffix("/\(geteuid())/state.db")
        else { return }
        throw Failure(
            .badValue,
            "the daemon at \(client.socket) serves all users of the machine, and syncs for none of "
                .visible
                + "them; to sync, run a daemon of your own: “systemctl --user "
                + "enable --now stated.socket”"
        )
    }

    /// Checks that the remote answers, before the former one is left.
    ///
    /// - Throws: a failure with the reason if it does not.
    func reach(_ remote: String, _ files: RemoteFiles) throws(Failure) {
        guard let reason = try file.obstacle(to: try changed(remote, files).text) else { return }
        throw Failure(
            .tryAgain,
            "\(reason); nothing was changed".visible
                + "; “statectl config set remote \(remote.quoted)” sets it without this check"
        )
    }

    private func changed(
        _ remote: String?,
        _ files: RemoteFiles
    ) throws(Failure) -> ConfigurationText {
        var text = ConfigurationText(try file.read())
        if let remote { try text.set("remote", to: remote) } else { _ = text.remove("remote") }
        // A folder needs no key files; a server keeps those that are set already.
        let keepsFiles = remote.map(ServerStore.isMeant) ?? false
        for key in RemoteFiles.keys {
            if let path = files.paths[key] {
                try text.set(key, to: path)
            } else if !keepsFiles {
                _ = text.remove(key)
            }
        }
        return text
    }

    /// Makes the daemon read the file, in which the remote is `remote`.
    ///
    /// - Returns: the state of sync; `nil` if no daemon runs.
    /// - Throws: a failure if the daemon does not apply the file.
    func follow(_ remote: String?) async throws -> SyncStatus? {
        do {
            try await client.reload()
        } catch .noDaemon {
            return nil
        }
        let status = try await status()
        guard status?.remote == remote else {
            throw Failure(
                .badValue,
                "\(file.path.visible) was written, but the daemon does not use it: it was started with "
                    + "another file (--config) or store (--store), or STATED_REMOTE is set"
            )
        }
        return status
    }

    /// Makes a round that accepts any store at the address, with a progress bar on a terminal.
    ///
    /// - Throws: `StateClientError.remoteUnavailable` if the store cannot be reached.
    func join() async throws {
        try await ProgressBar.whileSyncing(client) { _ = try await client.acceptRemote() }
    }
}

extension RemoteChange {
    /// Makes a last round with the current remote, and removes this device from its list.
    ///
    /// - Returns: what could not be sent; `nil` if everything was sent, or without a daemon.
    func leave() async throws -> UnsentChanges? {
        do {
            guard let before = try await status(), before.state != .disabled else { return nil }
            try await client.leaveRemote()
            return nil
        } catch StateClientError.remoteUnavailable(let reason) {
            let outbox = try await status()?.outbox
            return UnsentChanges(
                reason: reason,
                count: (outbox?.pending ?? 0) + (outbox?.inFlight ?? 0) + (outbox?.failed ?? 0),
                device: try await status()?.device ?? ""
            )
        }
    }
}

/// The changes that a device did not send to a former remote.
struct UnsentChanges: Equatable {
    /// The reason why the remote could not be reached.
    let reason: String
    /// The number of changes.
    let count: Int
    /// The name of this device.
    let device: String

    /// The consequences, for the user.
    var advice: String {
        let changes =
            count == 0
            ? "Nothing was left to send."
            : "\(HealthReport.count(count, "change")) could not be sent, and will be if this device "
                + "joins again."
        return
            "\(changes) “statectl sync forget \(device.quoted)” on another device makes the others "
            + "stop waiting for this one."
    }
}
