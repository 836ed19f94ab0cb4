// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@Suite struct `Two versions of one item` {
    private let key = SyncKey(kind: .point, name: "book")

    private func write(
        _ stamp: Stamp,
        _ value: ItemValue,
        _ rule: ItemVersion.Rule = .newest,
        after bases: ItemVersion...
    ) -> ItemVersion {
        ItemVersion.written(key, stamp, value, rule: rule, after: bases)
    }

    @Test
    func `a write outranks one that its device had seen, even if its clock is slow`() {
        let first = write(stamp(9_000, 1), .point(point(10)))
        let key = OrderKey(time: 0, after: first.stamp.key)
        let second = write(Stamp(key: key, origin: device(2)), .point(point(20)), after: first)
        #expect(Merge.relation(second, first) == .ahead)
        #expect(Merge.relation(first, second) == .behind)
        #expect(Merge.merged(first, second).value == second.value)
    }

    @Test func `of two concurrent writes the newest wins, and a conflict is listed`() {
        let attic = write(stamp(100, 1), .point(point(10)))
        let cellar = write(stamp(200, 2), .point(point(5)))
        #expect(Merge.relation(attic, cellar) == .concurrent)
        let merged = Merge.merged(attic, cellar)
        #expect(merged.value == cellar.value)
        #expect(Merge.relation(merged, attic) == .ahead)
    }

    @Test func `in a book, the furthest position is the one with the greatest fraction`() {
        func book(_ fraction: Double) -> ItemValue {
            var point = point(0)
            point.reading = ReadingPlace(fraction: fraction)
            return .point(point)
        }
        let attic = write(stamp(100, 1), book(0.41), .furthest)
        let cellar = write(stamp(200, 2), book(0.4), .furthest)
        #expect(Merge.merged(attic, cellar).value == book(0.41))
        #expect(Merge.merged(cellar, attic).value == book(0.41))
        #expect(!book(0.41).means(book(0.4)))
        // Turning back on purpose wins against what it knew.
        let back = write(stamp(300, 2), book(0.2), .furthest, after: attic)
        #expect(Merge.merged(attic, back).value == book(0.2))
    }

    @Test func `with equal clocks, the number of the device decides`() {
        let one = write(stamp(100, 1), .point(point(10)))
        let other = write(stamp(100, 2), .point(point(5)))
        #expect(Merge.merged(one, other).stamp.origin == device(2))
        #expect(Merge.merged(other, one).stamp.origin == device(2))
    }

    @Test
    func `with the strategy furthest, the furthest position wins unless the user went back`() {
        let far = write(stamp(100, 1), .point(point(500)), .furthest)
        let near = write(stamp(200, 2), .point(point(20)), .furthest)
        #expect(Merge.merged(far, near).value == far.value)
        let back = write(stamp(300, 2), .point(point(30)), .furthest, after: far, near)
        #expect(Merge.merged(far, back).value == back.value)
        let late = write(stamp(400, 3), .point(point(400)), .furthest)
        #expect(Merge.merged(back, late).value == back.value)
    }

    @Test func `an older write does not bring a removed point back`() {
        for rule in ItemVersion.Rule.allCases {
            let old = write(stamp(100, 1), .point(point(500)), rule)
            let clear = write(stamp(200, 2), .tombstone, rule, after: old)
            let older = write(stamp(150, 3), .point(point(900)), rule)
            let merged = Merge.merged(Merge.merged(clear, old), older)
            #expect(merged.value == .tombstone)
            let again = write(stamp(300, 1), .point(point(1)), rule, after: merged)
            #expect(Merge.merged(again, merged).value == again.value)
        }
    }

    @Test
    func `a restored device has not seen the writes that followed its backup`() {
        let lost = write(stamp(300, 1), .point(point(10)))
        let reborn = Origin(device: 1, incarnation: 2)
        let later = Stamp(key: OrderKey(time: 400, after: nil), origin: reborn)
        let version = write(later, .point(point(20)))
        #expect(Merge.relation(version, lost) == .concurrent)
    }

    @Test func `a write that arrives twice counts as one`() {
        var late = point(10)
        late.age = 9_000
        let one = write(stamp(100, 1), .point(point(10)))
        let other = write(stamp(100, 1), .point(late))
        #expect(Merge.relation(one, other) == .same)
        #expect(Merge.merged(one, other) == Merge.merged(other, one))
    }
}

@Suite struct `Merging in any order` {
    @Test(arguments: [
        [ItemVersion.Rule.newest], [.furthest], [.newest, .furthest],
    ])
    func `a merge has the same result in any order and however often it is repeated`(
        _ rules: [ItemVersion.Rule]
    ) {
        var dice = Dice(1)
        for _ in 0..<1_000 {
            var household = Household(devices: 4, rules: rules)
            household.live(steps: 12, &dice)
            let pool = household.written + household.heads.compactMap(\.self)
            for _ in 0..<5 {
                guard let one = pool.randomElement(using: &dice),
                    let other = pool.randomElement(using: &dice),
                    let third = pool.randomElement(using: &dice)
                else { continue }
                #expect(Merge.merged(one, other) == Merge.merged(other, one))
                let left = Merge.merged(Merge.merged(one, other), third)
                #expect(left == Merge.merged(one, Merge.merged(other, third)))
                #expect(Merge.merged(left, one) == left)
            }
        }
    }

