// SPDX-License-Identifier: Apache-2.0

/// The cursors of one client in one log, and the position up to which the client has received the
/// log.
///
/// A client keeps a cursor that looks like a time: an integer near the clock, below 2³¹. Some
/// clients send it back unchanged, or increased by 1; others send the time of their own clock
/// instead. Therefore each client has its own cursors, which differ by at least 2. Any other later
/// number only shows that the client has used the last reply.
///
/// Invariant: a client has every entry up to the place of its cursor.
package struct ClientCursor: Equatable, Sendable {
    /// A cursor, and the sequence number up to which the client with this cursor has every entry.
    package struct Mark: Equatable, Sendable {
        package var cursor: Int
        package var place: Int

        package init(_ cursor: Int, _ place: Int) {
            (self.cursor, self.place) = (cursor, place)
        }
    }

    /// The greatest cursor, because clients read cursors as 32-bit integers.
    private static let largest = Int(Int32.max)
    /// The maximum number of cursors that remain valid for a client.
    private static let maximumMarks = 64
    /// The age at which a cursor is replaced by a new one for the same place, in seconds.
    private static let freshness = 86_400
    /// The number of seconds by which a new cursor is ahead of the given time.
    ///
    /// The time of a client's clock is thus not mistaken for a cursor.
    private static let lead = 600

    /// The cursor that the client sent in its last request; `nil` before the first request.
    package var since: Int?
    /// The place after which the last reply began.
    package var from = 0
    /// The place at which the last reply ended.
    package var given = 0
    package var newest = 0
    /// The valid cursors, newest last.
    package var marks: [Mark] = []

    package init() {}

    /// Returns the place up to which a client that sends this cursor has every entry.
    ///
    /// `ownEnd` returns the place at which the client's own entries directly after a given place
    /// end.
    package func place(of cursor: Int, ownEnd: (Int) -> Int) -> Int {
        guard cursor > 0, let since else { return mark(cursor)?.place ?? 0 }
        // The client did not receive the last reply, or did not use it.
        if cursor == since { return from }
        if let mark = mark(cursor) { return mark.place }
        // A later cursor shows that the client has used the last reply; an earlier cursor, that the
        // client was restored to an older state.
        return cursor > since ? ownEnd(given) : 0
    }

    private func mark(_ cursor: Int) -> Mark? {
        marks.last { $0.cursor == cursor || $0.cursor + 1 == cursor }
    }

    package mutating func answered(_ cursor: Int, from: Int, to end: Int) {
        (since, self.from, given) = (cursor, from, end)
    }

    /// Returns the client's cursor for a place; creates a new one if the client has none that is
    /// less than a day old.
    ///
    /// `now` is in seconds since 1970.
    package mutating func cursor(of place: Int, now: Int) -> Int {
        if let known = marks.last(where: { $0.place == place && $0.cursor + Self.freshness > now })
        {
            return known.cursor
        }
        if newest + 2 > Self.largest - 2 {
            reset()
            newest = 0
        }
        newest = max(min(now + Self.lead, Self.largest - 2), newest + 2)
        marks = marks.suffix(Self.maximumMarks - 1) + [Mark(newest, place)]
        return newest
    }

    /// Makes every cursor stand for the beginning, because the log was replaced.
    package mutating func reset() {
        (from, given) = (0, 0)
        for index in marks.indices { marks[index].place = 0 }
    }
}
