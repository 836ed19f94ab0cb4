// SPDX-License-Identifier: Apache-2.0
internal import StateSync
package import SyncModel
package import SyncTesting

/// The parameters that a seed determines: devices, network quality and the rates of failures.
package struct Plan: Sendable {
    /// The number of devices that share the remote.
    package var devices: Int
    /// The time during which failures occur, in milliseconds.
    package var duration: Int
    /// The conflict strategy of each device.
    package var strategies: [ConflictStrategy]
    /// The conflict strategy for the one player with a separate strategy.
    package var choosyStrategy: ConflictStrategy
    /// The guarantees and the faults of the remote.
    package var manners: SimulatedServer.Manners
    /// The percentage of calls that are lost on their way to the remote.
    package var lostCalls: Int
    /// The percentage of answers that are lost on their way back.
    package var lostAnswers: Int
    /// The percentage of pushes that arrive once more, later.
    package var repeated: Int
    /// The maximum latency of a message, in milliseconds.
    package var latency: Int
    /// The error of each device's clock, in milliseconds.
    package var skews: [Int]
    /// The average time between mishaps of each kind, in milliseconds; 0 for never.
    package var mishaps: [Mishap: Int]
    /// The average time for which a device rests between uses, in milliseconds; 0 for never.
    var rest = 0

    /// A kind of failure.
    package enum Mishap: CaseIterable, Sendable {
        /// A device loses power between any two steps.
        case crash
        /// A device is offline for a while.
        case outage
        /// The remote returns to an older copy.
        case rewind
        /// The remote crashes and loses everything that was not on stable storage.
        case remoteCrash
        /// A device's store is replaced with an older copy.
        case restore
        /// A user sets a device's clock.
        case clockSet
        /// The remote has no room for more records for a while.
        case full
    }

    /// Creates the plan of a seed.
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
        // A restored device uses numbers again until it notices: which event waits for which is
        // then unknown, and only a remote that keeps the order keeps it.
        manners.lateOneIn = mishaps[.restore] == 0 ? one([0, 0, 4]) : 0
        mishaps[.full] = one([0, hour / 2, 2 * hour])
    }

    /// Spreads the same uses and failures over days or weeks, during which devices mostly rest.
    mutating func spread() {
        rest = 24 * 3_600_000
        duration *= 72
        mishaps = mishaps.mapValues { $0 * 24 }
    }
}
