// SPDX-License-Identifier: Apache-2.0
import CrashModel
import ModelTesting
import StateModel
import Testing

@Suite struct `The model of points on two devices` {
    private var book = SyncBook()

    private mutating func save(_ serial: Int?, on device: Int, _ began: Int, _ ended: Int) throws {
        _ = book.begins("film", serial: serial, on: device, now: began)
        try book.answered(isDone: true, by: device, now: ended)
    }

    private func finds(_ serial: Int?, from devices: Int...) throws {
        try book.finds(serial: serial, of: "film", from: devices)
    }

    @Test
    mutating func `both devices have the last write of either, or a write concurrent with it`()
        throws
    {
        try save(1, on: 0, 100, 110)
        try save(2, on: 0, 120, 130)
        try save(3, on: 1, 125, 135)
        try finds(2, from: 0, 1)
        try finds(3, from: 0, 1)
        #expect(throws: Violation.self) { try finds(1, from: 0, 1) }
        #expect(throws: Violation.self) { try finds(nil, from: 0, 1) }
        #expect(throws: Violation.self) { try finds(4, from: 0, 1) }
        #expect(book.acknowledged == 3)
    }

    @Test mutating func `a value that another device has overwritten is a violation`() throws {
        try save(1, on: 0, 100, 110)
        try save(2, on: 1, 110 + SyncBook.skew + 1, 1_000)
        #expect(throws: Violation.self) { try finds(1, from: 0, 1) }
        try finds(1, from: 0)
        try finds(2, from: 0, 1)
    }

    @Test mutating func `a point may be missing only if the last change cleared it`() throws {
        try save(1, on: 0, 100, 110)
        try save(nil, on: 1, 105, 115)
        try finds(nil, from: 0, 1)
        try finds(1, from: 0, 1)
        try save(2, on: 1, 10_000, 10_010)
        #expect(throws: Violation.self) { try finds(nil, from: 0, 1) }
    }

    @Test mutating func `a change interrupted by a crash may be stored or lost`() throws {
        try save(1, on: 0, 100, 110)
        _ = book.begins("film", serial: 2, on: 0, now: 120)
        book.died(0, now: 130)
        try finds(1, from: 0)
        try finds(2, from: 0)
        try save(3, on: 0, 140, 150)
        #expect(throws: Violation.self) { try finds(2, from: 0) }
        #expect(throws: Violation.self) { try book.answered(isDone: true, by: 0, now: 160) }
    }

    @Test mutating func `a clear that removed nothing cannot explain a missing point`() throws {
        try save(1, on: 0, 100, 110)
        _ = book.begins("film", serial: nil, on: 0, now: 120)
        try book.answered(isDone: false, by: 0, now: 130)
        #expect(throws: Violation.self) { try finds(nil, from: 0) }
        try finds(1, from: 0)
    }
}

@Suite struct `The model of events on two devices` {
    private var book = SyncEventBook()

    /// Creates a model in which both devices have begun three events.
    init() {
        for _ in 1...3 {
            _ = book.next(on: "attic")
            _ = book.next(on: "cellar")
        }
    }

    private mutating func finds(_ ids: String..., on device: String) throws {
        let start = book.count(on: device)
        let events = ids.enumerated().map { place, id in
            SyncEventBook.Found(sequence: start + place + 1, id: id)
        }
        try book.finds(events, on: device)
    }

    @Test mutating func `each device's events arrive once, in order`() throws {
        try finds("attic/1", "cellar/2", "attic/2", "cellar/3", on: "attic")
        for wrong in ["attic/1", "attic/2", "cellar/1", "attic/4", "garden/1"] {
            var fork = book
            let event = SyncEventBook.Found(sequence: 5, id: wrong)
            #expect(throws: Violation.self, "\(wrong)") { try fork.finds([event], on: "attic") }
        }
        let late = SyncEventBook.Found(sequence: 6, id: "attic/3")
        #expect(throws: Violation.self) { try book.finds([late], on: "attic") }
    }

    @Test mutating func `no acknowledged event is missing`() throws {
        for id in ["attic/1", "attic/2"] { book.acknowledges(id) }
        var fork = book
        let second = SyncEventBook.Found(sequence: 1, id: "attic/2")
        #expect(throws: Violation.self) { try fork.finds([second], on: "cellar") }
        try finds("attic/1", on: "cellar")
        #expect(throws: Violation.self) { try book.expectAll(of: "attic", on: "cellar") }
        try finds("attic/2", on: "cellar")
        try book.expectAll(of: "attic", on: "cellar")
        #expect(book.acknowledged == 2)
    }

    @Test mutating func `both devices have the same events at the end`() throws {
        try finds("attic/1", "cellar/1", on: "attic")
        try finds("cellar/1", on: "cellar")
        #expect(throws: Violation.self) { try book.expectEqual() }
        try finds("attic/1", on: "cellar")
        try book.expectEqual()
        let same = [SyncEventBook.Found(sequence: 1, id: "cellar/1")]
        #expect(throws: Violation.self) { try book.expectSame(same, on: "cellar") }
    }
}
