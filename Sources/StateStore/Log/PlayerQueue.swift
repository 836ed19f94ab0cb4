// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import Synchronization

/// The items that follow a player's current item, in order.
///
/// A player removes items one by one from a queue that may have thousands. All versions of a queue
/// therefore share the array of items and a lazily built table of their positions. Each version has
/// only a set of the removed positions.
struct PlayerQueue: Sendable {
    private final class Places: Sendable {
        let byName: [ExactString: [Int]]

        init(of items: [String]) {
            var byName: [ExactString: [Int]] = [:]
            byName.reserveCapacity(items.count)
            for (place, item) in items.enumerated() {
                byName[ExactString(item), default: []].append(place)
            }
            self.byName = byName
        }
    }

    private final class List: Sendable {
        let items: [String]
        private let made = AtomicLazyReference<Places>()

        init(_ items: [String]) {
            self.items = items
        }

        func places(of item: String) -> [Int] {
            let places = made.load() ?? made.storeIfNil(Places(of: items))
            return places.byName[ExactString(item)] ?? []
        }
    }

    private let list: List
    /// One bit for each position, set if its item was removed; empty if no item was removed.
    private var taken: [UInt64] = []
    /// A position before which all items have been removed.
    private var first = 0
    private(set) var count: Int

    init(_ items: [String]) {
        list = List(items)
        count = items.count
    }

    var items: [String] {
        guard count < list.items.count else { return list.items }
        var items: [String] = []
        items.reserveCapacity(count)
        for place in first..<list.items.count where !isTaken(place) {
            items.append(list.items[place])
        }
        return items
    }

    /// Removes all occurrences of an item; returns true if there was one.
    mutating func remove(_ item: String) -> Bool {
        let before = count
        guard before > 0 else { return false }
        for place in list.places(of: item) where !isTaken(place) { take(place) }
        return count < before
    }

    mutating func removeFirst() -> String? {
        guard count > 0 else { return nil }
        while isTaken(first) { first += 1 }
        take(first)
        first += 1
        return list.items[first - 1]
    }

    private func isTaken(_ place: Int) -> Bool {
        !taken.isEmpty && taken[place / 64] & 1 << UInt64(place % 64) != 0
    }

    private mutating func take(_ place: Int) {
        if taken.isEmpty { taken = Array(repeating: 0, count: list.items.count / 64 + 1) }
        taken[place / 64] |= 1 << UInt64(place % 64)
        count -= 1
    }
}

extension PlayerQueue: Equatable {
    static func == (one: PlayerQueue, other: PlayerQueue) -> Bool {
        guard one.count == other.count else { return false }
        if one.list === other.list, one.taken == other.taken { return true }
        return one.items == other.items
    }
}
