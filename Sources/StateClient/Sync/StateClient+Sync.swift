// SPDX-License-Identifier: Apache-2.0
public import StateProtocol

extension StateClient {
    /// Returns the status of sync; its state is `disabled` if no remote store is configured.
    public func syncStatus() async throws(StateClientError) -> SyncStatus {
        try await call(Sync.GetStatus.self, .init()).status
    }

    /// Follows the status of sync across restarts of the daemon.
    ///
    /// The stream begins with the present status. A status that lasted only briefly may be omitted.
    public func followSyncStatus() -> SyncStatusFollower {
        // Each status is complete, so the stream needs no token.
        Follower(after: nil) { [socket] _ in
            Replies(socket: socket, Sync.Monitor.self, .init())
        } read: { reply throws(StateClientError) in
            (try StateClient.decode(Sync.StatusReply.self, reply).status, "")
        }
    }

    /// Sends all pending entries and reads all new records of the remote store, and waits for both.
    @discardableResult
    public func syncNow() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.SyncNow.self, .init(), within: CallTimeout.round))
    }

    /// Tells the daemon that the remote store has changed, and waits until the changes have been
    /// read.
    ///
    /// Call it from a push service or hook. Returns true if there were changes.
    @discardableResult
    public func remoteChanged(scope: String? = nil) async throws(StateClientError) -> Bool {
        try await call(Sync.RemoteChanged.self, .init(scope: scope), within: CallTimeout.round).news
            ?? false
    }

    /// Returns up to `limit` entries of the outbox; at most 1,000, by default 100.
    public func outbox(
        state: SyncTypes.EntryState? = nil,
        limit: Int? = nil
    ) async throws(StateClientError) -> [OutboxEntry] {
        try await call(Sync.ListOutbox.self, .init(state: state, limit: limit)).entries
    }

    /// Makes a failed entry of the outbox pending again, or all failed entries; returns their
    /// number.
    @discardableResult
    public func retryOutbox(_ id: Int? = nil) async throws(StateClientError) -> Int {
        try await call(Sync.RetryFailed.self, .init(id: id)).retried
    }

    /// Returns up to `limit` conflicts; at most 1,000, by default 100.
    public func conflicts(limit: Int? = nil) async throws(StateClientError) -> [SyncConflict] {
        try await call(Sync.ListConflicts.self, .init(limit: limit)).conflicts
    }

    /// Replaces the value that won a conflict with the value that lost, on every device.
    public func resolveConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.ResolveConflict.self, .init(id: id))
    }

    /// Removes a conflict from this device's list; the item's value does not change.
    public func dismissConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.DismissConflict.self, .init(id: id))
    }

    /// Returns the steps that led to an item's resume point, newest first.
    public func explain(_ item: String) async throws(StateClientError) -> [SyncStep] {
        try await call(Sync.Explain.self, .init(item: item)).steps
    }

    /// Returns up to `limit` past rounds of sync, newest first; by default 100.
    public func rounds(limit: Int? = nil) async throws(StateClientError) -> [SyncRound] {
        try await call(Sync.ListRounds.self, .init(limit: limit)).rounds
    }

    /// Returns every device that the remote store knows, including this one.
    public func devices() async throws(StateClientError) -> [SyncDevice] {
        try await call(Sync.ListDevices.self, .init()).devices
    }

    /// Stops waiting for a device that is no longer used.
    ///
    /// If the device returns, it reads the remote store before it sends anything.
    public func forgetDevice(_ device: String) async throws(StateClientError) {
        _ = try await call(Sync.ForgetDevice.self, .init(device: device))
    }

    /// Uses the remote store at the configured address, even if this store synced with another one
    /// before.
    ///
    /// Returns after the first successful round.
    @discardableResult
    public func acceptRemote() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.AcceptRemote.self, .init(), within: CallTimeout.round))
    }

    /// Sends all pending entries, removes this device from the remote store's list and stops
    /// syncing.
    ///
    /// Returns the number of sent entries.
    @discardableResult
    public func leaveRemote() async throws(StateClientError) -> Int {
        try await call(Sync.LeaveRemote.self, .init(), within: CallTimeout.round).pushed
    }
}
