// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Testing

@Suite struct `A writer's script` {
    @Test func `the same seed gives the same script`() {
        var one = Script(name: "writer-1", seed: 7)
        var same = Script(name: "writer-1", seed: 7)
        var other = Script(name: "writer-1", seed: 8)
        let calls = (0..<100).map { _ in one.next() }
        #expect((0..<100).map { _ in same.next() } == calls)
        #expect((0..<100).map { _ in other.next() } != calls)
    }

    @Test
    func `each observation has a higher number than the last, and its position encodes the number`()
    {
        var script = Script(name: "writer-1", seed: 1)
        var last = 0
        for _ in 0..<10_000 {
            for write in script.next().writes {
                #expect(write.serial > last)
                #expect(write.place.isGenuine)
                #expect(ItemName.parse(write.item)?.writer == "writer-1")
                last = write.serial
            }
        }
    }

    @Test func `no two pages of a script have an item in common`() {
        var script = Script(name: "writer-1", seed: 1)
        let before = Set((0..<500).flatMap { _ in script.next().items })
        script.turnPage()
        let after = Set((0..<500).flatMap { _ in script.next().items })
        #expect(before.isDisjoint(with: after))
    }

    @Test func `suspicious jumps are frequent, and lead far away from all other positions`() {
        var script = Script(name: "writer-1", seed: 1)
        let writes = (0..<10_000).flatMap { _ in script.next().writes }
        let jumps = writes.filter { $0.style == .suspect }
        #expect(jumps.allSatisfy { (1..<2).contains($0.position) })
        #expect((300...500).contains(jumps.count))
        // From the first second no player comes here by playing for a quarter of an hour.
        let others = writes.filter { $0.style != .suspect }
        #expect(others.allSatisfy { $0.position > 900 })
        #expect(Set(others.filter { $0.style == .seek }.map { Int($0.position) }).count > 100)
    }
}
