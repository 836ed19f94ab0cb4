internal import StateModel
internal import StateSync
internal import SyncTesting

/// One device of a simulation: its store, which survives crashes, and its machine, which does not.
struct SimulatedHome {
    let store: any DeviceStore
    var machine: SyncMachine
    /// How far its clock is off, in milliseconds.
    var skew: Int
    /// Rises with every crash: what belongs to a former life comes to nothing.
    var life = 1
    var isCutOff = false
    var isPlaying = false
    var isInFront = false
    /// The call that has no answer yet.
    var call = 0
    /// When it is to be woken, as far as that was arranged.
    var wake: Int?
    var reports: [SyncRound.Report] = []
    /// How often its store was replaced by an older copy.
    var restores = 0
    /// Every life that the device has lived.
    var lives: Set<Origin>

    init(
        _ number: Int,
        _ plan: Plan,
        store: any DeviceStore,
        seed: UInt64,
        mutation: Mutation?
    ) {
        self.store = store
        lives = [store.origin]
        skew = plan.skews[number]
        machine = Self.machine(number, plan, store.origin, seed, mutation)
    }

    static func machine(
        _ number: Int,
        _ plan: Plan,
        _ origin: Origin,
        _ seed: UInt64,
        _ mutation: Mutation?
    ) -> SyncMachine {
        var settings = SyncSettings()
        settings.strategy = plan.strategies[number]
        settings.strategies = [Simulation.choosyPlayer: plan.choosyStrategy]
        settings.comparesAndSwaps = plan.manners.comparesAndSwaps
        mutation?.change(&settings)
        settings.pushRecords = 50
        settings.pageRecords = 100
        return SyncMachine(settings: settings, own: origin, seed: seed)
    }

    func moment(_ now: Int) -> SyncMoment {
        SyncMoment(trusted: max(0, now + skew), elapsed: now)
    }

    /// Does a step on the store.
    func perform(_ step: StoreStep, now: Int) -> SyncMachine.Event {
        store.perform(step, machine.settings, at: moment(now))
    }
}
