internal import Logging
package import StateModel
internal import StateProtocol
internal import StateStore
package import StateSync
package import StateSystem
internal import Varlink

// How the daemon ties sync to the services. Only its own user's space has a remote store.
extension Services {
    /// This device and the remote that its store was last in touch with.
    package struct SyncSeat: Sendable {
        /// This device, in its present life.
        package var origin: Origin
        /// What is known of the remote; nil: nothing.
        package var remote: RemoteIdentity?
        /// The path of its store.
        package var store: String
        /// What earlier sessions counted.
        package var monitor: SyncMonitor
        /// Trusted time.
        package var clock: TrustedClock
    }

    private var own: Space? { spaces[control.uid] }

    /// What a driver must know before it begins; nil: there is no store.
    ///
    /// - Parameter address: The remote's address. What was known of the remote at another one says nothing
    ///   of this.
    /// - Returns: What the driver must know; `nil` if there is no store.
    package func syncSeat(for address: String) -> SyncSeat? {
        guard let own, let memory = try? own.store.syncMemory() else { return nil }
        let isSame = memory.address == nil || memory.address == address
        return SyncSeat(
            origin: own.store.origin,
            remote: isSame ? memory.remote : nil,
            store: own.store.options.path,
            monitor: own.restoredMonitor(),
            clock: own.clock
        )
    }

    /// The item as sync sees it.
    package func syncItem(_ key: SyncKey) -> StoredItem? {
        (try? own?.store.syncItem(key)) ?? nil
    }

    /// How much is still to be sent.
    package func syncBacklog() -> Int {
        guard let counts = try? own?.store.syncCounts() else { return 0 }
        return counts.pending + counts.rows.waiting + counts.rows.inFlight + counts.rows.failed
    }

    /// Lets sync be reached by that line from now on.
    package func connectSync(_ line: SyncLine) {
        syncLine = line
        own?.connect(line)
    }

    /// Goes on with the remote that the line leads to; `nil` if there is none any more.
    package func changeRemote(_ line: SyncLine?) {
        own?.changeRemote(line)
        if let line { connectSync(line) } else { syncLine = nil }
        rearm()
    }

    /// Does a step of sync; `done` is called once what it came to is on stable storage.
    package func performSync(
        _ step: StoreStep,
        _ settings: SyncSettings,
        then done: @escaping @Sendable (Result<StoreResult, SyncStepFailure>) -> Void
    ) {
        guard let own else { return done(.failure(SyncStepFailure(why: "there is no store"))) }
        own.perform(step, settings, then: done)
    }

    /// How sync stands now, and which devices share the remote.
    package func syncChanged(_ monitor: SyncMonitor, _ devices: DeviceList) {
        own?.syncChanged(monitor, devices)
    }

    /// What became of a request.
    package func answered(_ answer: SyncAnswer, _ number: Int) {
        own?.answered(answer, number)
    }

    /// The machine is about to sleep or to be switched off: all that waits is stored, and no round
    /// begins until it is back.
    package func suspends() {
        storeAll()
        syncLine?.note(.suspending)
    }
}

extension Space {
    /// How long a player that says nothing is taken to play on, in milliseconds.
    private static let silence = 180_000

    /// Takes note of changes for a remote from now on, or no longer.
    ///
    /// All that is there is told to a remote that knows nothing of it.
    func changeRemote(_ line: SyncLine?) {
        for waiting in sync?.waiting.values.map(\.self) ?? [] {
            let refusal = StateError.remoteUnavailable(why: "the remote was changed; ask again")
            if waiting.wantsAnswer { answer(refusal.message, to: waiting.connection) }
            transport.proceed(waiting.connection)
        }
        store.options.syncs = line != nil
        store.options.keepsUnsyncedEvents = line != nil
        if line == nil {
            sync = nil
            do throws(StateError) {
                try admit()
                try onStore { () throws(StoreError) in try store.leaveSync() }
            } catch {
                logger.warning("sync not left", metadata: ["reason": "\(error.summary)"])
            }
        } else {
            sync?.waiting = [:]
        }
    }

    /// Lets sync be reached by that line from now on.
    func connect(_ line: SyncLine) {
        if sync == nil { sync = SyncDesk(line: line) } else { sync?.reconnect(line) }
        let monitor = restoredMonitor()
        sync?.monitor = monitor
        sync?.storedRound = monitor.rounds.succeeded + monitor.rounds.failed
        tellCircumstances()
    }

    /// Tells the schedule of players and surfaces, as they are after a turn.
    func tellCircumstances() {
        guard sync != nil else { return }
        let isInFront = surfaces.isAnyInFront
        sync?.tell(SyncDesk.Circumstances(arePlaying: isPlaying(), areInFront: isInFront))
    }

    /// Whether any player plays: one that vanished without a word is not taken at its last one.
    private func isPlaying() -> Bool {
        let now = clock.now()
        return store.figures.players.values.contains { player in
            guard player.playing, let item = player.item,
                let head = try? store.head(named: item), head.kind.isLive
            else { return false }
            return head.record.point.status == .playing
                && now - head.record.point.at < Self.silence
        }
    }

    /// Tells the schedule that something was committed which the remote has yet to hear of.
    func tellNews(_ told: [Hub.Told]) {
        guard let line = sync?.line, store.takeSyncNews() else { return }
        let isTick =
            !told.isEmpty
            && told.allSatisfy { told in
                told.kind == .saved && told.isPlaying || told.kind == .observed
            }
        line.note(.changed(isTick: isTick))
    }

    /// A surface came to the front.
    func tellFront(of player: String) {
        let isPlaying = store.player(named: player)?.playing ?? false
        sync?.line.note(.cameToFront(isPlaying: isPlaying))
    }
}
