internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Tenant {
    /// Accepts a snapshot from a one-way call: it is published at once and stored soon.
    func tick(_ snapshot: Snapshot, from connection: ConnectionID) {
        if let fault = snapshot.fault {
            logger.debug(
                "tick.invalid",
                metadata: ["field": "\(fault.field)", "why": "\(fault.reason)"]
            )
            return
        }
        let now = clock.now()
        // If the store cannot be read, storing the tick fails as well, and it waits.
        let snapshot = (try? named(snapshot)) ?? snapshot
        tellObserved(snapshot, nil, isPublished: false)
        switch ticks.arrive(
            snapshot,
            from: connection.number,
            now: now,
            interval: settings.tickInterval
        ) {
        case .hold: break
        case .store(let due): store(due, now: now)
        }
        // A subscriber that receives this tick may rely on everything published one interval ago
        // being stored, however late the loop is. If more ticks are due than one turn may store,
        // the next turns continue.
        if !hasStoredDueTicks { storeDueTicks(now: now) }
    }

    /// Stores the tick that waits for an item, because the item is about to be written or removed.
    func settleTick(of item: String) {
        guard let tick = ticks.take(item) else { return }
        store([tick], now: clock.now())
    }

    /// Stores the ticks that must be written before an observation that is about to be judged.
    func settleTicks(before snapshot: Snapshot) {
        let waiting = ticks.take(before: snapshot)
        if !waiting.isEmpty { store(waiting, now: clock.now()) }
    }

    /// Stores a player's ticks, because the player goes to the back or moves to another item.
    func storeTicks(of player: String) {
        let waiting = ticks.take(of: player)
        if !waiting.isEmpty { store(waiting, now: clock.now()) }
    }

    /// Stores the ticks of a closed connection: now or, if there are many, in the turns that
    /// follow.
    func storeTicks(from connection: ConnectionID) {
        guard !ticks.isEmpty else { return }
        let now = clock.now()
        guard ticks.waiting > Self.ticksPerTurn else {
            return store(ticks.take { $0.source == connection.number }, now: now)
        }
        ticks.hasten(now: now)
        wants(wake: now)
    }

    /// Stores all ticks that are waiting.
    func storeAllTicks() {
        store(ticks.takeAll(), now: clock.now())
    }

    /// The maximum number of due ticks that one turn stores.
    private static let ticksPerTurn = 256

    /// Stores the ticks that have waited long enough, as many as one turn may.
    func storeDueTicks(now: Int) {
        let due = ticks.takeDue(now: now, limit: Self.ticksPerTurn)
        hasStoredDueTicks = due.count == Self.ticksPerTurn
        store(due, now: now)
    }

    private func store(_ due: [TickBuffer.Tick], now: Int) {
        for (index, tick) in due.enumerated() {
            do throws(StateError) {
                try admit()
                store.log.beginCall()
                _ = try save(
                    tick.snapshot,
                    isPublished: true,
                    from: ConnectionID(tick.source)
                )
            } catch .storageUnavailable {
                ticks.putBack(Array(due[index...]), retry: storage.retryAt ?? now + 200)
                return
            } catch {
                logger.debug("tick.refused", metadata: ["why": "\(error)"])
            }
            if store.log.isDirty { unsettled.append(tick) }
        }
    }
}
