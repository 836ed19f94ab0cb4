// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `The queue of due times` {
    private func entry(_ time: Timestamp, _ id: ItemID) -> DueQueue.Entry {
        DueQueue.Entry(time: time, id: id)
    }

    @Test func `due entries are removed earliest first, and entries not yet due are kept`() {
        var queue = DueQueue()
        for (time, id) in [(30, 1), (10, 2), (20, 3), (10, 1), (40, 9)] {
            queue.insert(entry(Timestamp(time), ItemID(id)))
        }
        #expect(queue.first == entry(10, 1))
        #expect(queue.take(by: 9, limit: 10).isEmpty)
        #expect(queue.take(by: 20, limit: 10) == [1, 2, 3])
        #expect(queue.take(by: 20, limit: 10).isEmpty)
        #expect(queue.first == entry(30, 1))
        #expect(queue.take(by: 100, limit: 1) == [1])
        #expect(queue.take(by: 100, limit: 0).isEmpty)
        #expect(queue.take(by: 100, limit: 5) == [9])
        #expect(queue.first == nil)
        #expect(queue.take(by: .max, limit: 5).isEmpty)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the queue has the same order as a sorted list`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = DueQueue()
        var sorted: [DueQueue.Entry] = []
        for _ in 0..<2000 {
            if Int.random(in: 0...2, using: &random) > 0 {
                let new = entry(
                    Timestamp(.random(in: 0...500, using: &random)),
                    ItemID(.random(in: 0...50, using: &random))
                )
                queue.insert(new)
                sorted.append(new)
                sorted.sort()
            } else {
                let now = Timestamp(.random(in: 0...500, using: &random))
                let limit = Int.random(in: 0...8, using: &random)
                let due = sorted.prefix { $0.time <= now }.prefix(limit)
                #expect(queue.take(by: now, limit: limit) == due.map(\.id))
                sorted.removeFirst(due.count)
            }
            #expect(queue.first == sorted.first)
            #expect(queue.entries.count == sorted.count)
        }
    }
}
