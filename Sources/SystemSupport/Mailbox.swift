// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A list to which any thread adds, and from which one takes everything at once.
package final class Mailbox<Element: Sendable>: Sendable {
    private let waiting = Mutex<[Element]>([])

    package init() {}

    package func post(_ element: Element) {
        waiting.withLock { $0.append(element) }
    }

    /// Removes the elements and returns them, oldest first.
    package func take() -> [Element] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
