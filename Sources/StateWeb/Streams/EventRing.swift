// SPDX-License-Identifier: Apache-2.0
internal import DequeModule

/// The newest events of a stream, encoded once for all readers, which follow at their own pace.
///
/// Events are numbered from 0. A token names the position after an event; several events in a row may
/// have the same one, since only what is stored advances it.
package struct EventRing {
    /// The events from a number on.
    package struct Slice: Equatable {
        /// The events, encoded.
        package var bytes: [UInt8] = []
        /// The number of the event that follows.
        package var end: Int
        /// The last token among the events; `nil` if there is none.
        package var token: String?
    }

    private struct Entry {
        let token: String?
        let bytes: [UInt8]
    }

    private let capacity: Int
    private let byteCapacity: Int
    private var entries: Deque<Entry> = []
    private var bytes = 0
    private var places: [String: (first: Int, last: Int)] = [:]
    /// The number of the oldest event that is held.
    private var first = 0
    /// The last token of all events; `nil` before the first one with a token.
    package private(set) var token: String?

    /// Creates an empty ring.
    ///
    /// - Parameters:
    ///   - capacity: the most events that are held.
    ///   - byteCapacity: the most bytes that are held, but for the newest event, which always is.
    package init(capacity: Int = 8_192, byteCapacity: Int = 8 << 20) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    /// The number of the event that comes next.
    package var end: Int { first + entries.count }

    /// Appends an event; the oldest ones make room for it.
    package mutating func append(_ event: ServerSentEvent) {
        append(Entry(token: event.id, bytes: event.bytes))
    }

    /// Appends a position without an event: that at which the stream begins.
    package mutating func append(token: String) {
        append(Entry(token: token, bytes: []))
    }

    private mutating func append(_ entry: Entry) {
        if let token = entry.token {
            places[token] = (places[token]?.first ?? end, end)
            self.token = token
        }
        entries.append(entry)
        bytes += entry.bytes.count
        while entries.count > 1, entries.count > capacity || bytes > byteCapacity { dropFirst() }
    }

    private mutating func dropFirst() {
        let entry = entries.removeFirst()
        bytes -= entry.bytes.count
        if let token = entry.token, places[token]?.last == first { places[token] = nil }
        first += 1
    }

    /// Removes all events, as after a break in the stream; numbers go on.
    package mutating func removeAll() {
        first = end
        entries.removeAll()
        places.removeAll()
        bytes = 0
        token = nil
    }

    /// Finds the event after a token.
    ///
    /// - Parameters:
    ///   - token: the position.
    ///   - isFirst: true for a reader that has seen the first event with the token only, false for
    ///     one that may have seen all of them.
    /// - Returns: the number of the event; `nil` if the one before it is not held any more.
    package func place(after token: String, isFirst: Bool) -> Int? {
        guard let place = places[token] else { return nil }
        guard isFirst else { return place.last + 1 }
        return place.first >= first ? place.first + 1 : nil
    }

    /// Returns the events from a number on, at most `limit` bytes but at least one event; `nil` if
    /// they are not all held.
    package func read(from number: Int, limit: Int = 1 << 20) -> Slice? {
        guard number >= first, number <= end else { return nil }
        var slice = Slice(end: number)
        for entry in entries[(number - first)...] {
            if !slice.bytes.isEmpty, slice.bytes.count + entry.bytes.count > limit { break }
            slice.bytes += entry.bytes
            slice.token = entry.token ?? slice.token
            slice.end += 1
        }
        return slice
    }
}
