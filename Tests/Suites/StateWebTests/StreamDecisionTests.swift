// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import StateWeb

@Suite struct `The ring of events` {
    private func event(_ token: String?, _ data: String) -> ServerSentEvent {
        ServerSentEvent(id: token, data: Array(data.utf8))
    }

    private func text(_ slice: EventRing.Slice?) -> [String]? {
        slice.map { slice in
            String(decoding: slice.bytes, as: UTF8.self).split(separator: "\n")
                .filter { $0.hasPrefix("data: ") }.map { String($0.dropFirst(6)) }
        }
    }

    @Test func `holds the events after a token, for readers that saw the first or all with it`() {
        var ring = EventRing()
        ring.append(token: "t0")
        ring.append(event("t1", "a"))
        ring.append(event("t1", "b"))
        ring.append(event(nil, "c"))
        ring.append(event("t2", "d"))
        #expect(ring.token == "t2")
        func after(_ token: String, isFirst: Bool) -> [String]? {
            ring.place(after: token, isFirst: isFirst).flatMap { text(ring.read(from: $0)) }
        }
        #expect(after("t0", isFirst: true) == ["a", "b", "c", "d"])
        #expect(after("t1", isFirst: true) == ["b", "c", "d"])
        #expect(after("t1", isFirst: false) == ["c", "d"])
        #expect(after("t2", isFirst: false) == [])
        #expect(after("t3", isFirst: false) == nil)
    }

    @Test func `drops the oldest beyond its bounds, and says so to a reader that needs them`() {
        var ring = EventRing(capacity: 3)
        for number in 1...5 { ring.append(event("t\(number)", "\(number)")) }
        #expect(ring.place(after: "t2", isFirst: false) == nil)
        #expect(text(ring.read(from: ring.end - 3)) == ["3", "4", "5"])
        #expect(ring.read(from: ring.end - 4) == nil)
        #expect(ring.read(from: ring.end + 1) == nil)
        var small = EventRing(byteCapacity: 1)
        small.append(event("a", "x"))
        small.append(event("b", "y"))
        #expect(text(small.read(from: 1)) == ["y"])
    }

    @Test func `knows a token whose first event is gone only for readers that saw all with it`() {
        var ring = EventRing(capacity: 2)
        for data in ["1", "2", "3"] { ring.append(event("t", data)) }
        #expect(ring.place(after: "t", isFirst: true) == nil)
        #expect(ring.place(after: "t", isFirst: false) == 3)
    }

    @Test func `reads a part, at least one event`() {
        var ring = EventRing()
        for number in 1...3 { ring.append(event("t\(number)", "\(number)")) }
        let part = ring.read(from: 0, limit: 1)
        #expect(text(part) == ["1"])
        #expect(part?.end == 1 && part?.token == "t1")
    }

    @Test func `is empty after a break, and numbers continue`() {
        var ring = EventRing()
        ring.append(event("t1", "1"))
        ring.removeAll()
        #expect(ring.end == 1 && ring.token == nil)
        #expect(ring.place(after: "t1", isFirst: false) == nil)
        #expect(ring.read(from: 0) == nil)
        #expect(text(ring.read(from: 1)) == [])
    }

    /// A reader that goes from place to place sees each event once and in order, or hears that it
    /// fell behind.
    @Test func `gives each event once, whatever the reader's pace`() {
        var generator = SplitMix(state: 7)
        for _ in 0..<50 {
            var ring = EventRing(capacity: 8)
            var (place, written, read) = (0, 0, [Int]())
            for _ in 0..<200 {
                if generator.next() % 2 == 0 {
                    ring.append(event("t\(written)", "\(written)"))
                    written += 1
                } else if let slice = ring.read(from: place, limit: Int(generator.next() % 64)) {
                    read += (text(slice) ?? []).compactMap(Int.init)
                    place = slice.end
                } else {
                    // The next reading starts where the ring does.
                    place = max(place, written - 8)
                    read = Array(read.prefix(0)) + Array(0..<place)
                }
                #expect(read == Array(0..<place))
            }
        }
    }
}

/// A small generator of numbers that look random and are the same each time.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite struct `The limit on a client's requests` {
    @Test func `allows a burst, then the rate, for each client alone`() {
        var limiter = RateLimiter(perSecond: 2, burst: 3)
        for _ in 0..<3 { #expect(limiter.take("a", at: .zero) == nil) }
        #expect(limiter.take("a", at: .zero) == .milliseconds(500))
        #expect(limiter.take("b", at: .zero) == nil)
        #expect(limiter.take("a", at: .milliseconds(499)) != nil)
        #expect(limiter.take("a", at: .milliseconds(500)) == nil)
        #expect(limiter.take("a", at: .milliseconds(500)) != nil)
        // A long pause gives a burst again, and no more.
        for _ in 0..<3 { #expect(limiter.take("a", at: .seconds(100)) == nil) }
        #expect(limiter.take("a", at: .seconds(100)) != nil)
    }

    @Test func `forgets clients before they take memory, those that have not waited last`() {
        var limiter = RateLimiter(perSecond: 1, burst: 1)
        for number in 0..<4_095 { _ = limiter.take("\(number)", at: .zero) }
        #expect(limiter.take("guesser", at: .seconds(10)) == nil)
        // Those of before have full buckets by now, and make room.
        _ = limiter.take("another", at: .seconds(10))
        #expect(limiter.take("guesser", at: .seconds(10)) != nil)
    }
}
