// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
package import StateModel
internal import Synchronization

/// A store that is being opened on another thread, for a thread that polls it.
///
/// Opening syncs several files, and replacing a damaged store by a backup may take seconds.
package final class PendingStore: Sendable {
    /// The outcome of opening a store.
    package typealias Outcome = Result<(store: Store, recovery: Store.Recovery?), StoreError>

    /// A value that one thread releases before another thread takes it.
    private struct Handover<Value>: @unchecked Sendable {
        // Safe: until the store is open, only the opening thread uses the lock. The opening thread
        // keeps no reference to the outcome, which no other thread uses before `take()`.
        let value: Value
    }

    private let outcome = Mutex<Handover<Outcome>?>(nil)

    /// Begins to open a store.
    ///
    /// - Parameters:
    ///   - options: The path and the limits.
    ///   - lock: The proof that no other process has the store open; not to be used meanwhile.
    ///   - now: The wall clock, to name a damaged file.
    ///   - damage: The known damage; `nil` if there is none.
    package init(
        _ options: Store.Options,
        lock: StoreLock,
        now: Timestamp,
        damage: String?
    ) {
        let lock = Handover(value: lock)
        // This precedes other background work, such as the verification of another user's backups.
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            let opened = Handover(value: Self.open(options, lock.value, now, damage))
            outcome.withLock { $0 = opened }
        }
    }

    private static func open(
        _ options: Store.Options,
        _ lock: StoreLock,
        _ now: Timestamp,
        _ damage: String?
    ) -> Outcome {
        do throws(StoreError) {
            return .success(try Store.open(options, lock: lock, now: now, damage: damage))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the outcome once; `nil` before that.
    package func take() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome?.value
        }
    }
}
