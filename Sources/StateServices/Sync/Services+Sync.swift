// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
package import StateSync
package import StateSystem
package import SyncModel

// The link between sync and the services. Only the tenant of the daemon's own user has a remote
// store.
extension Services {
    /// The facts that a driver needs about this device and the remote that it last used.
    package struct SyncContext: Sendable {
        /// The identity of this device in its current incarnation.
        package var origin: Origin
        /// The identity of the remote; `nil` if none is known.
        package var remote: RemoteIdentity?
        package var store: String
        /// The totals of earlier sessions.
        package var monitor: SyncMonitor
        /// The clock of all times that the store contains.
        package var clock: TrustedClock
    }

    private var own: Tenant? { tenants[control.uid] }

    /// Returns the context that a driver needs before it begins; `nil` if there is no store, or if
    /// it cannot be read.
    ///
    /// Facts about a remote at another address are left out.
    package func syncContext(for address: String) -> SyncContext? {
        guard let own, let memory = try? own.store.sync.memory() else { return nil }
        let isSame = memory.address == nil || memory.address == address
        return SyncContext(
            origin: own.log.origin,
            remote: isSame ? memory.remote : nil,
            store: own.log.options.path,
            monitor: own.sync.restoredMonitor(at: address),
            clock: own.clock
        )
    }

    /// Returns true if the store of the user who runs the daemon last synced with the remote at an
    /// address.
    package func hasSynced(at address: String) -> Bool {
        (try? own?.store.sync.memory())?.address == address
    }

    package func connectSync(_ handle: SyncHandle) {
        syncHandle = handle
        own?.sync.connect(handle)
    }

    /// Switches to the remote of another handle, which is `nil` if none is configured now.
    package func changeRemote(_ handle: SyncHandle?) {
        var changed = settings
        changed.syncOwner = handle == nil ? nil : control.uid
        apply(changed)
        own?.sync.changeRemote(handle)
        if let handle { connectSync(handle) } else { syncHandle = nil }
        rearm()
    }

    /// Performs a step of sync; `done` receives its result after the commit.
    package func performSync(
        _ step: StoreStep,
        _ settings: SyncSettings,
        then done: @escaping @Sendable (Result<StoreResult, SyncStepFailure>) -> Void
    ) {
        guard let own else { return done(.failure(SyncStepFailure(reason: "there is no store"))) }
        own.adoption.perform(step, settings, then: done)
    }

    package func syncChanged(_ monitor: SyncMonitor, _ devices: DeviceList) {
        own?.syncStatus.changed(monitor, devices)
    }

    package func answered(_ answer: SyncAnswer, _ number: Int) {
        own?.sync.answered(answer, number)
    }

    /// Stores all waiting data, and prevents rounds until the machine wakes up.
    ///
    /// It is called when the machine is about to sleep or shut down.
    package func suspends() {
        storeAll()
        syncHandle?.note(.suspending)
    }
}
