// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@testable import VarlinkNIO

@Suite struct `The queue of waiting calls` {
    /// Connections that always have another call, and the service that each has received.
    private struct House {
        var queue = FairQueue()
        var flows: [UInt64: FairQueue.Flow] = [:]
        var users: [UInt64: UInt32] = [:]
        var costs: [UInt64: Int] = [:]
        var received: [UInt64: Int] = [:]

        mutating func join(_ connection: UInt64, of user: UInt32, cost: Int) {
            flows[connection] = FairQueue.Flow()
            users[connection] = user
            costs[connection] = cost
            wait(connection)
        }

        mutating func wait(_ connection: UInt64) {
            queue.add(
                ConnectionID(connection),
                of: users[connection] ?? 0,
                flow: flows[connection] ?? FairQueue.Flow(),
                costing: costs[connection] ?? 0
            )
        }

        /// Serves the next call; `waitsAgain`: its connection has another one.
        @discardableResult
        mutating func serve(waitsAgain: Bool = true) -> UInt64? {
            guard let call = queue.next() else { return nil }
            let number = call.connection.number
            flows[number] = call.flow
            received[number, default: 0] += call.cost
            if waitsAgain { wait(number) }
            return number
        }
    }

    @Test func `an empty queue has no caller`() {
        var queue = FairQueue()
        #expect(queue.count == 0)
        #expect(queue.next() == nil)
    }

    @Test func `two connections of a user with calls of different cost get equal time`() {
        var house = House()
        house.join(1, of: 0, cost: 1_000_000)
        house.join(2, of: 0, cost: 50_000)
        for _ in 0..<2_100 { house.serve() }
        let (heavy, light) = (house.received[1] ?? 0, house.received[2] ?? 0)
        #expect(abs(heavy - light) <= 3_000_000)
    }

    @Test func `a user with 50 connections gets the same time as a user with one`() {
        var house = House()
        for connection in 1...50 { house.join(UInt64(connection), of: 7, cost: 100_000) }
        house.join(99, of: 8, cost: 100_000)
        for _ in 0..<2_000 { house.serve() }
        let crowd = house.received.filter { $0.key < 99 }.values.reduce(0, +)
        #expect(abs(crowd - (house.received[99] ?? 0)) <= 3_000_000)
    }

    @Test func `a client that calls rarely is served before clients that call often`() {
        var house = House()
        for connection in 1...100 { house.join(UInt64(connection), of: 0, cost: 1_000_000) }
        for _ in 0..<500 { house.serve() }
        house.join(200, of: 0, cost: 30_000)
        #expect(house.serve(waitsAgain: false) == 200)
        for _ in 0..<300 { house.serve() }
        house.wait(200)
        #expect(house.serve(waitsAgain: false) == 200)
    }

    @Test func `a light call is executed before heavy calls that arrived earlier`() {
        var house = House()
        for connection in 1...30 { house.join(UInt64(connection), of: 0, cost: 1_000_000) }
        house.join(31, of: 0, cost: 30_000)
        #expect(house.serve() == 31)
    }

    @Test
    func `a call of another user is executed before the many waiting calls of one user`() {
        var house = House()
        for connection in 1...100 { house.join(UInt64(connection), of: 0, cost: 30_000) }
        for _ in 0..<150 { house.serve() }
        house.join(200, of: 1, cost: 1_000_000)
        #expect(house.serve() == 200)
    }

    @Test func `a connection that was idle overtakes the others for a few milliseconds at most`() {
        var house = House()
        house.join(1, of: 0, cost: 100_000)
        house.join(2, of: 0, cost: 100_000)
        house.serve(waitsAgain: false)
        // The one that is left works for long; then the other one comes back.
        for _ in 0..<10_000 { house.serve() }
        let idle = house.received.keys.first { house.received[$0] == 100_000 } ?? 0
        house.wait(idle)
        var inARow = 0
        while house.serve() == idle { inARow += 1 }
        #expect((1...30).contains(inARow))
    }

    @Test func `a connection keeps its turn if its user leaves and returns`() {
        var house = House()
        house.join(1, of: 0, cost: 1_000_000)
        for _ in 0..<1_000 { house.serve() }
        house.serve(waitsAgain: false)
        house.join(2, of: 1, cost: 1_000_000)
        for _ in 0..<5 { house.serve() }
        house.serve(waitsAgain: false)
        house.queue.prune()
        // A new connection that never stops.
        house.join(3, of: 0, cost: 30_000)
        house.wait(1)
        var ahead = 0
        while house.serve() == 3 { ahead += 1 }
        // The credit, and what the old one received last.
        #expect(ahead <= 4_000_000 / 30_000)
    }

    @Test func `many connections with one call each do not delay an existing connection`() {
        var house = House()
        house.join(1, of: 0, cost: 10_000_000)
        house.join(2, of: 0, cost: 10_000_000)
        for _ in 0..<200 { house.serve() }
        while house.serve(waitsAgain: false) != nil {}
        for connection in 100..<UInt64(108) { house.join(connection, of: 0, cost: 10_000_000) }
        house.wait(1)
        var newest: UInt64 = 107
        var served = 0
        while house.serve(waitsAgain: false) != 1, served < 1_000 {
            served += 1
            newest += 1
            house.join(newest, of: 0, cost: 10_000_000)
        }
        // One round of all that wait, and as many as the old one is allowed to be ahead.
        #expect(served <= 2 * 9)
    }

    @Test func `a short call is executed before another user's long call`() {
        var house = House()
        house.join(1, of: 0, cost: 10_000_000)
        house.join(2, of: 1, cost: 15_000)
        #expect(house.serve(waitsAgain: false) == 2)
        #expect(house.serve(waitsAgain: false) == 1)
    }

    @Test func `a call that is too long for the rest of the turn keeps its place`() {
        var house = House()
        house.join(1, of: 0, cost: 1_000_000)
        house.join(2, of: 0, cost: 2_000_000)
        #expect(house.queue.next(costing: 999_999) == nil)
        #expect(house.queue.count == 2)
        #expect(house.queue.next(costing: 1_000_000)?.connection == ConnectionID(1))
        #expect(house.queue.next(costing: 1_000_000) == nil)
        #expect(house.serve() == 2)
    }

    @Test func `a call of a closed connection is not charged to its user`() {
        var house = House()
        house.join(1, of: 0, cost: 10_000_000)
        let none = house.queue.next { _ in false }
        #expect(none == nil)
        #expect(house.queue.count == 0)
        house.join(2, of: 0, cost: 2_000_000)
        house.join(3, of: 1, cost: 3_000_000)
        #expect(house.serve(waitsAgain: false) == 2)
        #expect(house.serve(waitsAgain: false) == 3)
    }

    @Test func `calls of equal cost are executed in the order of arrival`() {
        var house = House()
        for connection in 1...5 { house.join(UInt64(connection), of: 0, cost: 30_000) }
        let served = (1...6).map { _ in house.serve(waitsAgain: false) }
        #expect(served == [1, 2, 3, 4, 5, nil])
    }
}
