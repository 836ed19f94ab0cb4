// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A descriptor that is readable after a signal, for a thread that waits in poll(2).
package final class EventDescriptor: Sendable {
    /// The descriptor to wait for.
    package let descriptor: Int32

    /// Creates a descriptor that is not readable.
    package init() throws(SystemError) {
        descriptor = try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable until ``clear()`` is called.
    package func signal() {
        eventfd_write(descriptor, 1)
    }

    /// Makes the descriptor not readable until ``signal()`` is called again.
    package func clear() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
