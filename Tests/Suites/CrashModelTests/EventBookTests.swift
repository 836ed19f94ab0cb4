// SPDX-License-Identifier: Apache-2.0
import CrashModel
import ModelTesting
import Testing

@Suite struct `The model of events in the crash test` {
    private var book = EventBook()

    private func found(_ words: String...) -> [EventBook.Found] {
        words.map { text in
            let parts = text.split(separator: " ")
            return EventBook.Found(sequence: Int(parts[0]) ?? 0, id: String(parts[1]))
        }
    }

    private mutating func sends(_ ids: String..., by writer: String = "w", oneway: Bool = false) {
        for id in ids { book.sends(id, by: writer, isOneway: oneway) }
    }

    private mutating func isAnswered(
        _ sequence: Int,
        duplicate: Bool = false,
        to writer: String = "w"
    ) throws {
        try book.answered(.appended(sequence: sequence, duplicate: duplicate), to: writer)
    }

    @Test
    mutating func `an acknowledged event must be stored; an event without a reply may be stored`()
        throws
    {
        sends("a", "b", "c")
        try isAnswered(1)
        for all in [found("1 a"), found("1 a", "2 b"), found("1 a", "2 b", "3 c")] {
            var fork = book
            try fork.finds(all, after: 0)
        }
        #expect(throws: Violation.self) { try book.finds([], after: 0) }
    }

    @Test mutating func `an event that a stream delivered must be in the daemon's list`() throws {
        sends("a", "b")
        try book.delivers(found("1 a", "2 b"), to: "f")
        var fork = book
        #expect(throws: Violation.self) { try fork.finds(found("1 a"), after: 0) }
        try book.finds(found("1 a", "2 b"), after: 0)
        #expect(book.newest == 2)
    }

    @Test
    mutating func `the stored calls of each writer are the first ones that it sent, in order`()
        throws
    {
        sends("a", "b", "c")
        sends("x", "y", by: "v")
        for wrong in [found("1 b"), found("1 b", "2 a"), found("1 a", "2 c"), found("1 y")] {
            var fork = book
            #expect(throws: Violation.self) { try fork.finds(wrong, after: 0) }
        }
        try book.finds(found("1 x", "2 a", "3 y", "4 b"), after: 0)
        // From here on it is known that there is no third event.
        sends("c")
        #expect(throws: Violation.self) { try isAnswered(5, duplicate: true) }
    }

    @Test mutating func `each event is stored once, under its number and from a known sender`()
        throws
    {
        sends("a", "b")
        try isAnswered(1)
        for wrong in [
            found("1 b"), found("1 a", "2 a"), found("1 a", "3 b"), found("1 a", "2 other"),
        ] {
            var fork = book
            #expect(throws: Violation.self) { try fork.finds(wrong, after: 0) }
        }
        var fork = book
        #expect(throws: Violation.self) { try fork.answered(.other("?"), to: "w") }
        #expect(throws: Violation.self) { try isAnswered(1) }
    }

    @Test
    mutating func `a repeated event is reported as a duplicate with the first one's number`() throws
    {
        sends("a", "a", "b")
        try isAnswered(1)
        var fork = book
        #expect(throws: Violation.self) {
            try fork.answered(.appended(sequence: 1, duplicate: false), to: "w")
        }
        try isAnswered(1, duplicate: true)
        try isAnswered(2)
        try book.finds(found("1 a", "2 b"), after: 0)
        sends("b")
        #expect(throws: Violation.self) { try isAnswered(3, duplicate: true) }
    }

    @Test
    mutating func `a refused event may be stored until a read of the list shows that it is not`()
        throws
    {
        sends("a", "b", "c")
        try book.answered(.refused, to: "w")
        try book.answered(.refused, to: "w")
        try isAnswered(1)
        var fork = book
        try fork.finds(found("1 c", "2 a"), after: 0)
        try book.finds(found("1 c"), after: 0)
        sends("a")
        #expect(throws: Violation.self) { try isAnswered(2, duplicate: true) }
    }

    @Test mutating func `an event whose append got no reply may be stored or lost`() throws {
        sends("a", oneway: true)
        sends("b", "a")
        try isAnswered(2)
        var fork = book
        try fork.answered(.appended(sequence: 1, duplicate: true), to: "w")
        try fork.finds(found("1 a", "2 b"), after: 0)
        try book.answered(.appended(sequence: 3, duplicate: false), to: "w")
    }

    @Test mutating func `a stream must deliver each event, in order`() throws {
        sends("a", "b", "c")
        try book.delivers(found("1 a"), to: "f")
        #expect(book.place(of: "f") == 1)
        for wrong in [found("1 a"), found("3 c"), found("2 other")] {
            var fork = book
            #expect(throws: Violation.self) { try fork.delivers(wrong, to: "f") }
        }
        try book.delivers(found("2 b"), to: "f")
        #expect(throws: Violation.self) { try book.delivers(found("1 b"), to: "g") }
    }

    @Test mutating func `the last page of the list must match the acknowledged events`()
        throws
    {
        sends("a", "b", "c")
        try isAnswered(1)
        try isAnswered(2)
        var fork = book
        #expect(throws: Violation.self) { try fork.finds(found("2 a"), after: 1) }
        try book.finds(found("2 b", "3 c"), after: 1)
        #expect(book.newest == 3)
    }
}
