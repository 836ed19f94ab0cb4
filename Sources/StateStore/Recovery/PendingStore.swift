// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
package import StateModel
internal import Synchronization

/// A store that is being opened on another thread; the owner polls it.
///
/// Opening writes several files to stable storage, and replacing a damaged store may take seconds.
package final class PendingStore: Sendable {
    package typealias Outcome = Result<(store: Store, recovery: Store.Recovery?), StoreError>

    /// A value that one thread gives up before another thread takes it.
    private struct Handover<Value>: @unchecked Sendable {
        // Safe, because only the opening thread uses the lock until the store is open. That thread
        // keeps no reference to the outcome, which no other thread uses before `take()`.
        let value: Value
    }

    private let outcome = Mutex<Handover<Outcome>?>(nil)

    /// Begins to open a store.
    ///
    /// The caller must not use `lock` until the store is open. `now` is the wall clock, for the
    /// name of a damaged file.
    package init(
        _ options: Store.Options,
        lock: StoreLock,
        now: Timestamp,
        damage: String?
    ) {
        let lock = Handover(value: lock)
        // Opening a store has priority over other background work, such as verifying another user's
        // backups.
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            let opened = Outcome { () throws(StoreError) in
                try Store.open(options, lock: lock.value, now: now, damage: damage)
            }
            let handover = Handover(value: opened)
            outcome.withLock { $0 = handover }
        }
    }

    /// Returns the outcome once; `nil` before the outcome is known, and on later calls.
    package func take() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome?.value
        }
    }
}
