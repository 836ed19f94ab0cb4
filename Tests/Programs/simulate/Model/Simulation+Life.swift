// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateSync
internal import SyncModel
internal import SyncTesting

extension Simulation {
    /// Performs a random action of a player or a user on a device.
    mutating func play(_ number: Int) {
        let time = homes[number].moment(now)
        let store = homes[number].store
        let item = Self.items[below(Self.items.count)]
        switch below(100) {
        case 0..<45:
            written += 1
            // Positions close to an item's beginning are not stored.
            let position = Double(1_000 + written)
            truth.observed(position, at: now, on: number)
            if let key = store.save(item, position, at: time) {
                truth.wrote(item, key, store.origin, position)
            }
            give(.schedule(.changed(isTick: happens(50))), to: number)
        case 45..<52:
            if let key = store.clear(item, at: time) {
                truth.wrote(item, key, store.origin, nil)
            }
            give(.schedule(.changed(isTick: false)), to: number)
        case 52..<80:
            for _ in 0...below(4) { append(number, time) }
            give(.schedule(.changed(isTick: false)), to: number)
        case 80..<86:
            homes[number].isPlaying.toggle()
            give(.schedule(.players(arePlaying: homes[number].isPlaying)), to: number)
        case 86..<92:
            homes[number].isInFront.toggle()
            let isInFront = homes[number].isInFront
            give(.schedule(.surfaces(areInFront: isInFront)), to: number)
            if isInFront { give(.schedule(.movedToForeground(isPlaying: false)), to: number) }
        case 92..<95: give(.schedule(.requested), to: number)
        case 95..<97: give(.schedule(.notified), to: number)
        default:
            store.backUp(at: time)
        }
        if !isHealed { timeline.add(.player(number), at: now + pause(number)) }
    }

    /// Returns the time until the next action on a device, which may rest until then.
    private mutating func pause(_ number: Int) -> Int {
        guard plan.rest > 0, happens(5) else { return below(120_000) }
        homes[number].isPlaying = false
        homes[number].isInFront = false
        give(.schedule(.players(arePlaying: false)), to: number)
        give(.schedule(.surfaces(areInFront: false)), to: number)
        return below(2 * plan.rest)
    }

    private mutating func append(_ number: Int, _ time: SyncMoment) {
        written += 1
        let store = homes[number].store
        let id = happens(2) ? "poison-\(written)" : "event-\(written)"
        store.append(id, at: time)
        // The order holds within an incarnation, and from one restored copy to the next: events
        // sent before a copy was restored may return after events appended since.
        let life = Origin(
            device: store.origin.device &+ UInt64(homes[number].restores) << 32,
            incarnation: store.origin.incarnation
        )
        truth.appended(id, life, written)
    }

    /// Schedules the next mishap of a kind.
    mutating func arrange(_ mishap: Plan.Mishap) {
        guard let interval = plan.mishaps[mishap], interval > 0, !isHealed else { return }
        timeline.add(.mishap(mishap), at: now + below(2 * interval))
    }

    /// Applies a mishap to a random device or the remote, and schedules the next one.
    mutating func befall(_ mishap: Plan.Mishap) {
        guard !isHealed else { return }
        let number = below(homes.count)
        switch mishap {
        case .crash: crash(number)
        case .outage:
            homes[number].isCutOff = true
            if happens(50) { give(.schedule(.network(isUp: false)), to: number) }
            timeline.add(.back(number), at: now + below(2 * 3_600_000))
        case .rewind:
            server.rewind(by: below(server.count + 1) / 2)
            lose()
        case .remoteCrash:
            server.crash()
            lose()
        case .restore: restore(number)
        case .clockSet: setClock(number)
        case .full:
            server.manners.busyOneIn = 1
            timeline.add(.room, at: now + below(2 * 3_600_000))
        }
        if happens(50) { server.sync() }
        arrange(mishap)
    }

    /// Reconnects a device after an outage.
    mutating func comeBack(_ number: Int) {
        // The end of an old outage must not connect a device that is offline on purpose.
        guard !isHealed else { return }
        homes[number].isCutOff = false
        give(.schedule(.network(isUp: true)), to: number)
    }

    /// Lets the remote store records again.
    mutating func makeRoom() {
        // The end of an old shortage must not make the healed remote busy.
        guard !isHealed else { return }
        server.manners.busyOneIn = plan.manners.busyOneIn
    }

    /// Cuts the device's power and restarts it a little later.
    private mutating func crash(_ number: Int) {
        homes[number].store.crash(at: homes[number].moment(now))
        homes[number].life += 1
        homes[number].wake = nil
        homes[number].isPlaying = false
        homes[number].isInFront = false
        homes[number].machine = SimulatedHome.machine(
            number,
            plan,
            homes[number].store.origin,
            random.next(),
            mutation
        )
        timeline.add(.start(number, life: homes[number].life), at: now + below(60_000))
    }

    /// Sets the device's clock; times observed before can no longer be corrected.
    private mutating func setClock(_ number: Int) {
        let former = homes[number].skew
        homes[number].skew += (happens(50) ? 1 : -1) * below(2 * 3_600_000)
        skews.insert(homes[number].skew)
        truth.forgetTimes(on: number, agree: homes[number].skew >= former)
    }

    /// Replaces the device's store with an older copy.
    private mutating func restore(_ number: Int) {
        let moment = homes[number].moment(now)
        guard homes[number].store.restore(byHand: happens(50), at: moment) else { return }
        crash(number)
        homes[number].lives.insert(homes[number].store.origin)
        homes[number].restores += 1
        lose()
    }

