// SPDX-License-Identifier: Apache-2.0

/// A binary heap that returns its smallest element first.
package struct Heap<Element: Comparable> {
    /// All elements, in the heap's order.
    package private(set) var elements: [Element] = []

    /// Creates an empty heap.
    package init() {}

    /// The smallest element.
    package var first: Element? { elements.first }

    /// Adds an element.
    package mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the smallest element.
    package mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        siftDown()
        return first
    }

    /// Replaces the smallest element; there must be one.
    package mutating func replaceFirst(with element: Element) {
        elements[0] = element
        siftDown()
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            let right = left + 1
            guard left < elements.count else { return }
            let child =
                right < elements.count && elements[right] < elements[left] ? right : left
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            parent = child
        }
    }
}

extension Heap: Sendable where Element: Sendable {}
