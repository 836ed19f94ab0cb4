// SPDX-License-Identifier: Apache-2.0

/// A queue of elements that take turns; each element is in the queue at most once.
struct RoundRobin<Element: Hashable> {
    private var members: Set<Element> = []
    /// The members in the order of their turns.
    private var order: [Element] = []

    var isEmpty: Bool { order.isEmpty }

    mutating func insert(_ element: Element) {
        if members.insert(element).inserted { order.append(element) }
    }

    mutating func remove(_ element: Element) {
        if members.remove(element) != nil { order.removeAll { $0 == element } }
    }

    mutating func next() -> Element? {
        guard !order.isEmpty else { return nil }
        let element = order.removeFirst()
        members.remove(element)
        return element
    }
}