    /// Drops the expectations for data that neither a device nor the remote holds any more.
    private mutating func lose() {
        var stamps: Set<Stamp> = []
        var events: Set<String> = []
        for record in server.records {
            switch record.content {
            case .item(let version): stamps.insert(version.stamp)
            case .event(let event): events.insert(event.event.id)
            }
        }
        for home in homes {
            let store = home.store
            events.formUnion(store.eventIDs)
            for item in Self.items.compactMap(store.item) {
                let stamp = item.version(by: store.origin, strategy: .newest, now: .epoch).stamp
                // A change that was never sent becomes a write of the device's new incarnation
                // after a restore.
                stamps.insert(stamp)
                for life in home.lives where life.device == stamp.origin.device {
                    stamps.insert(Stamp(key: stamp.key, origin: life))
                }
            }
        }
        truth.keep(stamps, events: events)
        noteLostTimes()
    }
}

extension Simulation {
    /// Ends all failures; two rounds of every device must suffice, or four under `server` and
    /// `client`.
    mutating func heal() {
        isHealed = true
        server.manners.refusesPoison = false
        server.manners.busyOneIn = 0
        server.manners.lateOneIn = 0
        for number in homes.indices {
            homes[number].isCutOff = false
            give(.schedule(.players(arePlaying: false)), to: number)
            give(.schedule(.surfaces(areInFront: false)), to: number)
            give(.schedule(.network(isUp: true)), to: number)
        }
        // No entry and no round waits longer for its next attempt.
        live(until: now + 700_000)
        let isPlain = plan.strategies.allSatisfy { $0 == .newest || $0 == .furthest }
        // Entries that the remote has refused wait for the next round, whatever its reason.
        for (number, home) in homes.enumerated() where isPlain && plan.manners.isDurable {
            let outlook = home.store.outlook(at: home.moment(now))
            guard home.store.backlog > 0, outlook?.hasFailed != true else { continue }
            neglected.append("device \(number) did not send \(home.store.backlog) by itself")
        }
        server.sync()
        for _ in 0..<(isPlain ? 2 : 4) {
            for number in homes.indices { round(number) }
        }
        promised = promises()
        // Clocks are known once the devices have read of each other; the next round corrects the
        // times.
        for _ in 0..<4 {
            for number in homes.indices { round(number) }
        }
    }

    /// Runs one complete round of one device.
    mutating func round(_ number: Int) {
        give(.schedule(.network(isUp: false)), to: number)
        let count = homes[number].reports.count
        give(.schedule(.network(isUp: true)), to: number)
        let limit = now + 3_600_000
        while homes[number].reports.count == count || !homes[number].machine.running.isEmpty,
            let next = timeline.next, next < limit
        {
            live(until: next)
        }
    }

    /// Has all devices read the remote from the beginning, and returns the items that it changes.
    mutating func readAgain() -> [String] {
        func positions() -> [String] {
            Self.items.flatMap { item in
                homes.map { "\(item) is \($0.store.position(item).map { "\($0)" } ?? "removed")" }
            }
        }
        let before = positions()
        for home in homes {
            let gap = StoreStep.apply(.gap, DeviceClocks())
            _ = home.perform(gap, home.machine.settings, now: now)
        }
        for _ in 0..<2 {
            for number in homes.indices { round(number) }
        }
        return zip(before, positions()).filter { $0 != $1 }.map { "\($1) when read again; \($0)" }
    }

    /// Returns the faults at the end.
    func faults() -> [String] {
        promised + ageFaults() + neglected
    }

    /// Checks between rounds that the device wakes for the entries that wait, and says that they
    /// have an error if they do.
    mutating func checkOutbox(of number: Int) {
        let (machine, moment) = (homes[number].machine, homes[number].moment(now))
        // A running round looks after its entries, and a machine that starts begins with one.
        guard machine.running.isEmpty, machine.begun > 0,
            let outlook = homes[number].store.outlook(at: moment)
        else { return }
        let status = machine.status
        let wait = status.failure == nil ? outlook.wait(at: moment.trusted) : Backoff.ceiling
        if status.failure?.state != .offline, let wait,
            machine.deadline.map({ $0 - now > max(1_000, wait) }) ?? true
        {
            neglected.append("device \(number) does not wake for entries due in \(wait) ms")
        }
        if status.failure == nil, outlook.error != status.error {
            neglected.append("device \(number) says \(status.error ?? "that all is well")")
        }
    }

    /// Returns the faults that remain when every device should have all data.
    private func promises() -> [String] {
        var faults = truth.faults
        let isNewest = plan.strategies.allSatisfy { $0 == .newest }
        for item in Self.items {
            let places = homes.map { $0.store.position(item) }
            if Set(places).count > 1 {
                faults.append("\(item) differs: \(places.map { $0.map { "\($0)" } ?? "removed" })")
            } else if let fault = truth.fault(item, at: places[0], isNewest: isNewest) {
                faults.append(fault)
            }
        }
        for (number, home) in homes.enumerated() {
            faults += truth.faults(inEvents: home.store.eventIDs).map { "device \(number): " + $0 }
            if home.store.backlog > 0, plan.manners.isDurable {
                faults.append("device \(number) still has \(home.store.backlog) to send")
            }
            if let error = home.reports.last?.error {
                faults.append("device \(number) did not sync: \(error.reason)")
            }
        }
        return faults
    }
}
