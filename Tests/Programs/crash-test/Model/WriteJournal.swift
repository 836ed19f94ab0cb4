// SPDX-License-Identifier: Apache-2.0

/// A write to a file that was not yet on stable storage at a power cut.
package struct UnsyncedWrite: Sendable, Equatable {
    /// The offset in the file.
    package var offset: Int
    /// The size of the file before the write, in bytes.
    package var sizeBefore: Int
    /// The bytes before the write.
    package var old: [UInt8]
    /// The new bytes; `nil` if the file was truncated at the offset.
    package var new: [UInt8]?

    /// Creates a write from its members.
    package init(offset: Int, sizeBefore: Int, old: [UInt8], new: [UInt8]?) {
        self.offset = offset
        self.sizeBefore = sizeBefore
        self.old = old
        self.new = new
    }
}

/// The journal of a daemon's writes and syncs, kept by the preloaded library; see `crash_faults.h`.
package struct WriteJournal {
    private struct Entry {
        /// The offset of the entry in the journal.
        let place: Int
        let write: UnsyncedWrite
    }

    private static let headerBytes = 32
    private var entries: [String: [Entry]] = [:]

    /// Parses a journal; ignores a last record that the end of the process truncated.
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

    /// The files with unsynced writes, and these writes, oldest first.
    package var unsynced: [String: [UnsyncedWrite]] {
        entries.mapValues { $0.map(\.write) }.filter { !$0.value.isEmpty }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
