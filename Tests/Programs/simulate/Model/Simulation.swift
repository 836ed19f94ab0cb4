// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import StateSync
package import SyncModel
internal import SyncTesting

/// A simulation of whole devices, their clocks, the network and the remote, determined by a seed.
package struct Simulation {
    /// An event of the simulation.
    enum Happening {
        /// An event reaches a device's machine.
        case machine(Int, life: Int, SyncMachine.Event)
        /// A device performs a step on its store.
        case store(Int, life: Int, StoreStep)
        /// A call arrives at the remote.
        case arrival(SimulationCaller, call: Int, RemoteCall, epoch: Int)
        /// An answer arrives at a device.
        case answer(Int, life: Int, call: Int, RemoteAnswer)
        /// A push arrives at the remote once more.
        case repetition(SimulationCaller, RemoteCall, epoch: Int)
        /// A device wakes up at a scheduled time.
        case wake(Int, life: Int, Int)
        /// A player or a user acts on a device.
        case player(Int)
        /// A mishap occurs.
        case mishap(Plan.Mishap)
        /// An outage of a device ends.
        case back(Int)
        /// The remote has room again.
        case room
        /// A device starts.
        case start(Int, life: Int)
    }

    /// The start of the simulation, in milliseconds since 1970.
    static let beginning = 1_000_000_000_000
    /// The time until a notification arrives, in milliseconds.
    private static let noticeMilliseconds = 500
    /// The maximum time until a repeated push arrives, in milliseconds.
    static let repetitionMilliseconds = 600_000
    /// The items that players change.
    static let items = (0..<8).map { "item-\($0)" }

    /// The parameters of the simulation.
    let plan: Plan
    /// The planted mistake; `nil` for none.
    let mutation: Mutation?
    /// The source of randomness.
    var random: SyncRandom
    /// The scheduled events.
    var timeline = Timeline<Happening>()
    /// The current time, in milliseconds since 1970.
    var now = Simulation.beginning
    /// The devices.
    var homes: [SimulatedHome]
    /// The errors that clocks have had, in milliseconds.
    var skews: Set<Int>
    /// The remote.
    var server: any SimulationRemote
    /// The epochs of the last set-ups.
    private var epochs: [SimulationCaller: Int] = [:]
    /// The devices whose last report says that a surface is in front.
    private var inFront: Set<Int> = []
    /// The expectations of the players.
    var truth = Truth()
    /// True once all failures have ended.
    var isHealed = false
    /// The faults in what an idle machine said and planned after an event.
    var neglected: [String] = []
    /// The faults after the rounds that must suffice.
    var promised: [String] = []
    /// The number of positions and events written so far.
    var written = 0
    /// The function that receives a line for each event; `nil` for none.
    package var trace: ((String) -> Void)?
    /// The number of events so far.
    package private(set) var steps = 0
    /// The longest time until a stored tick was seen where a surface is in front, in milliseconds.
    package internal(set) var longestWatch = 0

    /// Creates the simulation of a seed, optionally with a planted mistake.
    ///
    /// - Parameters:
    /// - seed: the seed that determines everything.
    /// - mutation: the mistake; `nil` for none.
    /// - strategy: the conflict strategy for all players, including the one with a separate
    ///   strategy; `nil` to let the seed choose.
    /// - makeStore: the maker of the store of a device, given its number and its first moment;
    ///   `nil` for stores in memory.
    /// - remote: the remote, which then also determines its guarantees; `nil` for one in memory.
    /// - isSpread: true for days or weeks, during which devices mostly rest.
    package init(
        seed: UInt64,
        mutation: Mutation? = nil,
        strategy: ConflictStrategy? = nil,
        makeStore: ((Int, SyncMoment) -> any DeviceStore)? = nil,
        remote: (any SimulationRemote)? = nil,
        isSpread: Bool = false
    ) {
        var plan = Plan(seed: seed)
        // Whole daemons also keep time on their own, so they handle a changed clock themselves.
        if makeStore != nil { plan.mishaps[.clockSet] = 0 }
        if let strategy {
            plan.strategies = plan.strategies.map { _ in strategy }
            plan.choosyStrategy = strategy
        }
        if let remote { plan.manners = remote.manners }
        if isSpread { plan.spread() }
        self.plan = plan
        self.mutation = mutation
        skews = Set(plan.skews)
        random = SyncRandom(seed: seed &+ 0xD1CE)
        server = remote ?? SimulatedServer(plan.manners)
        var seeds = SyncRandom(seed: seed &+ 0x5EED)
        homes = (0..<plan.devices).map {
            let moment = SyncMoment(
                trusted: Timestamp(Self.beginning + plan.skews[$0]),
                elapsed: Self.beginning
            )
            return SimulatedHome(
                $0,
                plan,
                store: makeStore?($0, moment) ?? MemoryHome($0, mutation: mutation),
                seed: seeds.next(),
                mutation: mutation
            )
        }
    }

    /// The simulated hours of all devices together.
    package var deviceHours: Double {
        Double((now - Self.beginning) * plan.devices) / 3_600_000
    }

    /// Runs the simulation and returns the faults at the end; empty if there are none.
    package mutating func run() -> [String] {
        for number in homes.indices {
            timeline.add(.start(number, life: 1), at: now + below(10_000))
            timeline.add(.player(number), at: now + below(60_000))
        }
        for mishap in Plan.Mishap.allCases { arrange(mishap) }
        live(until: Self.beginning + plan.duration)
        heal()
        if let trace {
            trace("\(plan)")
            for home in homes { trace("\(home.store.label): \(home.store.summary)") }
        }
        return faults() + readAgain() + watchPlayer() + fightDuels()
    }

    /// Returns a random number from 0 up to, but not including, a bound.
    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<max(1, bound), using: &random)
    }

    /// Returns true with a probability in percent.
    mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

    /// Processes the scheduled events up to a time.
    mutating func live(until end: Int) {
        while let next = timeline.next, next <= end, let happening = timeline.take() {
            now = next
            steps += 1
            if let trace { trace("\(now - Self.beginning) \(happening)") }
            happen(happening)
        }
        now = max(now, end)
    }

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .start(let number, let life):
            if homes[number].life == life { give(.started, to: number) }
        case .machine(let number, let life, let event):
            if homes[number].life == life { give(event, to: number) }
        case .store(let number, let life, let step):
            if homes[number].life == life { perform(step, number) }
        case .arrival(let caller, let call, let content, let epoch):
            arrive(caller, call, content, epoch)
        case .answer(let number, let life, let call, let answer):
            guard homes[number].life == life, homes[number].call == call else { return }
            homes[number].call += 1
            give(.remote(answer), to: number)
        case .repetition(let caller, let call, let epoch):
            _ = ask(call, from: caller, epoch)
        case .wake(let number, let life, let time):
            guard homes[number].life == life else { return }
            if homes[number].wake == time { homes[number].wake = nil }
            give(.schedule(.woke), to: number)
        case .player(let number): play(number)
        case .mishap(let mishap): befall(mishap)
        case .back(let number): comeBack(number)
        case .room: makeRoom()
        }
    }
}

