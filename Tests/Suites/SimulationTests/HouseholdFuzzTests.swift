// SPDX-License-Identifier: Apache-2.0
import RealSimulation
import Simulation
import StateModel
import StateProtocol
import StateSync
import Testing

@Suite struct `Random changes of items and names` {
    private static let items = ["a", "b", "c", "d"]
    private static let names = ["k1", "k2"] + items

    @Test(arguments: 1...100)
    func `all devices end in one state after random changes`(_ seed: Int) throws {
        var random = SyncRandom(seed: UInt64(seed))
        func one<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }
        let house = try Household(3)
        var steps: [String] = []
        for _ in 0..<40 {
            house.pass(Int.random(in: 1...600_000, using: &random))
            let number = Int.random(in: 0..<3, using: &random)
            let home = house.homes[number]
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<40:
                let item = one(Self.names)
                let position = Double(Int.random(in: 100...9_000, using: &random))
                home.save(item, position)
                steps.append("\(number) saves \(item) at \(position)")
            case 40..<50:
                let item = one(Self.names)
                home.clear(item)
                steps.append("\(number) clears \(item)")
            case 50..<70:
                let (alias, item) = (one(Self.names), one(Self.names))
                if home.alias(alias, of: item) { steps.append("\(number): \(alias) is \(item)") }
            case 70..<76:
                let alias = one(Self.names)
                home.call(Playback.RemoveAlias.self, .init(alias: alias))
                steps.append("\(number): \(alias) is itself")
            default:
                house.round(number)
                steps.append("\(number) syncs")
            }
        }
        for _ in 0..<4 { house.sync() }
        for name in Self.names {
            let views = house.homes.map { home in
                home.get(name).map { "\($0.item) at \($0.position)" } ?? "nothing"
            }
            #expect(Set(views).count == 1, "\(name): \(views) after \(steps)")
        }
        for home in house.homes { #expect(home.backlog == 0) }
    }
}
