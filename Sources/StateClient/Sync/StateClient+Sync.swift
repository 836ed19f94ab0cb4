// SPDX-License-Identifier: Apache-2.0
public import StateProtocol

extension StateClient {
    /// Returns the status of sync; its state is `disabled` if no remote store is configured.
    public func syncStatus() async throws(StateClientError) -> SyncStatus {
        try await call(Sync.GetStatus.self, .init()).status
    }

    /// Follows the status of sync across restarts of the daemon.
    ///
    /// The stream begins with the current status; some short-lived ones may be omitted.
    public func followSyncStatus() -> SyncStatusFollower {
        // Each status is complete, so the stream can begin anywhere.
        Follower(token: nil) { [socket] _ in
            Replies(socket: socket, Sync.Monitor.self, .init())
        } read: { reply throws(StateClientError) in
            (try Sync.StatusReply(reply: reply).status, "")
        }
    }

    /// Runs a round of sync: sends the pending entries, and fetches the new changes.
    @discardableResult
    public func syncNow() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.SyncNow.self, .init(), within: CallTimeout.round))
    }

    /// Tells the daemon that the remote store has changed, and waits until the changes are fetched;
    /// returns true if another device made any.
    @discardableResult
    public func remoteChanged(scope: String? = nil) async throws(StateClientError) -> Bool {
        try await call(Sync.RemoteChanged.self, .init(scope: scope), within: CallTimeout.round).news
            ?? false
    }

    /// Returns entries of the outbox: `limit`, or 100 by default, at most 1000.
    public func outbox(
        state: SyncTypes.EntryState? = nil,
        limit: Int? = nil
    ) async throws(StateClientError) -> [OutboxEntry] {
        try await call(Sync.ListOutbox.self, .init(state: state, limit: limit)).entries
    }

    /// Makes a failed entry of the outbox pending again, or all failed ones; returns their number.
    @discardableResult
    public func retryOutbox(_ id: Int? = nil) async throws(StateClientError) -> Int {
        try await call(Sync.RetryFailed.self, .init(id: id)).retried
    }

    /// Returns conflicts: `limit`, or 100 by default, at most 1000.
    public func conflicts(limit: Int? = nil) async throws(StateClientError) -> [SyncConflict] {
        try await call(Sync.ListConflicts.self, .init(limit: limit)).conflicts
    }

    /// Makes the losing version of a conflict win on every device.
    public func resolveConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.ResolveConflict.self, .init(id: id))
    }

    /// Removes a conflict from this device's list; the item keeps its current value.
    public func dismissConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.DismissConflict.self, .init(id: id))
    }

    /// Returns the steps that led to an item's resume point, newest first.
    public func explain(_ item: String) async throws(StateClientError) -> [SyncStep] {
        try await call(Sync.Explain.self, .init(item: item)).steps
    }

    /// Returns past rounds of sync, newest first: `limit`, or 100 by default.
    public func rounds(limit: Int? = nil) async throws(StateClientError) -> [SyncRound] {
        try await call(Sync.ListRounds.self, .init(limit: limit)).rounds
    }

    /// Returns all devices that the remote store knows, including this one.
    public func devices() async throws(StateClientError) -> [SyncDevice] {
        try await call(Sync.ListDevices.self, .init()).devices
    }

    /// Removes a device that is no longer used from the remote store's list of devices.
    ///
    /// If the device returns, it reads the remote store again before it sends anything.
    public func forgetDevice(_ device: String) async throws(StateClientError) {
        _ = try await call(Sync.ForgetDevice.self, .init(device: device))
    }

    /// Accepts the remote store at the configured address, even if another one was used before.
    @discardableResult
    public func acceptRemote() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.AcceptRemote.self, .init(), within: CallTimeout.round))
    }

    /// Sends the pending entries and leaves the remote store; returns the number of sent entries.
    @discardableResult
    public func leaveRemote() async throws(StateClientError) -> Int {
        try await call(Sync.LeaveRemote.self, .init(), within: CallTimeout.round).pushed
    }
}