extension Simulation {
    /// Passes an event to a device's machine, and schedules the actions that it requests.
    mutating func give(_ event: SyncMachine.Event, to number: Int) {
        if mutation == .ticksWait, case .schedule(.changed(isTick: true)) = event { return }
        let moment = homes[number].moment(now)
        for action in homes[number].machine.event(event, now: moment) {
            switch action {
            case .ended(let report):
                trace?("\(now - Self.beginning) round of \(number): \(report)")
                homes[number].reports.append(report)
            case .store(let step):
                schedule(step, of: number, at: now + 1 + below(5))
            case .remote(let call): send(call, number)
            }
        }
        checkOutbox(of: number)
        guard let deadline = homes[number].machine.deadline else { return }
        if homes[number].wake.map({ $0 > deadline }) ?? true {
            homes[number].wake = max(deadline, now)
            let life = homes[number].life
            timeline.add(.wake(number, life: life, max(deadline, now)), at: max(deadline, now))
        }
    }

    private mutating func schedule(_ step: StoreStep, of number: Int, at time: Int) {
        timeline.add(.store(number, life: homes[number].life, step), at: time)
    }

    private mutating func perform(_ step: StoreStep, _ number: Int) {
        if mutation == .cursorMovesFirst, case .apply(.entries(_, let cursor, _), _) = step,
            let store = (homes[number].store as? MemoryHome)?.store, store.memory().cursor != cursor
        {
            var changes = SyncChanges()
            changes.state = store.memory()
            changes.state?.cursor = cursor
            try? store.commit(changes)
            return schedule(step, of: number, at: now + 1 + below(2_000))
        }
        // Batches of any size are sent.
        var settings = homes[number].machine.settings
        if below(2) == 1 { settings.pushRecords = min(settings.pushRecords, 1 + below(10)) }
        let event = homes[number].perform(step, settings, now: now)
        homes[number].lives.insert(homes[number].store.origin)
        give(event, to: number)
    }

