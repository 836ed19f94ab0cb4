// SPDX-License-Identifier: Apache-2.0

/// The cursors of one client in one log, and the part of the log that the client has.
///
/// Clients keep a cursor that looks like a time: an integer near the clock, below 2³¹. Some send it
/// back unchanged or plus 1; others send the time of their own clock instead. Therefore cursors are
/// per client and at least two apart, and any other number only means that the client has used the
/// last reply.
///
/// Invariant: a client has every entry up to the place of its cursor.
package struct ClientCursor: Equatable, Sendable {
    /// A cursor, and the sequence number up to which its client has every entry.
    package struct Mark: Equatable, Sendable {
        package var cursor: Int
        package var place: Int

        package init(_ cursor: Int, _ place: Int) {
            (self.cursor, self.place) = (cursor, place)
        }
    }

    /// The greatest cursor: clients read 32 bits.
    private static let largest = Int(Int32.max)
    /// The number of cursors that remain valid for a client.
    private static let mostMarks = 64
    /// The age after which a place gets a new cursor, in seconds.
    private static let freshness = 86_400
    /// The seconds by which cursors are ahead of the clock, so that the time of a client's clock is
    /// not mistaken for a cursor.
    private static let lead = 600

    /// The cursor of the last request; `nil` before the first one.
    package var since: Int?
    /// The place after which the entries of the last reply begin.
    package var from = 0
    /// The place at which the entries of the last reply end.
    package var given = 0
    package var newest = 0
    /// The valid cursors, newest last.
    package var marks: [Mark] = []

    /// Creates the state of a client without cursors.
    package init() {}

    /// Returns the place up to which the client has every entry if it asks with this cursor.
    ///
    /// - Parameters:
    ///   - cursor: The cursor or time that the client sends.
    ///   - ownEnd: Returns the end of the entries after a place that are the client's own.
    /// - Returns: The place.
    package func place(of cursor: Int, ownEnd: (Int) -> Int) -> Int {
        guard cursor > 0, let since else { return mark(cursor)?.place ?? 0 }
        // The client did not receive or use the last reply.
        if cursor == since { return from }
        if let mark = mark(cursor) { return mark.place }
        // A later cursor means that the last reply was used, an earlier one that the client
        // restored an older state.
        return cursor > since ? ownEnd(given) : 0
    }

    private func mark(_ cursor: Int) -> Mark? {
        marks.last { $0.cursor == cursor || $0.cursor + 1 == cursor }
    }

    /// Notes a reply with the entries between two places.
    package mutating func answered(_ cursor: Int, from: Int, to end: Int) {
        (since, self.from, given) = (cursor, from, end)
    }

    /// Returns the cursor of a place, and creates one if the client has none that is less than a
    /// day old.
    ///
    /// - Parameters:
    ///   - place: The place up to which the client has every entry.
    ///   - now: The time, in seconds since 1970.
    /// - Returns: The cursor.
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
        marks = marks.suffix(Self.mostMarks - 1) + [Mark(newest, place)]
        return newest
    }

    /// Resets the state after the log was replaced.
    package mutating func reset() {
        (from, given) = (0, 0)
        for index in marks.indices { marks[index].place = 0 }
    }
}
