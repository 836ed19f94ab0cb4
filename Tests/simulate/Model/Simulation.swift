package import StateModel
package import StateSync
internal import SyncTesting

/// Whole devices, their clocks, the network and the remote, from a seed.
package struct Simulation {
    enum Happening {
        case machine(Int, life: Int, SyncMachine.Event)
        case store(Int, life: Int, StoreStep)
        case arrival(Int, life: Int, call: Int, RemoteCall, epoch: Int)
        case answer(Int, life: Int, call: Int, RemoteAnswer)
        case repetition(RemoteCall, epoch: Int)
        case wake(Int, life: Int, Int)
        case player(Int)
        case mishap(Plan.Mishap)
        case back(Int)
        case start(Int, life: Int)
    }

    /// When the simulation begins, in milliseconds since 1970.
    static let beginning = 1_000_000_000_000
    static let items = (0..<8).map { "item-\($0)" }

    let plan: Plan
    let mutation: Mutation?
    var random: SyncRandom
    var timeline = Timeline<Happening>()
    var now = Simulation.beginning
    var homes: [SimulatedHome]
    var server: SimulatedServer
    var truth = Truth()
    var isHealed = false
    /// What was wrong after the rounds that must do.
    var promised: [String] = []
    var written = 0
    /// Hears what happens, one line each; nil: nobody does.
    package var tell: ((String) -> Void)?
    /// How many things happened.
    package private(set) var steps = 0
    /// The longest time until a stored tick was seen where a surface is in front, in milliseconds.
    package internal(set) var longestWatch = 0

    /// The simulation of that seed, with a mistake in it or without.
    ///
    /// - Parameters:
    ///   - seed: where everything follows from.
    ///   - mutation: the mistake; nil: none.
    ///   - strategy: what decides, for all players and the one that has a strategy of its own; nil: as
    ///     the seed says.
    ///   - makeStore: the store of the device of that number, which begins at that moment; nil: one
    ///     in memory.
    package init(
        seed: UInt64,
        mutation: Mutation? = nil,
        strategy: ConflictStrategy? = nil,
        makeStore: ((Int, SyncMoment) -> any DeviceStore)? = nil
    ) {
        var plan = Plan(seed: seed)
        // A clock that is set is a matter of the daemon's own, too: whole daemons keep time by themselves.
        if makeStore != nil { plan.mishaps[.clockSet] = 0 }
        if let strategy {
            plan.strategies = plan.strategies.map { _ in strategy }
            plan.choosyStrategy = strategy
        }
        self.plan = plan
        self.mutation = mutation
        random = SyncRandom(seed: seed &+ 0xD1CE)
        server = SimulatedServer(plan.manners)
        var seeds = SyncRandom(seed: seed &+ 0x5EED)
        homes = (0..<plan.devices).map {
            let moment = SyncMoment(
                trusted: Self.beginning + plan.skews[$0],
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

    /// How many hours all devices together lived through.
    package var deviceHours: Double {
        Double((now - Self.beginning) * plan.devices) / 3_600_000
    }

    /// Lives through it: what is wrong in the end; empty: nothing.
    package mutating func run() -> [String] {
        for number in homes.indices {
            timeline.add(.start(number, life: 1), at: now + below(10_000))
            timeline.add(.player(number), at: now + below(60_000))
        }
        for mishap in Plan.Mishap.allCases { arrange(mishap) }
        live(until: Self.beginning + plan.duration)
        heal()
        if let tell {
            tell("\(plan)")
            for home in homes { tell("\(home.store.label): \(home.store.summary)") }
        }
        return faults() + watchPlayer() + fightDuels()
    }

    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<max(1, bound), using: &random)
    }

    mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

    mutating func live(until end: Int) {
        while let next = timeline.next, next <= end, let happening = timeline.take() {
            now = next
            steps += 1
            if let tell { tell("\(now - Self.beginning) \(happening)") }
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
        case .arrival(let number, let life, let call, let content, let epoch):
            arrive(number, life, call, content, epoch)
        case .answer(let number, let life, let call, let answer):
            guard homes[number].life == life, homes[number].call == call else { return }
            homes[number].call += 1
            give(.remote(answer), to: number)
        case .repetition(let call, let epoch):
            _ = ask(call, epoch)
        case .wake(let number, let life, let time):
            guard homes[number].life == life else { return }
            if homes[number].wake == time { homes[number].wake = nil }
            give(.schedule(.woke), to: number)
        case .player(let number): play(number)
        case .mishap(let mishap): befall(mishap)
        case .back(let number): comeBack(number)
        }
    }
}

extension Simulation {
    /// Gives a device's machine an event, and arranges what it asks for.
    mutating func give(_ event: SyncMachine.Event, to number: Int) {
        if mutation == .ticksWait, case .schedule(.changed(isTick: true)) = event { return }
        let moment = homes[number].moment(now)
        for action in homes[number].machine.event(event, now: moment) {
            switch action {
            case .ended(let report):
                tell?("\(now - Self.beginning) round of \(number): \(report)")
                homes[number].reports.append(report)
            case .store(let step):
                let life = homes[number].life
                timeline.add(.store(number, life: life, step), at: now + 1 + below(5))
            case .remote(let call): send(call, number)
            }
        }
        guard let deadline = homes[number].machine.deadline else { return }
        if homes[number].wake.map({ $0 > deadline }) ?? true {
            homes[number].wake = max(deadline, now)
            let life = homes[number].life
            timeline.add(.wake(number, life: life, max(deadline, now)), at: max(deadline, now))
        }
    }

    private mutating func perform(_ step: StoreStep, _ number: Int) {
        if mutation == .cursorMovesFirst, case .apply(.entries(_, let cursor, _), _) = step,
            let store = (homes[number].store as? MemoryHome)?.store, store.state().cursor != cursor
        {
            var changes = SyncChanges()
            changes.state = store.state()
            changes.state?.cursor = cursor
            try? store.commit(changes)
            let life = homes[number].life
            timeline.add(.store(number, life: life, step), at: now + 1 + below(2_000))
            return
        }
        let event = homes[number].perform(step, now: now)
        homes[number].lives.insert(homes[number].store.origin)
        give(event, to: number)
    }

    private mutating func send(_ content: RemoteCall, _ number: Int) {
        homes[number].call += 1
        let (life, call) = (homes[number].life, homes[number].call)
        let failure = RemoteAnswer.failed(.offline("no answer"))
        timeline.add(.answer(number, life: life, call: call, failure), at: now + 25_000)
        if homes[number].isCutOff { return }
        if !isHealed, happens(plan.lostCalls) { return }
        let latency = isHealed ? 5 : 1 + below(plan.latency)
        let epoch = server.identity.epoch
        timeline.add(
            .arrival(number, life: life, call: call, content, epoch: epoch),
            at: now + latency
        )
        if !isHealed, case .push = content, happens(plan.repeated) {
            timeline.add(.repetition(content, epoch: epoch), at: now + below(600_000))
        }
    }

    private mutating func arrive(
        _ number: Int,
        _ life: Int,
        _ call: Int,
        _ content: RemoteCall,
        _ epoch: Int
    ) {
        let answer = ask(content, epoch)
        if homes[number].isCutOff { return }
        if !isHealed, happens(plan.lostAnswers) { return }
        let latency = isHealed ? 5 : 1 + below(plan.latency)
        timeline.add(.answer(number, life: life, call: call, answer), at: now + latency)
    }

    /// The remote takes a call, whoever still waits for the answer.
    ///
    /// A push that was meant for the remote as it was before it went back is refused, as drivers
    /// promise.
    private mutating func ask(_ content: RemoteCall, _ epoch: Int) -> RemoteAnswer {
        if case .push(let batch) = content {
            if epoch != server.identity.epoch { return .failed(.transient("it went back")) }
            truth.pushed(batch)
        }
        let before = server.count
        let answer = server.answer(content, now: now)
        truth.stored(server.records(after: before))
        return answer
    }
}
