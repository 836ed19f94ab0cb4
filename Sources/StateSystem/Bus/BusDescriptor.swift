import Glibc
import Synchronization

/// A file descriptor that came in a message; closed when nobody holds it any more, or before.
package final class BusDescriptor: Sendable, Equatable {
    private let open: Mutex<Int32?>

    /// Takes over a descriptor.
    package init(_ number: Int32) {
        open = Mutex(number)
    }

    deinit {
        close()
    }

    /// The descriptor; nil: it is closed.
    package var number: Int32? { open.withLock(\.self) }

    /// Closes it, if that is not done yet.
    package func close() {
        open.withLock { number in
            if let open = number.take() { Glibc.close(open) }
        }
    }

    /// One descriptor is another only if it is the same object.
    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool {
        one === other
    }
}
