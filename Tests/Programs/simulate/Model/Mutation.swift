// SPDX-License-Identifier: Apache-2.0
internal import StateSync
package import SyncModel

/// A mistake planted in sync, which the simulator must detect.
///
/// Each mutation alters the data between the machines and the store, the remote or the clock, and
/// so represents a possible mistake in the engine.
package enum Mutation: String, CaseIterable, Sendable {
    /// A record that the remote refused as busy counts as stored.
    case busyMeansStored
    /// A record that cannot be sent is dropped as if it had been sent.
    case failedIsDropped
    /// The cursor moves in a transaction before that of its page.
    case cursorMovesFirst
    /// Records in flight at a crash remain in flight.
    case flightIsForgotten
    /// The entries that wait are missing when a round sums up what is left.
    case waitingIsForgotten
    /// The errors of entries are missing when a round sums up what is left.
    case failedIsForgotten
    /// An acknowledgement counts for the item's current value, even if that has changed since.
    case acknowledgesTooMuch
    /// An event that is already stored is stored again.
    case eventsTwice
    /// Events are sent newest first.
    case eventsReversed
    /// An event that overtook another is applied at once.
    case eventsDoNotWait
    /// Removals of points are not sent.
    case tombstonesAreKept
    /// The last change to arrive wins.
    case lastArrivalWins
    /// A rewound remote is not detected.
    case rewindGoesUnnoticed
    /// A restored store continues the numbers of its former incarnation.
    case oldLifeGoesOn
    /// A write's order key depends only on the local clock.
    case keysTrustTheClock
    /// Each device decides conflicts in favour of its own change.
    case ownAlwaysWins
    /// Ages are sent as if all clocks agreed.
    case agesTrustTheClocks
    /// Times of a wrong clock are not corrected.
    case timesStayWrong
    /// The newest change wins, under any strategy.
    case alwaysNewest
    /// Conflicts are decided as under `server`, under any strategy.
    case alwaysServer
    /// Conflicts are decided as under `client`, under any strategy.
    case alwaysClient
    /// The furthest position wins, under any strategy.
    case alwaysFurthest
    /// The strategy of a single player is ignored.
    case playerStrategyIsIgnored
    /// `server` and `client` write before they read.
    case writesBeforeReading
    /// Ticks wait for the next round of a player that plays.
    case ticksWait
    /// Devices do not report that they are in front.
    case frontIsNotReported
}

extension Mutation {
    /// The strategy that replaces the configured one; `nil` to keep that.
    package var strategy: ConflictStrategy? {
        switch self {
        case .alwaysNewest: .newest
        case .alwaysServer: .server
        case .alwaysClient: .client
        case .alwaysFurthest: .furthest
        default: nil
        }
    }

    /// Alters the settings of a device.
    func change(_ settings: inout SyncSettings) {
        if let strategy {
            settings.strategy = strategy
            settings.strategies = [:]
        }
        switch self {
        case .playerStrategyIsIgnored: settings.strategies = [:]
        // It relies on a comparison by the remote, which does not compare.
        case .writesBeforeReading: settings.comparesAndSwaps = true
        default: break
        }
    }

    /// Returns the first seed that detects the mutation, with its faults, or `nil` if none does.
    package func firstFound(within seeds: UInt64) -> (seed: UInt64, faults: [String])? {
        for seed in 1...seeds {
            var simulation = Simulation(seed: seed, mutation: self)
            let faults = simulation.run()
            if !faults.isEmpty { return (seed, faults) }
        }
        return nil
    }
}
