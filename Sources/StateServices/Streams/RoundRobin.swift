// SPDX-License-Identifier: Apache-2.0

/// A queue of elements that take turns, each waiting at most once.
struct RoundRobin<Element: Hashable> {
    /// The waiting elements, with the numbers of their entries.
    private var members: [Element: Int] = [:]
    /// The order of the turns; an entry with an outdated number is skipped.
    private var order: [(number: Int, element: Element)] = []
    private var first = 0
    private var last = 0

    /// True if no element is waiting.
    var isEmpty: Bool { members.isEmpty }

    /// Appends an element, unless it is already waiting.
    mutating func insert(_ element: Element) {
        guard members[element] == nil else { return }
        last += 1
        members[element] = last
        order.append((last, element))
    }

    mutating func remove(_ element: Element) {
        members[element] = nil
    }

    /// Removes and returns the element whose turn it is; `nil` if none waits.
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
