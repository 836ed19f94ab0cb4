// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// An event that wakes a thread in poll(2).
package final class EventDescriptor: Sendable {
    /// The descriptor, which is readable after ``signal()`` until ``clear()``.
    package let descriptor: Int32

    package init() throws(SystemError) {
        descriptor = try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
    }

    deinit {
        close(descriptor)
    }

    package func signal() {
        eventfd_write(descriptor, 1)
    }

    package func clear() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
