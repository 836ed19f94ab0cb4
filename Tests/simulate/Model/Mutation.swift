package import StateModel
internal import StateSync

/// A way to break sync on purpose: the simulator must find each.
///
/// Each changes what passes between the machines and the store, the remote or the clock, and so
/// stands for a mistake that somebody could make in the engine.
package enum Mutation: String, CaseIterable, Sendable {
    /// A record that the remote was too busy for counts as stored.
    case busyMeansStored
    /// A record that can't be sent is dropped as if it had been.
    case failedIsDropped
    /// The cursor moves in a transaction before the page's own.
    case cursorMovesFirst
    /// What was in flight at a crash stays so.
    case flightIsForgotten
    /// An acknowledgement counts for whatever the item says by then.
    case acknowledgesTooMuch
    /// An event that is here already is taken in again.
    case eventsTwice
    /// Events go out newest first.
    case eventsReversed
    /// An event that overtook another is taken in at once.
    case eventsDoNotWait
    /// Removed points are not told.
    case tombstonesAreKept
    /// Whatever arrives last wins.
    case lastArrivalWins
    /// A remote that went back goes unnoticed.
    case rewindGoesUnnoticed
    /// A restored store goes on with the numbers of its former life.
    case oldLifeGoesOn
    /// Our own clock alone gives a write its key.
    case keysTrustTheClock
    /// Conflicts are decided by the device: its own always wins.
    case ownAlwaysWins
    /// Ages are told as if all clocks agreed.
    case agesTrustTheClocks
    /// Times that a wrong clock told are not put right.
    case timesStayWrong
    /// Whatever strategy is set, the newest wins.
    case alwaysNewest
    /// Whatever strategy is set, it is as under `server`.
    case alwaysServer
    /// Whatever strategy is set, it is as under `client`.
    case alwaysClient
    /// Whatever strategy is set, the furthest wins.
    case alwaysFurthest
    /// The strategy of a single player is not looked at.
    case playerStrategyIsIgnored
    /// `server` and `client` write before they read.
    case writesBeforeReading
    /// Ticks wait for the next round of a player that plays.
    case ticksWait
}

extension Mutation {
    /// The strategy that holds whatever is set; nil: the one that is set.
    package var strategy: ConflictStrategy? {
        switch self {
        case .alwaysNewest: .newest
        case .alwaysServer: .server
        case .alwaysClient: .client
        case .alwaysFurthest: .furthest
        default: nil
        }
    }

    /// Changes what a device is told to do.
    func change(_ settings: inout SyncSettings) {
        if let strategy {
            settings.strategy = strategy
            settings.strategies = [:]
        }
        switch self {
        case .playerStrategyIsIgnored: settings.strategies = [:]
        // It relies on the remote to compare, which does not.
        case .writesBeforeReading: settings.comparesAndSwaps = true
        default: break
        }
    }

    /// The first seed that finds it, and what it finds; nil: none does.
    package func firstFound(within seeds: UInt64) -> (seed: UInt64, faults: [String])? {
        for seed in 1...seeds {
            var simulation = Simulation(seed: seed, mutation: self)
            let faults = simulation.run()
            if !faults.isEmpty { return (seed, faults) }
        }
        return nil
    }
}