    @Test(arguments: [
        [ItemVersion.Rule.newest], [.furthest], [.newest, .furthest],
    ])
    func `all devices end with one value, and not with one that was overwritten on purpose`(
        _ rules: [ItemVersion.Rule]
    ) throws {
        var dice = Dice(2)
        for _ in 0..<1_000 {
            var household = Household(devices: 3, rules: rules)
            household.write(0, time: 0, .point(point(1)))
            household.live(steps: 20, &dice)
            for number in 0..<3 {
                for version in household.written.shuffled(using: &dice) {
                    household.hear(number, version)
                }
            }
            let final = try #require(household.heads[0])
            #expect(household.heads[1] == final)
            #expect(household.heads[2] == final)
            let winner = household.written.first { $0.stamp == final.stamp }
            #expect(winner?.value == final.value)
            for version in household.written where version.stamp != final.stamp {
                #expect(!version.seen.covers(final.stamp))
            }
        }
    }

    @Test(arguments: [ConflictStrategy.newest, .furthest])
    func `all devices end with one value, even if some of them forgot what they had seen`(
        _ strategy: ConflictStrategy
    ) {
        var dice = Dice(5)
        for _ in 0..<1_000 {
            var household = Household(devices: 3, rules: ItemVersion.Rule.allCases)
            for _ in 0..<4 {
                household.live(steps: 6, &dice)
                household.heads[dice.below(3)] = nil
            }
            for number in 0..<3 {
                for version in household.written.shuffled(using: &dice) {
                    household.resolve(number, version, strategy)
                }
            }
            #expect(Set(household.heads.map { $0?.stamp }).count == 1)
        }
    }

    @Test func `in random histories, a write wins against one that its device had seen`() {
        var dice = Dice(3)
        for _ in 0..<1_000 {
            var household = Household(devices: 3, rules: ItemVersion.Rule.allCases)
            household.live(steps: 15, &dice)
            for one in household.written {
                for other in household.written where Merge.relation(one, other) == .ahead {
                    #expect(Merge.precedes(other, one))
                }
            }
        }
    }

    @Test func `the union of version vectors is the same in any order, even above their capacity`()
    {
        var dice = Dice(4)
        for _ in 0..<200 {
            let sets = (0..<3).map { _ in
                VersionVector(
                    (0..<30).map { _ in stamp(Timestamp(dice.below(50)), UInt64(dice.below(60))) }
                )
            }
            let left = sets[0].union(sets[1]).union(sets[2])
            #expect(left == sets[0].union(sets[1].union(sets[2])))
            #expect(left == sets[2].union(sets[0]).union(sets[1]))
            #expect(left.stamps.count <= VersionVector.capacity)
        }
    }
}

@Suite struct `Aliases from several devices` {
    @Test func `an alias leads to its item through several steps`() {
        var records = ["c": "b", "b": "a"]
        #expect(AliasTable.item(of: "c") { records[$0] } == "a")
        records["b"] = nil
        #expect(AliasTable.item(of: "c") { records[$0] } == "b")
        #expect(AliasTable.item(of: "z") { records[$0] } == "z")
    }

    @Test func `in a ring of aliases, the smallest name is the item`() {
        let records = ["b": "c", "c": "a", "a": "b", "x": "c", "self": "self"]
        let items = ["a", "b", "c", "x", "self"].map { name in
            AliasTable.item(of: name) { records[$0] }
        }
        #expect(items == ["a", "a", "a", "a", "self"])
    }

    /// Records that form a chain or a ring, and the number of times that they were looked at.
    private struct Records {
        var targets: [String: String] = [:]
        var looks = 0

        /// Adds records, and returns the items of all names that they concern.
        mutating func add(_ page: some Sequence<(String, String)>) -> [String: String] {
            var names: [String] = []
            for (name, target) in page {
                targets[name] = target
                names.append(name)
            }
            var items: [String: String] = [:]
            let affected = AliasTable.affected(by: names) { name in
                looks += 1
                return targets.filter { $0.value == name }.map(\.key).sorted()
            }
            for name in affected {
                looks += 1
                items[name] = AliasTable.item(of: name) { targets[$0] }
            }
            return items
        }
    }

    @Test(arguments: [false, true])
    func `each name in an endless chain or ring of aliases is a separate item`(_ isRing: Bool) {
        let count = 800
        let links = (0..<count).map { ("n\($0)", "n\(isRing ? ($0 + 1) % count : $0 + 1)") }
        let depth = AliasTable.depth
        for order in [links, links.reversed()] {
            var records = Records()
            var items: [String: String] = [:]
            for start in stride(from: 0, to: count, by: 100) {
                items.merge(records.add(order[start..<start + 100])) { $1 }
            }
            #expect(records.looks < 3 * count + 2 * 8 * depth)
            for number in 0..<count {
                let isNear = !isRing && number + depth >= count
                #expect(items["n\(number)"] == (isNear ? "n\(count)" : "n\(number)"), "\(number)")
            }
        }
    }

    @Test func `a chain of aliases leads to its item if it is not longer than the limit`() {
        let depth = AliasTable.depth
        var records: [String: String] = [:]
        for number in 0..<depth + 1 { records["n\(number)"] = "n\(number + 1)" }
        #expect(AliasTable.item(of: "n1") { records[$0] } == "n\(depth + 1)")
        #expect(AliasTable.item(of: "n0") { records[$0] } == "n0")
    }
}
