// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import SyncModel
internal import SyncTesting

/// A device of a simulation: its store, which survives crashes, and its machine, which does not.
struct SimulatedHome {
    /// The store of the device.
    let store: any DeviceStore
    /// The sync machine of the device.
    var machine: SyncMachine
    /// The error of its clock, in milliseconds.
    var skew: Int
    /// The number of the current life, which rises with every crash; events of a former life are
    /// dropped.
    var life = 1
    /// True while the device is offline.
    var isCutOff = false
    /// True while a player plays.
    var isPlaying = false
    /// True while a surface is in front.
    var isInFront = false
    /// The number of the outstanding call.
    var call = 0
    /// The time of the next scheduled wake-up; `nil` if none is scheduled.
    var wake: Int?
    /// The reports of the rounds so far.
    var reports: [SyncRound.Report] = []
    /// The number of times its store was replaced with an older copy.
    var restores = 0
    /// All incarnations of the device.
    var lives: Set<Origin>

    /// Creates the device with the given number.
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

    /// Creates the sync machine of a device.
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

    /// Returns the moment on the device's clock for a time of the simulation.
    func moment(_ now: Int) -> SyncMoment {
        SyncMoment(trusted: Timestamp(max(0, now + skew)), elapsed: now)
    }

    /// Performs a step on the store.
    func perform(_ step: StoreStep, _ settings: SyncSettings, now: Int) -> SyncMachine.Event {
        store.perform(step, settings, at: moment(now))
    }
}
