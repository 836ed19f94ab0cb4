// SPDX-License-Identifier: Apache-2.0
import RealSimulation
import Simulation
import StateModel
import StateProtocol
import StateSync
import Testing

@Suite struct `Events of several devices` {
    private static let topics = ["first", "highest", "lowest", "newest"]

    @Test(arguments: 1...40)
    func `all devices end with the same current values after random events`(_ seed: Int) throws {
        var random = SyncRandom(seed: UInt64(seed))
        let house = try Household(3)
        var steps: [String] = []
        for number in 1...60 {
            house.pass(Int.random(in: 1...RealHome.keepMilliseconds / 2, using: &random))
            let device = Int.random(in: 0..<3, using: &random)
            let home = house.homes[device]
            let topic = Self.topics[Int.random(in: 0..<4, using: &random)]
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<70:
                let value = Int.random(in: 0...5, using: &random)
                let age = max(0, Int.random(in: -4...4, using: &random)) * 600_000
                home.append("\(number)", topic, key: "k", value: value, at: house.now - age)
                steps.append("\(device): \(number) \(topic) \(value) at \(house.now - age)")
            case 70..<76:
                home.call(Events.Clear.self, .init(topic: topic, key: "k"))
                steps.append("\(device) clears \(topic)")
            case 76..<82:
                home.call(Events.Undo.self, .init(topic: topic, key: "k"))
                steps.append("\(device) undoes \(topic)")
            default:
                house.round(device)
                steps.append("\(device) syncs")
            }
        }
        for _ in 0..<4 { house.sync() }
        for topic in Self.topics {
            let views = house.homes.map { $0.latest(topic, "k") ?? "nothing" }
            #expect(Set(views).count == 1, "\(topic): \(views) after \(steps)")
        }
    }
}
