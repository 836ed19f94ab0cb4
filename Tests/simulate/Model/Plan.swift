package import StateModel
internal import StateSync
package import SyncTesting

/// What a seed stands for: how many devices, how bad the network, what goes wrong how often.
package struct Plan: Sendable {
    /// How many devices share the remote.
    package var devices: Int
    /// How long everything may go wrong, in milliseconds.
    package var duration: Int
    /// What wins.
    package var strategies: [ConflictStrategy]
    /// What wins where one player is concerned that has a strategy of its own.
    package var choosyStrategy: ConflictStrategy
    /// How the remote behaves.
    package var manners: SimulatedServer.Manners
    /// How many calls in a hundred are lost on their way there.
    package var lostCalls: Int
    /// How many answers in a hundred are lost on their way back.
    package var lostAnswers: Int
    /// How many pushes in a hundred arrive once more, later.
    package var repeated: Int
    /// How long a message takes at most, in milliseconds.
    package var latency: Int
    /// How far each device's clock is off, in milliseconds.
    package var skews: [Int]
    /// Milliseconds between mishaps of each kind, on average; 0: never.
    package var mishaps: [Mishap: Int]

    /// What may go wrong.
    package enum Mishap: CaseIterable, Sendable {
        /// A device loses its power between any two steps.
        case crash
        /// A device is cut off for a while.
        case outage
        /// The remote goes back to an older copy.
        case rewind
        /// The remote crashes, and loses what was not on stable storage.
        case remoteCrash
        /// A device's store is replaced by an older copy.
        case restore
        /// Somebody sets a device's clock.
        case clockSet
    }

    /// The plan of that seed.
    package init(seed: UInt64) {
        var random = SyncRandom(seed: seed)
        func one<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }
        let hour = 3_600_000
        devices = one([2, 3, 3, 4])
        duration = one([1, 2, 4, 8]) * hour
        let strategy = one([ConflictStrategy.newest, .newest, .newest, .furthest, .server, .client])
        strategies = Array(repeating: strategy, count: devices)
        choosyStrategy = strategy
        if one([false, false, false, true]) {
            strategies = (0..<devices).map { _ in one(ConflictStrategy.allCases) }
        }
        manners = SimulatedServer.Manners()
        manners.isDurable = one([true, true, false])
        manners.comparesAndSwaps = one([false, false, true])
        manners.overlap = one([0, 0, 5])
        manners.busyOneIn = one([0, 0, 20])
        lostCalls = one([0, 2, 20])
        lostAnswers = one([0, 2, 20])
        repeated = one([0, 5, 30])
        latency = one([20, 500, 5_000, 40_000])
        let year = 365 * 24 * hour
        let skews = one([[0], [0, 1_000, -90_000], [0, 10 * year, -10 * year, hour]])
        self.skews = (0..<devices).map { skews[$0 % skews.count] }
        mishaps = [
            .crash: one([0, hour / 4, 2 * hour]), .outage: one([0, hour / 2, 2 * hour]),
            .rewind: one([0, 0, 2 * hour]), .remoteCrash: one([0, hour]),
            .restore: one([0, 0, 2 * hour]),
        ]
        manners.measuresWaits = one([true, false, false])
        choosyStrategy = one(ConflictStrategy.allCases)
        mishaps[.clockSet] = one([0, 0, hour])
    }
}
