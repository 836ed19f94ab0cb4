// SPDX-License-Identifier: Apache-2.0

/// A queue of elements that take turns; each element is in the queue at most once.
struct RoundRobin<Element: Hashable> {
    /// The waiting elements, with the number of each element's entry in `order`.
    private var members: [Element: Int] = [:]
    /// The entries in the order of their turns; entries with outdated numbers are skipped.
    private var order: [(number: Int, element: Element)] = []
    private var first = 0
    private var last = 0

    var isEmpty: Bool { members.isEmpty }

    mutating func insert(_ element: Element) {
        guard members[element] == nil else { return }
        last += 1
        members[element] = last
        order.append((last, element))
    }

    mutating func remove(_ element: Element) {
        members[element] = nil
    }

    mutating func next() -> Element? {
        while first < order.count {
            let (number, element) = order[first]
            first += 1
            if first > 64, first > order.count / 2 {
                order.removeFirst(first)
                first = 0
            }
            guard members[element] == number else { continue }
            members[element] = nil
            return element
        }
        order = []
        first = 0
        return nil
    }
}
