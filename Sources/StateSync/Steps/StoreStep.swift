// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

/// A step of sync on the store, as a value that can be sent to the store's thread.
package enum StoreStep: Sendable, Equatable {
    /// Makes each entry due that is in flight, waiting or failed, after a start or a failed step;
    /// also raises the number of the next operation.
    case recover
    case adopt(RemoteIdentity)
    case note([DevicePresence])
    /// Selects the records to send, but no new rows of the given items.
    case lease(except: Set<SyncKey> = [])
    /// Records the outcomes of a push; `seed` is the seed for random delays.
    ///
    /// Unless `leasesExcept` is `nil`, the step also selects the next records to send.
    case settle([Operation: PushOutcome], seed: UInt64, leasesExcept: Set<SyncKey>?)
    /// Records the error of a failed push in its entries, which then wait or have failed.
    case release(RemoteError)
    /// Makes waiting and failed entries due.
    case expedite
    /// Applies a page of records; the clocks are needed to compute the ages of resume points.
    case apply(RemotePage, DeviceClocks)
    /// Returns the next presence. Everything sent before the reports in `seen` must have been read.
    case presence(seen: [Origin: Int], isInFront: Bool)
    case survey
}

package enum StoreResult: Sendable, Equatable {
    case state(SyncMemory)
    /// This device has a new identity, for the given reason.
    case identityBegan(String)
    case leased([RemoteRecord])
    /// No record to send was found yet; the step must be repeated.
    case leaseIncomplete
    /// The outcomes of the push, and the next records to send; `next` is `nil` if none were
    /// requested, or the search for them is not finished.
    case settled(Settled, next: [RemoteRecord]? = nil)
    case applied(Applied)
    case presence(DevicePresence)
    case outlook(OutboxOutlook)

    package struct Settled: Sendable, Equatable {
        package var stored = 0
        /// The number of records that were not stored, because the remote has another value.
        package var conflicts = 0
        package var failed = 0

        package init() {}
    }

    package struct Applied: Sendable, Equatable {
        package var records = 0
        /// The number of valid records; those of this device count only if the store had lost them.
        package var received = 0
        package var changed = 0
        package var conflicts = 0
        /// The times from changes on other devices to their arrival on this device, in
        /// milliseconds.
        package var delays: [Int] = []
        package var more = false
        /// True if the remote must be read again from the beginning.
        package var isReset = false

        package init() {}
    }
}

extension StoreStep {
    /// Performs the step.
    ///
    /// - Throws: The errors of the store; the caller must then undo the writes of the step.
    package func perform(
        on store: some SyncStore,
        settings: SyncSettings,
        now: Timestamp
    ) throws -> StoreResult {
        let memory = try store.reads.memory()
        var work = SyncWork(store: store, settings: settings, state: memory, now: now)
        let result = try work.perform(self)
        let changes = try work.finished()
        if !changes.isEmpty { try store.commit(changes) }
        guard case (.settle(_, _, let sent?), .settled(let settled, _)) = (self, result),
            case .leased(let next) = try Self.lease(except: sent)
                .perform(on: store, settings: settings, now: now)
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
        case .expedite:
            try expedite()
        case .adopt(let identity):
            try adopt(identity)
        case .note(let presences):
            if let reason = note(presences) { return .identityBegan(reason) }
        case .lease(let sent):
            return try lease(except: sent).map { .leased($0) } ?? .leaseIncomplete
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
