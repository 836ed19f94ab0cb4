// SPDX-License-Identifier: Apache-2.0
public import StateProtocol

extension StateClient {
    /// Returns the status of synchronisation; its state is `disabled` if there is no remote store.
    public func syncStatus() async throws(StateClientError) -> SyncStatus {
        try await call(Sync.GetStatus.self, .init()).status
    }

    /// Follows the status of synchronisation across restarts of the daemon.
    ///
    /// The present status is sent first, then one per change; short-lived ones may be omitted.
    public func followSyncStatus() -> SyncStatusFollower {
        // Each status is complete, so the stream can restart at any point.
        Follower(after: nil) { [socket] _ in
            Replies(socket: socket, Sync.Monitor.self, .init())
        } read: { reply throws(StateClientError) in
            (try Sync.StatusReply(reply: reply).status, "")
        }
    }

    /// Sends the pending entries and reads the new records; returns when both are complete.
    @discardableResult
    public func syncNow() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.SyncNow.self, .init(), within: CallTimeout.round))
    }

    /// Tells the daemon that the remote store has changed, as a push service or hook does, and
    /// waits for the changes; returns true if there were any.
    @discardableResult
    public func remoteChanged(scope: String? = nil) async throws(StateClientError) -> Bool {
        try await call(Sync.RemoteChanged.self, .init(scope: scope), within: CallTimeout.round).news
            ?? false
    }

    /// Lists up to 1000 entries of the outbox, or 100 by default.
    public func outbox(
        state: SyncTypes.EntryState? = nil,
        limit: Int? = nil
    ) async throws(StateClientError) -> [OutboxEntry] {
        try await call(Sync.ListOutbox.self, .init(state: state, limit: limit)).entries
    }

    /// Makes a failed entry of the outbox pending again, or all of them; returns their number.
    @discardableResult
    public func retryOutbox(_ id: Int? = nil) async throws(StateClientError) -> Int {
        try await call(Sync.RetryFailed.self, .init(id: id)).retried
    }

    /// Lists up to 1000 conflicts, or 100 by default.
    public func conflicts(limit: Int? = nil) async throws(StateClientError) -> [SyncConflict] {
        try await call(Sync.ListConflicts.self, .init(limit: limit)).conflicts
    }

    /// Makes the losing version of a conflict the winner, on every device.
    public func resolveConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.ResolveConflict.self, .init(id: id))
    }

    /// Removes a conflict from this device's list; the present value is kept.
    public func dismissConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.DismissConflict.self, .init(id: id))
    }

    /// Explains an item's resume point by the steps that led to it, newest first.
    public func explain(_ item: String) async throws(StateClientError) -> [SyncStep] {
        try await call(Sync.Explain.self, .init(item: item)).steps
    }

    /// Lists past rounds, newest first: at most `limit`, or 100 by default.
    public func rounds(limit: Int? = nil) async throws(StateClientError) -> [SyncRound] {
        try await call(Sync.ListRounds.self, .init(limit: limit)).rounds
    }

    /// Lists every device that the remote store knows, including this one.
    public func devices() async throws(StateClientError) -> [SyncDevice] {
        try await call(Sync.ListDevices.self, .init()).devices
    }

    /// Forgets an unused device; if it returns, it reads the remote store before it sends.
    public func forgetDevice(_ device: String) async throws(StateClientError) {
        _ = try await call(Sync.ForgetDevice.self, .init(device: device))
    }

    /// Accepts the remote store that is now at the configured address, even a different one.
    @discardableResult
    public func acceptRemote() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.AcceptRemote.self, .init(), within: CallTimeout.round))
    }

    /// Sends the pending entries and leaves the remote store; returns the number of entries sent.
    @discardableResult
    public func leaveRemote() async throws(StateClientError) -> Int {
        try await call(Sync.LeaveRemote.self, .init(), within: CallTimeout.round).pushed
    }
}
