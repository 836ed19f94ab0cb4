internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
package import StateSync
package import StateSystem
package import SyncModel
internal import Varlink

// The link between sync and the services. Only the tenant of the daemon's own user has a remote
// store.
extension Services {
    /// A sync context: this device, and the remote that its store last used.
    package struct SyncContext: Sendable {
        /// The identity of this device in its present life.
        package var origin: Origin
        /// The identity of the remote; `nil` if none is known.
        package var remote: RemoteIdentity?
        /// The path of the device's store.
        package var store: String
        /// The totals of earlier sessions.
        package var monitor: SyncMonitor
        /// The clock with trusted time.
        package var clock: TrustedClock
    }

    private var own: Tenant? { tenants[control.uid] }

    /// Returns the context that a driver needs before it begins.
    ///
    /// - Parameter address: The remote's address. Knowledge of a remote at another address is not
    ///   used.
    /// - Returns: The context; `nil` if there is no store.
    package func syncContext(for address: String) -> SyncContext? {
        guard let own, let memory = try? own.store.sync.memory() else { return nil }
        let isSame = memory.address == nil || memory.address == address
        return SyncContext(
            origin: own.store.log.origin,
            remote: isSame ? memory.remote : nil,
            store: own.store.options.path,
            monitor: own.restoredMonitor(),
            clock: own.clock
        )
    }

    /// Returns an item as sync sees it.
    package func syncItem(_ key: SyncKey) -> StoredItem? {
        (try? own?.store.sync.item(key)) ?? nil
    }

    /// Returns the number of entries that are still to be sent.
    package func syncBacklog() -> Int {
        guard let counts = try? own?.store.sync.counts() else { return 0 }
        return counts.pending + counts.rows.waiting + counts.rows.inFlight + counts.rows.failed
    }

    /// Uses a sync handle from now on.
    package func connectSync(_ handle: SyncHandle) {
        syncHandle = handle
        own?.connect(handle)
    }

    /// Switches to the remote of the handle; `nil` if there is no remote any more.
    package func changeRemote(_ handle: SyncHandle?) {
        own?.changeRemote(handle)
        if let handle { connectSync(handle) } else { syncHandle = nil }
        rearm()
    }

    /// Performs a step of sync; `done` receives its result once that is on stable storage.
    package func performSync(
        _ step: StoreStep,
        _ settings: SyncSettings,
        then done: @escaping @Sendable (Result<StoreResult, SyncStepFailure>) -> Void
    ) {
        guard let own else { return done(.failure(SyncStepFailure(reason: "there is no store"))) }
        own.perform(step, settings, then: done)
    }

    /// Notes the current status of sync and the devices that share the remote.
    package func syncChanged(_ monitor: SyncMonitor, _ devices: DeviceList) {
        own?.syncChanged(monitor, devices)
    }

    /// Delivers the answer to a request.
    package func answered(_ answer: SyncAnswer, _ number: Int) {
        own?.answered(answer, number)
    }

    /// Stores everything that is waiting, and lets no round begin until the machine is back.
    ///
    /// The machine is about to sleep or to be switched off.
    package func suspends() {
        storeAll()
        syncHandle?.note(.suspending)
    }
}

extension Tenant {
    /// The time after its last report during which a player counts as playing, in milliseconds.
    private static let gracePeriodMilliseconds = 180_000

    /// Starts or stops recording changes for a remote.
    ///
    /// A remote that knows nothing of this store receives all of its contents.
    func changeRemote(_ handle: SyncHandle?) {
        for waiting in sync?.waiting.values.map(\.self) ?? [] {
            let refusal = StateError.remoteUnavailable(reason: "the remote was changed; ask again")
            if waiting.wantsAnswer { answer(refusal.message, to: waiting.connection) }
            transport.proceed(waiting.connection)
        }
        store.options.syncs = handle != nil
        store.options.keepsUnsyncedEvents = handle != nil
        if handle == nil {
            sync = nil
            do throws(StateError) {
                try admit()
                try onStore { () throws(StoreError) in try store.sync.leave() }
            } catch {
                logger.warning("sync not left", metadata: ["reason": "\(error.summary)"])
            }
        } else {
            sync?.waiting = [:]
        }
    }

    /// Uses a sync handle from now on.
    func connect(_ handle: SyncHandle) {
        if sync == nil { sync = TenantSync(handle: handle) } else { sync?.reconnect(handle) }
        let monitor = restoredMonitor()
        sync?.monitor = monitor
        sync?.storedRound = monitor.rounds.succeeded + monitor.rounds.failed
        tellCircumstances()
    }

    /// Sends the schedule the circumstances of players and surfaces after a turn.
    func tellCircumstances() {
        guard sync != nil else { return }
        let isInFront = surfaces.isAnyInFront
        sync?.tell(TenantSync.Circumstances(arePlaying: isPlaying(), areInFront: isInFront))
    }

    /// Returns true if any player is playing; a player that vanished without a report does not
    /// count.
    private func isPlaying() -> Bool {
        let now = clock.now()
        return store.log.statistics.players.values.contains { player in
            guard player.playing, let item = player.item,
                let head = try? store.log.state(named: item), head.kind.isLive
            else { return false }
            return head.record.point.status == .playing
                && now - head.record.point.at < Self.gracePeriodMilliseconds
        }
    }

    /// Notifies the schedule of committed changes that are not acknowledged yet.
    func tellNews(_ pendingChanges: [ChangePublisher.PendingChange]) {
        guard let handle = sync?.handle, store.sync.takeNews() else { return }
        let isTick =
            !pendingChanges.isEmpty
            && pendingChanges.allSatisfy { change in
                change.kind == .saved && change.isPlaying || change.kind == .observed
            }
        handle.note(.changed(isTick: isTick))
    }

    /// Notifies the schedule that a surface came to the front.
    func tellFront(of player: String) {
        let isPlaying = store.log.player(named: player)?.playing ?? false
        sync?.handle.note(.cameToFront(isPlaying: isPlaying))
    }
}
