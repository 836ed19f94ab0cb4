// SPDX-License-Identifier: Apache-2.0

/// The sequence numbers of a log's entries, and the clients that wrote the entries.
struct EntryWriters: Sendable {
    private var numbers: [Int] = []
    private var writers: [Int32] = []
    private var indexes: [String: Int32] = [:]

    /// The sequence number of the newest entry; 0 without entries.
    var end: Int { numbers.last ?? 0 }

    /// Adds an entry, whose number must be greater than all earlier numbers.
    mutating func append(_ number: Int, by client: String) {
        let index = indexes[client] ?? Int32(indexes.count)
        indexes[client] = index
        numbers.append(number)
        writers.append(index)
    }

    /// Returns the place at which the client's own entries directly after `place` end.
    func ownEnd(of client: String, after place: Int) -> Int {
        let own = indexes[client]
        let first = numbers.firstIndex(after: place)
        guard let other = (first..<numbers.count).first(where: { writers[$0] != own }) else {
            return max(place, end)
        }
        return max(place, numbers[other] - 1)
    }
}

extension [Int] {
    /// Returns the index of the first element greater than `number`; the elements must be sorted.
    func firstIndex(after number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > number { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
