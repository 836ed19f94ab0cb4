import CLinux
import Glibc

/// A descriptor that becomes readable once somebody says so, for a thread that waits in poll(2).
final class EventDescriptor: Sendable {
    /// The descriptor, to wait on.
    let descriptor: Int32

    /// One that nobody has signalled.
    init() throws(SystemError) {
        descriptor = try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes it readable, now and for good.
    func signal() {
        eventfd_write(descriptor, 1)
    }
}
