// SPDX-License-Identifier: Apache-2.0

/// The limits for the sizes of replies, below 1 MiB, the default maximum size of a message.
enum ReplySize {
    /// The maximum size of the entries of a list in one reply, in bytes.
    static let entries = 900_000
    /// The maximum size of the points in one reply to List, in bytes, unless one point is larger.
    ///
    /// The limit keeps the time for which other callers wait at about 1 ms. It is enough for 1,000
    /// points of the usual size.
    static let points = 512 << 10
    /// The usual size of an encoded point, in bytes.
    static let usualPoint = 320
    /// The approximate maximum size of the changes in one reply to a live subscriber, in bytes.
    static let changes = 256 << 10
    /// The maximum size of one reply to a subscriber that catches up, in bytes, unless a single
    /// change or event is larger.
    ///
    /// A subscriber that does not read therefore uses little memory.
    static let page = 64 << 10

    /// Returns the first entries that fit into one reply.
    static func fitting<Entries: Sequence>(
        _ entries: Entries,
        bytes: (Entries.Element) -> Int
    ) -> [Entries.Element] {
        var room = Self.entries
        var fitting: [Entries.Element] = []
        for entry in entries {
            room -= bytes(entry) + 1
            guard room >= 0 else { break }
            fitting.append(entry)
        }
        return fitting
    }
}
