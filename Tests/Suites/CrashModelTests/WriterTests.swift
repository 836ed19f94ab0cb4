// SPDX-License-Identifier: Apache-2.0
import CrashModel
import ModelTesting
import StateModel
import Testing

@Suite struct `The state after a crash` {
    private var court = Court()
    private let a = Court.name(0)
    private let b = Court.name(1)

    @Test mutating func `an acknowledged save survives a crash`() throws {
        court.sends(1, of: a)
        try court.isAnswered(revision: 1)
        try court.finds([a: 1])
        #expect(throws: Violation.self) { try court.finds([:]) }
    }

    @Test mutating func `of the unanswered calls, only the first ones in order may be stored`()
        throws
    {
        court.sends(1, of: a)
        court.sends(2, of: b)
        court.sends(3, of: a, at: 11)
        for possible in [[:], [a: 1], [a: 1, b: 2], [a: 3, b: 2]] {
            var fork = court
            try fork.finds(possible)
        }
        for impossible in [[b: 2], [a: 3]] {
            var fork = court
            #expect(throws: Violation.self) { try fork.finds(impossible) }
        }
    }

    @Test mutating func `a change that a subscriber received survives a crash`() throws {
        court.sends(1, of: a)
        court.sends(2, of: b)
        court.subscribes()
        try court.delivers(court.change(.saved, 1, revision: 1))
        #expect(throws: Violation.self) { try court.finds([:]) }
        var fork = court
        try fork.finds([a: 1])
    }

    @Test mutating func `an item that no client saved is a violation`() throws {
        court.sends(1, of: a)
        try court.isAnswered(revision: 1)
        #expect(throws: Violation.self) { try court.finds([a: 1, b: 1]) }
    }

    @Test mutating func `the history must agree with the stored value`() throws {
        court.sends(1, of: a, at: 10)
        try court.isAnswered(revision: 1)
        court.sends(2, of: a, at: 500)
        let old = Place(serial: 1, position: Write.position(10, serial: 1), status: .paused)
        let past = [ExpectedItemState.Past(place: old, ending: .replaced)]
        #expect(throws: Violation.self) {
            try court.finds([a: 2], histories: [a: Survey.History()])
        }
        try court.finds([a: 2], histories: [a: Survey.History(past: past)])
    }

    @Test mutating func `a suspicious jump that is missing in a full history was not stored`()
        throws
    {
        for serial in 1...52 {
            court.sends(serial, of: a, at: serial * 100)
            try court.isAnswered(revision: Revision(serial))
        }
        court.sends(53, of: a, at: 100, .suspect)
        let past = (2...51).reversed().map { serial in
            let position = Write.position(serial * 100, serial: serial)
            let place = Place(serial: serial, position: position, status: .paused)
            return ExpectedItemState.Past(place: place, ending: .replaced)
        }
        let history = [a: Survey.History(past: past)]
        try court.finds([a: 52], histories: history)
        // If the jump had been stored, a history would now have the place before it.
        court.sends(54, of: a, at: 5210)
        try court.isAnswered(revision: 54)
        try court.finds([a: 54], histories: history, crashed: false)
    }

    @Test mutating func `an item that plays when the daemon is killed is paused`() throws {
        court.sends(1, of: a, .play)
        try court.isAnswered(revision: 1)
        var fork = court
        #expect(throws: Violation.self) { try fork.finds([a: 1], status: .playing) }
        try court.finds([a: 1], crashed: false, status: .playing)
        try court.finds([a: 1])
    }

    @Test mutating func `a refused save may be stored or not, until the next reply shows which`()
        throws
    {
        court.sends(1, of: a)
        try court.isAnswered(revision: 1)
        court.sends(2, of: a, at: 11)
        try court.isAnswered(.refused)
        for possible in [1, 2] {
            var fork = court
            try fork.finds([a: possible])
        }
        court.sends(3, of: b)
        try court.isAnswered(revision: 2)
        #expect(throws: Violation.self) { try court.finds([a: 2, b: 3]) }
    }

    @Test mutating func `a tick may be lost until a subscriber has received it as saved`() throws {
        let item = Court.name(0, .ticked)
        court.sends(1, of: item, .tick)
        court.sends(2, of: item, at: 11, .tick)
        for possible in [[:], [item: 1], [item: 2]] {
            var fork = court
            try fork.finds(possible)
        }
        court.subscribes()
        try court.delivers(court.change(.saved, 2, revision: 1))
        #expect(throws: Violation.self) { try court.finds([item: 1]) }
        #expect(throws: Violation.self) { try court.finds([:]) }
        try court.finds([item: 2])
    }

    @Test mutating func `an item with a short time to live is listed until it expires`() throws {
        let item = Court.name(0, .brief)
        court.sends(1, of: item, ttl: 5)
        try court.isAnswered(revision: 1)
        court.now += 2_000
        var fork = court
        #expect(throws: Violation.self) { try fork.finds([:]) }
        court.now += 4_000
        try court.finds([:])
    }
}

@Suite struct `The replies to a writer` {
    private var court = Court()

    @Test mutating func `each reply must agree with its call and with the state before the call`()
        throws
    {
        court.clears()
        try court.isAnswered(.notFound)
        court.sends(1)
        #expect(throws: Violation.self) { try court.isAnswered(.ignored, revision: 1) }
        court.clears()
        #expect(throws: Violation.self) { try court.isAnswered(.notFound) }
    }

    @Test mutating func `revisions always increase`() throws {
        court.sends(1)
        try court.isAnswered(revision: 5)
        court.sends(2)
        #expect(throws: Violation.self) { try court.isAnswered(revision: 5) }
        court.sends(3)
        try court.isAnswered(revision: 6)
    }

    @Test mutating func `a change that a subscriber has received cannot be refused`() throws {
        court.sends(1)
        court.subscribes()
        try court.delivers(court.change(.saved, 1, revision: 1))
        #expect(throws: Violation.self) { try court.isAnswered(.refused) }
    }

    @Test
    mutating func `a call may be refused even if a subscriber has received a later one`()
        throws
    {
        court.sends(1)
        court.sends(2, at: 11)
        court.subscribes()
        try court.delivers(court.change(.saved, 2, revision: 1))
        try court.isAnswered(.refused)
        #expect(throws: Violation.self) { try court.isAnswered(.refused) }
    }
}