    private mutating func send(_ content: RemoteCall, _ number: Int) {
        var content = content
        if mutation == .frontIsNotReported, case .report(var presence) = content {
            presence.isInFront = false
            content = .report(presence)
        }
        homes[number].call += 1
        let (life, call) = (homes[number].life, homes[number].call)
        let origin = homes[number].store.origin
        let caller = SimulationCaller(number: number, life: life, origin: origin)
        let failure = RemoteAnswer.failed(.offline("no answer"))
        timeline.add(.answer(number, life: life, call: call, failure), at: now + 25_000)
        if homes[number].isCutOff { return }
        if !isHealed, happens(plan.lostCalls) { return }
        let latency = isHealed ? 1 : 1 + below(plan.latency)
        let epoch = epochs[caller] ?? 0
        timeline.add(.arrival(caller, call: call, content, epoch: epoch), at: now + latency)
        if !isHealed, case .push = content, happens(plan.repeated) {
            let wait = below(Self.repetitionMilliseconds)
            timeline.add(.repetition(caller, content, epoch: epoch), at: now + wait)
        }
    }

    private mutating func arrive(
        _ caller: SimulationCaller,
        _ call: Int,
        _ content: RemoteCall,
        _ epoch: Int
    ) {
        let (number, life) = (caller.number, caller.life)
        let answer = ask(content, from: caller, epoch)
        if case .report(let presence) = content { notify(of: presence, by: number) }
        if homes[number].isCutOff { return }
        if !isHealed, happens(plan.lostAnswers) { return }
        let latency = isHealed ? 1 : 1 + below(plan.latency)
        timeline.add(.answer(number, life: life, call: call, answer), at: now + latency)
    }

    /// Notifies the other devices if one has come to the front or left it, as remotes do.
    private mutating func notify(of presence: DevicePresence, by number: Int) {
        guard presence.isInFront != inFront.contains(number) else { return }
        if presence.isInFront { inFront.insert(number) } else { inFront.remove(number) }
        for (other, home) in homes.enumerated() where other != number && !home.isCutOff {
            let event = SyncMachine.Event.schedule(.notified)
            timeline.add(.machine(other, life: home.life, event), at: now + Self.noticeMilliseconds)
        }
    }

    /// Passes a call to the remote, even if no device waits for the answer any more.
    ///
    /// A push meant for another epoch than that of the caller's last set-up is refused, as drivers
    /// promise.
    private mutating func ask(
        _ content: RemoteCall,
        from caller: SimulationCaller,
        _ epoch: Int
    ) -> RemoteAnswer {
        if case .push(let batch) = content {
            let present = server.epoch ?? epochs[caller] ?? 0
            if epoch != present { return .failed(.transient("it went back")) }
            truth.pushed(batch)
        }
        let (answer, stored) = server.answer(content, from: caller, now: Timestamp(now))
        if case .ready(let identity) = answer { epochs[caller] = identity.epoch }
        truth.stored(stored)
        return answer
    }
}
