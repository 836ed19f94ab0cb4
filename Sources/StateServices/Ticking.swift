internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Space {
    /// Takes in a snapshot whose sender wants no answer: told at once, stored soon.
    func tick(_ snapshot: Snapshot, from connection: ConnectionID) {
        if let fault = snapshot.fault {
            logger.debug(
                "tick.invalid",
                metadata: ["field": "\(fault.field)", "why": "\(fault.why)"]
            )
            return
        }
        let now = clock.now()
        // Where the store can't be asked, the tick itself will fail, and wait.
        let snapshot = (try? named(snapshot)) ?? snapshot
        tellObserved(snapshot, nil, isTold: false)
        switch ticks.arrive(
            snapshot,
            from: connection.number,
            now: now,
            interval: settings.tickInterval
        ) {
        case .hold: break
        case .store(let due): store(due, now: now)
        }
        // Whoever hears of this tick may rely on what was told an interval ago, however late the
        // loop is. Where more wait than a turn takes, the next turns go on.
        if !hasStoredDueTicks { storeDueTicks(now: now) }
    }

    /// Stores the tick that waits for an item, because the item is to be written or removed.
    func settleTick(of item: String) {
        guard let tick = ticks.take(item) else { return }
        store([tick], now: clock.now())
    }

    /// Stores what is to be written before an observation that is to be judged now.
    func settleTicks(before snapshot: Snapshot) {
        let waiting = ticks.take(before: snapshot)
        if !waiting.isEmpty { store(waiting, now: clock.now()) }
    }

    /// Stores what waits of a player, because it goes out of sight or is moved to another item.
    func storeTicks(of player: String) {
        let waiting = ticks.take(of: player)
        if !waiting.isEmpty { store(waiting, now: clock.now()) }
    }

    /// Stores what waits of a connection, because it is gone: now, or in the turns that follow where
    /// much waits.
    func storeTicks(from connection: ConnectionID) {
        guard !ticks.isEmpty else { return }
        let now = clock.now()
        guard ticks.waiting > Self.ticksPerTurn else {
            return store(ticks.take { $0.source == connection.number }, now: now)
        }
        ticks.hasten(now: now)
        wants(wake: now)
    }

    /// Stores all that waits.
    func storeAllTicks() {
        store(ticks.takeAll(), now: clock.now())
    }

    /// The number of due ticks that one turn stores at most.
    private static let ticksPerTurn = 256

    /// Stores what has waited long enough, as much of it as one turn takes.
    func storeDueTicks(now: Int) {
        let due = ticks.takeDue(now: now, limit: Self.ticksPerTurn)
        hasStoredDueTicks = due.count == Self.ticksPerTurn
        store(due, now: now)
    }

    private func store(_ due: [TickBuffer.Tick], now: Int) {
        for (index, tick) in due.enumerated() {
            do throws(StateError) {
                try admit()
                store.beginCall()
                _ = try save(
                    tick.snapshot,
                    isTold: true,
                    from: ConnectionID(tick.source)
                )
            } catch .storageUnavailable {
                ticks.putBack(Array(due[index...]), retry: storage.retryAt ?? now + 200)
                return
            } catch {
                logger.debug("tick.refused", metadata: ["why": "\(error)"])
            }
            if store.isDirty { unsettled.append(tick) }
        }
    }
}
