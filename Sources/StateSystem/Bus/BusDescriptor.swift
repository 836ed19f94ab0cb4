// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// A file descriptor from a message, which is closed by ``close()`` or when the object is released.
package final class BusDescriptor: Sendable, Equatable {
    private let open: Mutex<Int32?>

    /// Creates the owner of a descriptor.
    package init(_ number: Int32) {
        open = Mutex(number)
    }

    deinit {
        close()
    }

    /// The descriptor; `nil` if it is closed.
    package var number: Int32? { open.withLock(\.self) }

    /// Closes the descriptor, if it is still open.
    package func close() {
        open.withLock { number in
            if let open = number.take() { Glibc.close(open) }
        }
    }

    /// Returns true if both are the same object.
    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool {
        one === other
    }
}
