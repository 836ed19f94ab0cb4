// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink
import VarlinkNIO

@Suite struct `The queue of connections that read long messages` {
    private func numbers(_ connections: [ConnectionID]) -> [UInt64] { connections.map(\.number) }

    @Test func `lets some of them read in one turn, each before any reads again`() {
        var queue = ReadQueue()
        for number in 1...20 { queue.add(ConnectionID(UInt64(number)), of: 5) }
        let first = queue.next()
        #expect(numbers(first) == Array(1...8))
        for connection in first { queue.add(connection, of: 5) }
        #expect(numbers(queue.next()) == Array(9...16))
        #expect(numbers(queue.next()) == Array(17...20) + Array(1...4))
        #expect(numbers(queue.next()) == Array(5...8))
        #expect(queue.isEmpty)
        #expect(queue.next().isEmpty)
    }

    @Test func `gives each user the same share, however many connections wait`() {
        var queue = ReadQueue()
        for number in 1...300 { queue.add(ConnectionID(UInt64(number)), of: 5) }
        queue.add(ConnectionID(1_000), of: 6)
        #expect(numbers(queue.next()).contains(1_000))
        for number in 1_001...1_100 { queue.add(ConnectionID(UInt64(number)), of: 6) }
        let next = numbers(queue.next())
        #expect(next.count { $0 > 1_000 } == 4)
        #expect(next.count == 8)
    }
}

@Suite struct `The relief of memory` {
    private let worthwhile = MemoryRelief.worthwhile

    @Test func `looks once much has passed through the buffers`() {
        var relief = MemoryRelief()
        #expect(relief.moved(MemoryRelief.traffic - 1) == false)
        #expect(relief.moved(1) == true)
        // A second has to pass before the next look.
        #expect(relief.moved(2 * MemoryRelief.traffic) == false)
    }

    @Test func `looks again until nothing moves for a second`() {
        var relief = MemoryRelief()
        #expect(relief.moved(MemoryRelief.traffic) == true)
        #expect(relief.looksAgain() == true)
        #expect(relief.moved(1) == false)
        #expect(relief.looksAgain() == true)
        #expect(relief.looksAgain() == false)
        #expect(relief.moved(1) == false)
        #expect(relief.moved(MemoryRelief.traffic) == true)
    }

    @Test func `returns what became idle since the last time, and what cannot be returned once`() {
        var relief = MemoryRelief()
        #expect(relief.look(idle: worthwhile - 1) == false)
        #expect(relief.look(idle: worthwhile) == true)
        // All of it lies between pieces in use.
        relief.returned(idle: worthwhile)
        #expect(relief.look(idle: 2 * worthwhile - 1) == false)
        #expect(relief.look(idle: 2 * worthwhile) == true)
        relief.returned(idle: worthwhile)
        // It was used and freed again.
        #expect(relief.look(idle: 10) == false)
        #expect(relief.look(idle: worthwhile + 10) == true)
    }
}
