/// A write to a file that was not yet on stable storage when the power went.
package struct UnsyncedWrite: Sendable, Equatable {
    /// Where in the file.
    package var offset: Int
    /// How many bytes the file had before.
    package var sizeBefore: Int
    /// What was there before.
    package var old: [UInt8]
    /// What was put in its place; nil: the file was cut off there.
    package var new: [UInt8]?

    /// A write with all its members.
    package init(offset: Int, sizeBefore: Int, old: [UInt8], new: [UInt8]?) {
        self.offset = offset
        self.sizeBefore = sizeBefore
        self.old = old
        self.new = new
    }
}

/// What the preloaded library notes of a daemon's writes and syncs: see `crash_faults.h`.
package struct WriteJournal {
    private struct Entry {
        /// Where it stands in the journal.
        let place: Int
        let write: UnsyncedWrite
    }

    private static let headerBytes = 32
    private var entries: [String: [Entry]] = [:]

    /// Reads a journal; a record that the end of the process cut off is passed over.
    package init(_ bytes: [UInt8]) {
        var place = 0
        while place + Self.headerBytes <= bytes.count {
            let kind = Self.number(bytes, place, 4)
            let counts = (1...3).map { Self.number(bytes, place + 4 * $0, 4) }
            let number = Self.number(bytes, place + 24, 8)
            let end = place + Self.headerBytes + counts.reduce(0, +)
            guard end <= bytes.count else { return }
            let path = bytes[place + Self.headerBytes..<end].prefix(counts[0])
            let old = bytes[path.endIndex..<end].prefix(counts[1])
            let name = String(decoding: path, as: UTF8.self)
            if kind == 2 {
                entries[name]?.removeAll { $0.place < number }
            } else {
                let write = UnsyncedWrite(
                    offset: Self.number(bytes, place + 16, 8),
                    sizeBefore: number,
                    old: Array(old),
                    new: kind == 1 ? Array(bytes[old.endIndex..<end]) : nil
                )
                entries[name, default: []].append(Entry(place: place, write: write))
            }
            place = end
        }
    }

    /// The files with writes that no sync has covered, and these writes, oldest first.
    package var unsynced: [String: [UnsyncedWrite]] {
        entries.mapValues { $0.map(\.write) }.filter { !$0.value.isEmpty }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
