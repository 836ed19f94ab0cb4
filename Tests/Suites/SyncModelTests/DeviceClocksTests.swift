// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

/// Two devices whose clocks differ by a known span, and what each thinks of it.
///
/// The model is the truth: an offset is right within its uncertainty, and one that nothing bounds assumes
/// no more difference than was seen.
private struct Pair {
    /// What the first device's clock is ahead of the second's, in milliseconds.
    var truth: Int
    /// The time of the second device.
    var now: Timestamp = 1_000_000_000
    var first = Side(Origin(device: 1, incarnation: 1))
    var second = Side(Origin(device: 2, incarnation: 1))

    struct Side {
        var origin: Origin
        var clocks = DeviceClocks()
        var presence: DevicePresence?
        var round = 0

        init(_ origin: Origin) { self.origin = origin }

        mutating func report(at now: Timestamp) {
            round += 1
            var clock = ClockReport()
            clock.differences = clocks.differences
            presence = DevicePresence(
                origin: origin,
                label: "\(origin)",
                at: now,
                round: round,
                seen: [:],
                clock: clock
            )
        }

        mutating func read(_ other: Side, at now: Timestamp) {
            clocks.note([other.presence, presence].compactMap(\.self), by: origin, now: now)
        }
    }

    init(ahead truth: Int) { self.truth = truth }

    mutating func pass(_ milliseconds: Int) { now += milliseconds }
    mutating func firstReports() { first.report(at: now + truth) }
    mutating func secondReports() { second.report(at: now) }
    mutating func firstReads() { first.read(second, at: now + truth) }
    mutating func secondReads() { second.read(first, at: now) }

    /// Both are running: each hears of the other within so many milliseconds.
    mutating func exchange(_ delay: Int = 40) {
        for _ in 0..<2 {
            firstReports()
            pass(delay)
            secondReads()
            secondReports()
            pass(delay)
            firstReads()
        }
    }

    /// A copy of the second device's store was put back: it goes on in a new life.
    mutating func secondBeginsNewLife() {
        let origin = second.origin
        second.origin = Origin(device: origin.device, incarnation: origin.incarnation + 1)
        second.clocks = DeviceClocks()
    }

    var offset: Int { first.clocks.offset(of: second.origin) }
    var uncertainty: Int? { first.clocks.estimate(of: second.origin)?.uncertainty }
    /// What the second thinks that its own clock is ahead.
    var back: Int { second.clocks.offset(of: first.origin) }
}

@Suite struct DeviceClocksTests {
    static let minute = 60_000
    static let hour = 3_600_000
    static let year = 366 * 24 * hour

    @Test(arguments: [10, minute, 31_000, 9 * hour, 21 * 24 * hour])
    func `however old a presence is, equal clocks do not seem different`(age: Int) {
        var pair = Pair(ahead: 0)
        pair.secondReports()
        pair.pass(age)
        pair.firstReads()
        #expect(pair.offset == 0)
        #expect(pair.uncertainty == nil)
    }

    @Test(arguments: [-year, -hour, -5_000, -1_041, 0, 1_041, 5_000, hour, 10 * year])
    func `an exchange of presences measures the difference between two clocks`(truth: Int) {
        var pair = Pair(ahead: truth)
        pair.exchange()
        #expect(abs(pair.offset - truth) <= 1_000)
        #expect(abs(pair.back + truth) <= 1_000)
        let uncertainty = pair.uncertainty ?? .max
        #expect(uncertainty <= 1_000)
        #expect(abs(pair.offset - truth) <= uncertainty)
    }

    @Test func `equal clocks are not found different by exchanges of up to three hours`() {
        var pair = Pair(ahead: 0)
        for delay in [0, 900, 40_000, 3 * Self.hour] {
            pair.exchange(delay)
            #expect(pair.offset == 0)
            #expect(pair.back == 0)
        }
    }

    @Test(arguments: [-2 * year, -hour, hour, 2 * year])
    func `a measured clock difference still applies after three weeks and a restart`(
        truth: Int
    ) throws {
        var pair = Pair(ahead: truth)
        pair.exchange()
        var memory = SyncMemory()
        memory.clocks = pair.first.clocks
        pair.first.clocks = try #require(SyncMemory(bytes: memory.bytes)).clocks
        pair.pass(21 * 24 * Self.hour)
        pair.firstReads()
        #expect(abs(pair.offset - truth) <= 1_000)
    }

    @Test(arguments: [-hour, -10_000, 10_000, hour, year])
    func `both devices notice a clock step at their next exchange`(step: Int) {
        var pair = Pair(ahead: 0)
        pair.exchange()
        pair.truth = step
        pair.exchange()
        pair.exchange()
        #expect(abs(pair.offset - step) <= 1_000)
        #expect(abs(pair.back + step) <= 1_000)
    }

    @Test func `what is learned of a clock also applies to an earlier incarnation's records`() {
        var pair = Pair(ahead: Self.hour)
        pair.secondReports()
        pair.pass(40_000)
        pair.firstReads()
        let before = pair.second.origin
        #expect(!pair.first.clocks.isCertain(before))
        pair.secondBeginsNewLife()
        let known = pair.first.clocks
        pair.exchange()
        #expect(pair.first.clocks.isCertain(before))
        #expect(abs(pair.first.clocks.offset(of: before) - Self.hour) <= 1_000)
        #expect(pair.first.clocks.moved(since: known).contains(before))
    }

    @Test func `the clocks of two incarnations are kept apart if they differ`() {
        var pair = Pair(ahead: Self.hour)
        pair.exchange()
        let before = pair.second.origin
        pair.secondBeginsNewLife()
        pair.truth = -Self.hour
        pair.exchange()
        #expect(abs(pair.first.clocks.offset(of: before) - Self.hour) <= 1_000)
        #expect(abs(pair.offset + Self.hour) <= 1_000)
    }

    @Test func `a clock set by a later incarnation is uncertain until it is measured`() {
        var pair = Pair(ahead: 0)
        pair.exchange()
        pair.secondBeginsNewLife()
        pair.truth = Self.hour
        pair.secondReports()
        pair.pass(40)
        pair.firstReads()
        #expect(!pair.first.clocks.isCertain(pair.second.origin))
    }

    @Test func `a record's age includes the time since its device last synced`() {
        var pair = Pair(ahead: 0)
        let sentAt = pair.now
        pair.secondReports()
        pair.pass(31_000)
        pair.firstReads()
        let record = RemoteRecord(
            operation: Operation(origin: pair.second.origin, number: 1),
            sentAt: sentAt,
            content: .event(
                SyncedEvent(
                    event: Event(id: "e", topic: "t", body: [], at: sentAt),
                    origin: pair.second.origin,
                    device: "b",
                    number: 1,
                    previous: 0
                )
            )
        )
        let transit = pair.first.clocks.transit(
            of: RemoteEntry(record: record),
            isOwn: false,
            now: pair.now
        )
        #expect(transit == 31_000)
    }

    @Test func `presences are read as they were written`() throws {
        var presence = DevicePresence(
            origin: Origin(device: 7, incarnation: 2),
            label: "attic",
            at: 5,
            round: 3,
            seen: [Origin(device: 1, incarnation: 1): 9]
        )
        #expect(DevicePresence(bytes: presence.bytes) == presence)
        presence.clock.isSynchronized = true
        presence.clock.differences = [Origin(device: 1, incarnation: 1): -12]
        presence.isInFront = true
        #expect(DevicePresence(bytes: presence.bytes) == presence)
    }
}
