// SPDX-License-Identifier: Apache-2.0
import CrashModel
import ModelTesting
import StateModel
import Testing

@Suite struct `The model of a subscriber in the crash test` {
    private var court = Court()
    private let a = Court.name(0)

    /// Creates a checker with two answered saves and a subscriber.
    init() throws {
        court.sends(1, of: a)
        court.sends(2, of: a, at: 11)
        try court.isAnswered(revision: 1)
        try court.isAnswered(revision: 2)
        court.subscribes()
    }

    @Test mutating func `each change arrives once, in order`() throws {
        try court.delivers(court.change(.saved, 1, revision: 1))
        try court.delivers(court.change(.saved, 2, revision: 2))
        #expect(throws: Violation.self) { try court.delivers(court.change(.saved, 2, revision: 2)) }
        #expect(throws: Violation.self) { try court.delivers(court.change(.saved, 1, revision: 1)) }
    }

    @Test mutating func `a change is not repeated after a crash`() throws {
        try court.delivers(court.change(.saved, 2, revision: 2))
        court.subscribes()
        #expect(throws: Violation.self) { try court.delivers(court.change(.saved, 2, revision: 2)) }
    }

    @Test mutating func `an expiry and the next change may share a reply`() throws {
        try court.delivers(
            court.change(.expired, 1, revision: 2),
            court.change(.saved, 2, revision: 2)
        )
    }

    @Test mutating func `a point does not expire before its time`() throws {
        court.now -= 10_000
        let early = court.change(.expired, 1, revision: 2)
        court.now += 10_000
        try court.delivers(early)
        let late = court.change(.expired, 2, revision: 3)
        court.now -= 10_000
        #expect(throws: Violation.self) { try court.delivers(late) }
    }

    @Test mutating func `each stored point arrives once, before the ready message`() throws {
        try court.delivers(court.change(.current, 2, revision: 2), ready: false)
        var fork = court
        let again = court.change(.current, 2, revision: 2)
        #expect(throws: Violation.self) { try fork.delivers(again, ready: false) }
        try court.delivers()
        #expect(throws: Violation.self) { try court.delivers(again) }
    }

    @Test mutating func `a delivered change that no client made is a violation`() throws {
        var other = Court()
        other.sends(3, of: a)
        let change = other.change(.saved, 3, revision: 3)
        #expect(throws: Violation.self) { try court.delivers(change) }
    }

    @Test mutating func `all delivered changes together give the current state`() throws {
        try court.delivers(court.change(.saved, 1, revision: 1))
        #expect(throws: Violation.self) { try court.compares([a: 2]) }
        #expect(throws: Violation.self) { try court.compares([:]) }
        try court.compares([a: 1])
        try court.delivers(court.change(.cleared, 1, revision: 2))
        try court.compares([:])
        #expect(throws: Violation.self) { try court.compares([a: 1]) }
    }

    @Test mutating func `changes may be missing if the daemon counts them as skipped`() throws {
        try court.delivers(court.change(.saved, 2, revision: 2))
        court.beginsTally()
        for serial in 3...6 { court.sends(serial, of: a, at: 10 + serial) }
        for revision in 3...6 { try court.isAnswered(revision: Revision(revision)) }
        try court.delivers(court.change(.saved, 3, revision: 3))
        var silent = court
        try silent.delivers(court.change(.saved, 6, revision: 6))
        #expect(throws: Violation.self) { try silent.endsTally() }
        var frank = court
        try frank.delivers(court.change(.saved, 6, revision: 6), skipped: 2)
        try frank.endsTally()
        // Changes newer than the last one received may still have been on their way.
        try court.endsTally()
    }
}
