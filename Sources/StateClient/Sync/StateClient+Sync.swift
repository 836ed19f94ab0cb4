import StateProtocol

extension StateClient {
    /// How synchronisation is doing; with nothing to sync with, its state is `disabled`.
    public func syncStatus() async throws(StateClientError) -> SyncStatus {
        try SyncStatus(reply: try await answer(Sync.GetStatus.self, .init()))
    }

    /// Follows how synchronisation is doing, across restarts of the daemon.
    ///
    /// The status comes first, and then again whenever it changes; in between, states that passed
    /// quickly may be left out.
    public func followSyncStatus() -> SyncStatusFollower {
        SyncStatusFollower(socket: socket)
    }

    /// Sends what waits and fetches what is new, and returns when that is done.
    ///
    /// - Returns: what went where.
    /// - Throws: ``StateClientError``: `syncDisabled` with nothing to sync with,
    ///   `remoteUnavailable` where the remote store can't be reached.
    @discardableResult
    public func syncNow() async throws(StateClientError) -> SyncOutcome {
        SyncOutcome(try await call(Sync.SyncNow.self, .init(), within: Self.roundPatience))
    }

    /// Tells the daemon that the remote store has news, for push services, hooks and the like.
    ///
    /// `scope` is what they are about, as far as the remote store has words for it.
    public func remoteChanged(scope: String? = nil) async throws(StateClientError) {
        _ = try await call(Sync.RemoteChanged.self, .init(scope: scope))
    }

    /// What is on its way to the remote store, or what of it is in a state: `limit` entries at
    /// most, 1000 being the most.
    public func outbox(
        state: OutboxEntry.State? = nil,
        limit: Int? = nil
    ) async throws(StateClientError) -> [OutboxEntry] {
        let state = state.flatMap { Sync.EntryState(rawValue: $0.rawValue) }
        return try await call(Sync.ListOutbox.self, .init(state: state, limit: limit))
            .entries.map(OutboxEntry.init)
    }

    /// Has what failed tried again: one entry of the outbox, or all.
    ///
    /// - Returns: how many are tried again.
    @discardableResult
    public func retryFailed(_ id: Int? = nil) async throws(StateClientError) -> Int {
        try await call(Sync.RetryFailed.self, .init(id: id)).retried
    }

    /// The conflicts whose losers are kept: `limit` of them at most, 1000 being the most.
    public func conflicts(limit: Int? = nil) async throws(StateClientError) -> [SyncConflict] {
        try await call(Sync.ListConflicts.self, .init(limit: limit)).conflicts
            .map(SyncConflict.init)
    }

    /// Lets the loser of a conflict win, on every device.
    public func resolveConflict(_ id: Int) async throws(StateClientError) {
        _ = try await call(Sync.ResolveConflict.self, .init(id: id))
    }

    /// Why an item's resume point is what it is, the newest step first.
    public func explain(_ item: String) async throws(StateClientError) -> [SyncStep] {
        try await call(Sync.Explain.self, .init(item: item)).steps.map(SyncStep.init)
    }

    /// The rounds that were made, the newest first; `limit` at most, 100 if it is nil.
    public func rounds(limit: Int? = nil) async throws(StateClientError) -> [SyncRound] {
        try await call(Sync.ListRounds.self, .init(limit: limit)).rounds.map(SyncRound.init)
    }

    /// Every device that the remote store knows, this one too.
    public func devices() async throws(StateClientError) -> [SyncDevice] {
        try await call(Sync.ListDevices.self, .init()).devices.map(SyncDevice.init)
    }

    /// Waits for a device no longer that is gone for good; should it come back, it starts afresh.
    public func forgetDevice(_ device: String) async throws(StateClientError) {
        _ = try await call(Sync.ForgetDevice.self, .init(device: device))
    }
}
