// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import SyncModel
internal import SyncTesting

/// A conflict between devices that change an item concurrently: a model of the manual's table.
///
/// It predicts which change wins.
struct Duel {
    /// A change by one device.
    struct Write {
        /// The number of the device.
        var device: Int
        /// The change's place in the order of all changes.
        var stamp: Stamp
        /// The position in the item, in seconds.
        var position: Double
    }

    /// The conflict strategy of every device.
    let strategy: ConflictStrategy
    /// The changes, in the order in which they were made.
    var writes: [Write] = []
    /// The devices that made the changes, in the order in which they connect.
    var connects: [Int] = []

    /// The position that all devices must end at; `nil` if there are no changes.
    var outcome: Double? {
        switch strategy {
        case .newest: writes.max { $0.stamp < $1.stamp }?.position
        case .furthest: writes.map(\.position).max()
        case .server: position(of: connects.first)
        case .client: position(of: connects.last)
        }
    }

    private func position(of device: Int?) -> Double? {
        writes.first { $0.device == device }?.position
    }
}

extension Simulation {
    /// The number of duels under the general strategy, and again under one player's strategy.
    private static let duels = 4
    /// The player with a separate strategy.
    static let choosyPlayer = "vlc"

    /// Makes devices change items concurrently, in every order, once all devices are in sync.
    ///
    /// - Returns: the results that differ from the manual.
    mutating func fightDuels() -> [String] {
        var faults: [String] = []
        for number in 0..<2 * Self.duels {
            let isOfPlayer = number >= Self.duels
            let strategies = isOfPlayer ? [plan.choosyStrategy] : plan.strategies
            faults += fight("duel-\(number)", isOfPlayer ? Self.choosyPlayer : "mpv", strategies)
        }
        return faults
    }

    private mutating func fight(
        _ item: String,
        _ player: String,
        _ strategies: [ConflictStrategy]
    ) -> [String] {
        var duel = Duel(strategy: strategies[0])
        if happens(50) {
            // All devices know an older position of the item.
            write(item, player, at: 1_000, on: below(homes.count), &duel)
            meet()
            duel.writes = []
        }
        for number in homes.indices { cutOff(number) }
        let count = 2 + below(homes.count - 1)
        let writers = Array(homes.indices.shuffled(using: &random).prefix(count))
        for writer in writers {
            write(item, player, at: Double(2_000 + below(100_000)), on: writer, &duel)
            live(until: now + 1 + below(10_000))
        }
        duel.connects = writers.shuffled(using: &random)
        for number in duel.connects {
            homes[number].isCutOff = false
            round(number)
        }
        for number in homes.indices { homes[number].isCutOff = false }
        meet()
        return faults(of: duel, item, isOneStrategy: Set(strategies).count == 1)
    }

    private mutating func write(
        _ item: String,
        _ player: String,
        at position: Double,
        on number: Int,
        _ duel: inout Duel
    ) {
        let store = homes[number].store
        guard let key = store.save(item, position, by: player, at: homes[number].moment(now)) else {
            return
        }
        let stamp = Stamp(key: key, origin: store.origin)
        duel.writes.append(Duel.Write(device: number, stamp: stamp, position: position))
        give(.schedule(.changed(isTick: false)), to: number)
    }

    private mutating func cutOff(_ number: Int) {
        homes[number].isCutOff = true
        give(.schedule(.network(isUp: false)), to: number)
    }

    /// Runs as many rounds on all devices as any strategy needs.
    private mutating func meet() {
        for _ in 0..<4 {
            for number in homes.indices { round(number) }
        }
    }

    private func faults(of duel: Duel, _ item: String, isOneStrategy: Bool) -> [String] {
        let places = homes.map { $0.store.position(item) }
        let reported = places.map { $0.map { "\($0)" } ?? "removed" }
        if Set(places).count > 1 { return ["\(item) differs: \(reported)"] }
        // If the devices have different strategies, they only have to agree with each other.
        guard isOneStrategy, places[0] != duel.outcome else { return [] }
        return [
            "\(item) under \(duel.strategy) is \(reported[0]), and should be "
                + "\(duel.outcome.map { "\($0)" } ?? "nowhere"): \(duel)"
        ]
    }
}
