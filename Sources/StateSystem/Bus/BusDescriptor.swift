// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// A file descriptor that arrived in a message.
///
/// It is closed by ``close()``, or when the object is released.
package final class BusDescriptor: Sendable, Equatable {
    private let open: Mutex<Int32?>

    package init(_ number: Int32) {
        open = Mutex(number)
    }

    deinit {
        close()
    }

    package var number: Int32? { open.withLock(\.self) }

    package func close() {
        open.withLock { number in
            if let open = number.take() { Glibc.close(open) }
        }
    }

    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool {
        one === other
    }
}
