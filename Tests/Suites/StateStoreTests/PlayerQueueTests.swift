// SPDX-License-Identifier: Apache-2.0
import StateModel
import Testing

@testable import StateStore

@Suite struct `A player's queue` {
    @Test func `an item can be removed from any place in the queue`() {
        var queue = PlayerQueue(["a", "b", "a", "c"])
        let removed = [queue.remove("x"), queue.remove("a")]
        #expect(removed == [false, true])
        #expect(queue.items == ["b", "c"])
        #expect(queue == PlayerQueue(["b", "c"]))
        #expect(queue != PlayerQueue(["c", "b"]))
        let first = [queue.removeFirst(), queue.removeFirst(), queue.removeFirst()]
        #expect(first == ["b", "c", nil])
        #expect(queue.items == [] && queue.count == 0)
        #expect(queue == PlayerQueue([]))
    }

    @Test func `names of equal text and different bytes are different entries`() {
        var queue = PlayerQueue(["caf\u{E9}", "cafe\u{301}"])
        let isRemoved = queue.remove("cafe\u{301}")
        #expect(isRemoved)
        #expect(queue.items.map { Array($0.utf8) } == [Array("caf\u{E9}".utf8)])
    }

    @Test func `a queue behaves like an array, and its copies are independent`() {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<300 {
            let length = Int.random(in: 0...200, using: &random)
            var list = (0..<length).map { _ in "\(Int.random(in: 0..<150, using: &random))" }
            var queue = PlayerQueue(list)
            var copies: [(PlayerQueue, [String])] = []
            for _ in 0..<60 {
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let first = queue.removeFirst()
                    #expect(first == list.first)
                    list = Array(list.dropFirst())
                } else {
                    let item = "\(Int.random(in: 0..<160, using: &random))"
                    let isRemoved = queue.remove(item)
                    #expect(isRemoved == list.contains(item))
                    list.removeAll { $0 == item }
                }
                #expect(queue.count == list.count)
                #expect(queue.items == list)
                #expect(queue == PlayerQueue(list))
                copies.append((queue, list))
            }
            #expect(copies.allSatisfy { $0.0.items == $0.1 })
        }
    }
}
