internal import StateModel
internal import StateSync
internal import SyncTesting

/// One device of a simulation: its store, which survives crashes, and its machine, which does not.
struct SimulatedHome {
    let store: MemoryStore
    var machine: SyncMachine
    /// How far its clock is off, in milliseconds.
    let skew: Int
    /// Rises with every crash: what belongs to a former life comes to nothing.
    var life = 1
    var isCutOff = false
    var isPlaying = false
    var isInFront = false
    /// The call that has no answer yet.
    var call = 0
    /// When it is to be woken, as far as that was arranged.
    var wake: Int?
    var backup: MemoryDisk?
    var reports: [SyncRound.Report] = []
    let mutation: Mutation?

    init(_ number: Int, _ plan: Plan, mutation: Mutation?, seed: UInt64) {
        let origin = Origin(device: UInt64(number + 1), incarnation: 1)
        store = MemoryStore(origin: origin, label: "device-\(number)")
        store.disk.trustsClock = mutation == .keysTrustTheClock
        skew = plan.skews[number]
        self.mutation = mutation
        machine = Self.machine(number, plan, seed)
    }

    static func machine(_ number: Int, _ plan: Plan, _ seed: UInt64) -> SyncMachine {
        var settings = SyncSettings()
        settings.strategy = plan.strategies[number]
        settings.comparesAndSwaps = plan.manners.comparesAndSwaps
        settings.pushRecords = 50
        settings.pageRecords = 100
        return SyncMachine(settings: settings, seed: seed)
    }

    func moment(_ now: Int) -> SyncMoment {
        SyncMoment(trusted: max(0, now + skew), elapsed: now)
    }

    /// Does a step on the store.
    func perform(_ step: StoreStep, now: Int) -> SyncMachine.Event {
        let changed = mutation.map { $0.change(step, on: self.store) } ?? step
        guard let changed else { return .stored(.recovered(retryAt: nil)) }
        let store = MutantStore(store: self.store, mutation: mutation)
        do {
            let trusted = moment(now).trusted
            return .stored(
                try changed.perform(on: store, settings: machine.settings, now: trusted)
            )
        } catch {
            return .storeFailed("\(error)")
        }
    }
}
