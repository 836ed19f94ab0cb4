import Glibc

/// Tells when somebody may have noted whom a seat is for.
package final class SeatWatch {
    /// Readable when that happened; -1: the system does not tell.
    package let descriptor: Int32

    /// Watches the directory of the players' seats; nil: there is none.
    package init(_ folder: String?) {
        descriptor = folder == nil ? -1 : inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        if let folder { inotify_add_watch(descriptor, folder, UInt32(IN_MODIFY)) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes note of what happened.
    package func drain() {
        var buffer = [UInt8](repeating: 0, count: 4 << 10)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
