// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

/// A step of sync on the store, as a value that can be sent to the store's thread.
package enum StoreStep: Sendable, Equatable {
    /// Makes all entries due after a start, including those that were in flight.
    case recover
    /// Makes the given remote the one with which the store syncs.
    case adopt(RemoteIdentity)
    /// Records the presences of the devices that share the remote.
    case note([DevicePresence])
    /// Selects the records to send.
    case lease
    /// Records the outcomes of a push; `seed` is the seed for random delays.
    ///
    /// If `leases` is true, the step also selects the next records to send.
    case settle([Operation: PushOutcome], seed: UInt64, leases: Bool)
    /// Records that a push has failed; its entries wait or have failed.
    case release(RemoteError)
    /// Makes waiting and failed entries due.
    case hasten
    /// Applies a page of records, whose ages are computed with the given clocks.
    case apply(RemotePage, DeviceClocks)
    /// Returns the presence to write after everything was read.
    case presence(seen: [Origin: Int], isInFront: Bool)
    /// Returns a summary of the waiting and failed entries.
    case survey
}

/// The result of a ``StoreStep``.
package enum StoreResult: Sendable, Equatable {
    /// The data that sync remembers about the remote and the other devices.
    case state(SyncMemory)
    /// This device has begun a new incarnation, for the given reason.
    case lifeBegan(String)
    /// The records to send, in order.
    case leased([RemoteRecord])
    /// The step has not found a record to send yet, and must be repeated.
    case leasesOn
    /// The outcomes of the push, and the next records to send; `next` is `nil` if none were
    /// requested.
    case settled(Settled, next: [RemoteRecord]? = nil)
    /// The result of applying the page.
    case applied(Applied)
    /// The presence to write.
    case presence(DevicePresence)
    /// A summary of the waiting and failed entries of the outbox.
    case outlook(OutboxOutlook)

    /// The outcomes of a push.
    package struct Settled: Sendable, Equatable {
        /// The number of records that the remote has acknowledged.
        package var stored = 0
        /// The number of records for which the remote has another value.
        package var conflicts = 0
        /// The number of records that cannot be sent.
        package var failed = 0

        package init() {}
    }

    /// The result of applying a page of records.
    package struct Applied: Sendable, Equatable {
        /// The number of records in the page.
        package var records = 0
        /// The number of records that are from other devices, or unknown here.
        package var received = 0
        /// The number of records that have changed the local store.
        package var changed = 0
        /// The number of conflicts that were decided.
        package var conflicts = 0
        /// The times from changes on other devices to their arrival on this device, in
        /// milliseconds.
        package var delays: [Int] = []
        /// True if there are more pages.
        package var more = false
        /// True if the remote must be read again from the beginning.
        package var isReset = false

        package init() {}
    }
}

extension StoreStep {
    /// Performs the step.
    ///
    /// - Parameters:
    ///   - store: The store, on its own thread.
    ///   - settings: The settings of sync.
    ///   - now: Trusted time, in milliseconds since 1970.
    /// - Returns: The result.
    /// - Throws: The errors of the store; the caller must then undo the writes of the step.
    package func perform(
        on store: some SyncStore,
        settings: SyncSettings,
        now: Timestamp
    ) throws -> StoreResult {
        let memory = try store.reads.memory()
        var work = SyncWork(store: store, settings: settings, state: memory, now: now)
        let result = try work.perform(self)
        let changes = work.finished()
        if !changes.isEmpty { try store.commit(changes) }
        guard case (.settle(_, _, leases: true), .settled(let settled, _)) = (self, result),
            case .leased(let next) = try Self.lease.perform(on: store, settings: settings, now: now)
        else { return result }
        return .settled(settled, next: next)
    }
}

extension SyncWork {
    fileprivate mutating func perform(_ step: StoreStep) throws -> StoreResult {
        switch step {
        case .recover:
            try recover()
        case .release(let error):
            return .settled(try release(error))
        case .hasten:
            try hasten()
        case .adopt(let identity):
            try adopt(identity)
        case .note(let presences):
            if let reason = note(presences) { return .lifeBegan(reason) }
        case .lease:
            return try lease().map { .leased($0) } ?? .leasesOn
        case .settle(let outcomes, let seed, _):
            return .settled(try settle(outcomes, seed: seed))
        case .apply(let page, let clocks):
            return .applied(try apply(page, clocks))
        case .presence(let seen, let isInFront):
            return .presence(presence(seen: seen, isInFront: isInFront))
        case .survey:
            return .outlook(try store.reads.outlook())
        }
        return .state(state)
    }
}
