package import StateModel

/// One thing that sync does to the store: a value that can travel to the store's thread.
package enum StoreStep: Sendable, Equatable {
    /// After a start: what was in flight waits again.
    case recover
    /// The remote is there, and is this one.
    case adopt(RemoteIdentity)
    /// These devices share it.
    case note([DevicePresence])
    /// Take what is to be sent.
    case lease
    /// Note what became of what was sent; the number is where jitter comes from.
    case settle([Operation: PushOutcome], seed: UInt64)
    /// What is in flight came to nothing as a whole, for that reason: it waits, or has failed; the number
    /// is where jitter comes from.
    case release(RemoteError, seed: UInt64)
    /// Entries that failed are to be tried again: that one, or all.
    case retry(Int?)
    /// Entries that wait are to be tried at once; those that failed, too, if asked for.
    case hasten(failed: Bool)
    /// Take in what came, the ages of records told by these clocks.
    case apply(RemotePage, DeviceClocks)
    /// Make the presence to be reported after reading to the end.
    case presence(seen: [Origin: Int])
}

/// What a ``StoreStep`` came to.
package enum StoreResult: Sendable, Equatable {
    /// What is remembered of the remote.
    case state(SyncMemory)
    /// This device has begun a new life, and why.
    case lifeBegan(String)
    /// The first trusted time at which an entry may be tried again; nil: none waits.
    case recovered(retryAt: Int?)
    /// What is to be sent, in that order.
    case leased([RemoteRecord])
    /// What became of what was sent.
    case settled(Settled)
    /// What came of a page.
    case applied(Applied)
    /// How many entries were made pending again.
    case retried(Int)
    /// What is to be reported.
    case presence(DevicePresence)

    /// What became of what was sent.
    package struct Settled: Sendable, Equatable {
        /// How many records the remote has now.
        package var stored = 0
        /// How many met another value there.
        package var conflicts = 0
        /// How many are to be tried again later.
        package var delayed = 0
        /// How many can't be sent.
        package var failed = 0
        /// The first trusted time at which one of them may be tried again.
        package var retryAt: Int?

        /// Nothing was sent.
        package init() {}
    }

    /// What came of a page.
    package struct Applied: Sendable, Equatable {
        /// How many records it held.
        package var records = 0
        /// How many of them changed something here.
        package var changed = 0
        /// How many conflicts were decided.
        package var conflicts = 0
        /// Milliseconds from each change elsewhere to its arrival here.
        package var delays: [Int] = []
        /// Whether there is more to read.
        package var more = false
        /// Whether all must be read anew.
        package var isReset = false

        /// A page of nothing.
        package init() {}
    }
}

extension StoreStep {
    /// Does it, in one transaction.
    ///
    /// - Parameters:
    ///   - store: the store, on its own thread.
    ///   - settings: what sync is told to do.
    ///   - now: trusted time in milliseconds since 1970.
    /// - Returns: what it came to.
    /// - Throws: whatever the store does; nothing is written then.
    package func perform(
        on store: some SyncStore,
        settings: SyncSettings,
        now: Int
    ) throws -> StoreResult {
        var work = SyncWork(store: store, settings: settings, state: try store.state(), now: now)
        let result = try work.perform(self)
        work.finish()
        if !work.changes.isEmpty { try store.commit(work.changes) }
        return result
    }
}

extension SyncWork {
    fileprivate mutating func perform(_ step: StoreStep) throws -> StoreResult {
        switch step {
        case .recover:
            return .recovered(retryAt: try recover())
        case .release(let error, let seed):
            return .settled(try release(error, seed: seed))
        case .hasten(let failed):
            try hasten(failed: failed)
        case .adopt(let identity):
            try adopt(identity)
        case .note(let presences):
            if let why = note(presences) { return .lifeBegan(why) }
        case .lease:
            return .leased(try lease())
        case .settle(let outcomes, let seed):
            return .settled(try settle(outcomes, seed: seed))
        case .retry(let number):
            return .retried(try retry(number))
        case .apply(let page, let clocks):
            return .applied(try apply(page, clocks))
        case .presence(let seen):
            return .presence(presence(seen: seen))
        }
        return .state(state)
    }
}
