// SPDX-License-Identifier: Apache-2.0
public import StateProtocol

extension StateClient {
    /// Returns the status of synchronisation; its state is `disabled` if there is no remote store.
    public func syncStatus() async throws(StateClientError) -> SyncStatus {
        try await call(Sync.GetStatus.self, .init()).status
    }

    /// Follows the status of synchronisation across restarts of the daemon.
    ///
    /// The status is sent first, and then after each change; short-lived states may be omitted.
    public func followSyncStatus() -> SyncStatusFollower {
        // Each status is complete, so that the stream can begin again at any point.
        Follower(after: nil) { [socket] _ in
            Replies(socket: socket, Sync.Monitor.self, .init())
        } read: { reply throws(StateClientError) in
            (try StateClient.decode(Sync.StatusReply.self, reply).status, "")
        }
    }

    /// Sends the pending entries and reads the new records; returns when both are done.
    ///
    /// - Returns: The outcome of the round.
    /// - Throws: ``StateClientError``: `syncDisabled` if there is no remote store,
    ///   `remoteUnavailable` if it cannot be reached.
    @discardableResult
    public func syncNow() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.SyncNow.self, .init(), within: Self.roundTimeout))
    }

    /// Reports to the daemon that the remote store has changed, for push services, hooks and the
    /// like.
    ///
    /// - Parameter scope: The part of the remote store that has changed, in its own terms; `nil`
    ///   for any.
    /// - Throws: ``StateClientError``.
    public func remoteChanged(scope: String? = nil) async throws(StateClientError) {
        _ = try await call(Sync.RemoteChanged.self, .init(scope: scope))
    }

    /// Lists the entries on their way to the remote store, or those in one state.
    ///
    /// - Parameters:
    ///   - state: The state of the entries wanted; `nil` for all states.
    ///   - limit: The largest number of entries, at most 1000; `nil` for 100.
    /// - Returns: The entries.
    /// - Throws: ``StateClientError``.
    public func outbox(
        state: SyncTypes.EntryState? = nil,
        limit: Int? = nil
    ) async throws(StateClientError) -> [OutboxEntry] {
        try await call(Sync.ListOutbox.self, .init(state: state, limit: limit)).entries
    }

    /// Makes failed entries of the outbox pending again: one entry, or all.
    ///
    /// - Parameter id: The number of the entry; `nil` for all failed entries.
    /// - Returns: The number of entries that are pending again.
    /// - Throws: ``StateClientError``.
    @discardableResult
    public func retryFailed(_ id: Int? = nil) async throws(StateClientError) -> Int {
        try await call(Sync.RetryFailed.self, .init(id: id)).retried
    }

    /// Lists the conflicts whose losing versions are kept.
    ///
    /// - Parameter limit: The largest number of conflicts, at most 1000; `nil` for 100.
    /// - Returns: The conflicts.
    /// - Throws: ``StateClientError``.
    public func conflicts(limit: Int? = nil) async throws(StateClientError) -> [SyncConflict] {
        try await call(Sync.ListConflicts.self, .init(limit: limit)).conflicts
    }

    /// Makes the losing version of a conflict win, on every device.
    public func resolveConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.ResolveConflict.self, .init(id: id))
    }

    /// Removes a conflict from the list of this device; the present value stays.
    public func dismissConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.DismissConflict.self, .init(id: id))
    }

    /// Explains an item's resume point by the steps that led to it, the newest first.
    public func explain(_ item: String) async throws(StateClientError) -> [SyncStep] {
        try await call(Sync.Explain.self, .init(item: item)).steps
    }

    /// Lists past rounds, newest first: at most `limit`, or 100 if that is `nil`.
    public func rounds(limit: Int? = nil) async throws(StateClientError) -> [SyncRound] {
        try await call(Sync.ListRounds.self, .init(limit: limit)).rounds
    }

    /// Lists every device that the remote store knows, this one included.
    public func devices() async throws(StateClientError) -> [SyncDevice] {
        try await call(Sync.ListDevices.self, .init()).devices
    }

    /// Forgets a device that is no longer used; if it returns, it starts over.
    public func forgetDevice(_ device: String) async throws(StateClientError) {
        _ = try await call(Sync.ForgetDevice.self, .init(device: device))
    }
}
