// SPDX-License-Identifier: Apache-2.0
import Testing
import VarlinkNIO

@Suite struct `The pace of accepting connections` {
    private var pace = AcceptPace()

    /// Accepts all that the pace allows, in turns, where each connection takes the given time.
    private mutating func accept(_ turns: Int, each time: Int) {
        for _ in 0..<turns { pace.accepted(pace.count, taking: pace.count * time) }
    }

    @Test mutating func `of connections that cost little more and more are accepted`() {
        #expect(pace.count == 8)
        accept(1, each: 5_000)
        #expect(pace.count == 16)
        accept(10, each: 5_000)
        #expect(pace.count == 64)
    }

    @Test mutating func `of those that cost much so many as fit into a millisecond, but a few`() {
        accept(10, each: 20_000)
        #expect(pace.count == 32)
        accept(10, each: 60_000)
        #expect(pace.count == 16)
        accept(10, each: 10_000_000)
        #expect(pace.count == 8)
    }

    @Test mutating func `never more than there are descriptors for`() {
        pace = AcceptPace(most: 20)
        accept(10, each: 5_000)
        #expect(pace.count == 20)
    }

    @Test mutating func `a few that come now and then change nothing`() {
        for _ in 0..<10 { pace.accepted(1, taking: 20_000) }
        #expect(pace.count == 8)
    }
}
