// SPDX-License-Identifier: Apache-2.0

/// The limits for the size of replies, well below the 1 MiB that a message may have.
enum ReplySize {
    /// The maximum size of the entries in one reply to a call, in bytes.
    static let entries = 900_000
    /// The maximum size of the points in one reply to List, in bytes, unless one point is larger.
    ///
    /// It limits the time for which other callers wait to about 1 ms; 1,000 usual points fit.
    static let points = 512 << 10
    /// The approximate size of an encoded point, in bytes.
    static let usualPoint = 320
    /// The approximate maximum size of the changes in one reply to a live subscriber, in bytes.
    static let changes = 256 << 10
    /// The maximum size of one reply to a subscriber that catches up, in bytes, unless a single
    /// change or event is larger.
    ///
    /// It limits the memory used for a subscriber that does not read.
    static let page = 64 << 10

    /// Returns the longest prefix of the entries that fits into one reply.
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
