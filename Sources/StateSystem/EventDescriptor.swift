import CLinux
import Glibc

/// A descriptor that becomes readable when signalled, for a thread that waits in poll(2).
final class EventDescriptor: Sendable {
    /// The descriptor, to wait on.
    let descriptor: Int32

    /// Creates a descriptor that is not signalled.
    init() throws(SystemError) {
        descriptor = try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable, permanently.
    func signal() {
        eventfd_write(descriptor, 1)
    }
}
