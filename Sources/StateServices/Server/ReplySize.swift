// SPDX-License-Identifier: Apache-2.0

/// The sizes of replies, each well under the 1 MiB that a message may have.
enum ReplySize {
    /// The maximum number of bytes of entries in one reply to a call.
    static let entries = 900_000
    /// The maximum number of bytes of points in one reply to List, unless a single point is larger.
    ///
    /// It bounds the time for which other callers wait, to about 1 ms; 1,000 points of a usual
    /// length fit.
    static let points = 512 << 10
    /// The approximate size of an encoded point, in bytes.
    static let usualPoint = 320
    /// The approximate maximum number of bytes of changes in one reply to a live subscriber.
    static let changes = 256 << 10
    /// The maximum number of bytes in one reply to a subscriber that catches up, unless a single
    /// change or event is larger.
    ///
    /// This bounds the memory of a subscriber that does not read.
    static let page = 64 << 10

    /// Returns the longest prefix of the entries that fits one reply.
    static func fitting<Entry>(_ entries: [Entry], bytes: (Entry) -> Int) -> [Entry] {
        var room = Self.entries
        return Array(
            entries.prefix { entry in
                room -= bytes(entry) + 1
                return room >= 0
            }
        )
    }
}
