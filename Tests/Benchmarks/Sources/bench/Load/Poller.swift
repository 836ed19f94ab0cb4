import CEpoll
import Glibc

/// Which sockets have something to say; level-triggered, on the caller's thread.
final class Poller {
    private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    private var events = [epoll_event](repeating: epoll_event(), count: 1_024)
    private var writing: Set<Int> = []

    deinit {
        close(descriptor)
    }

    /// Watches a socket, known as `number`.
    func add(_ socket: Socket, as number: Int) {
        var event = epoll_event(
            events: EPOLLIN.rawValue,
            data: epoll_data_t(u64: UInt64(number))
        )
        epoll_ctl(descriptor, EPOLL_CTL_ADD, socket.descriptor, &event)
    }

    /// Watches whether the socket takes more, as long as something waits.
    func update(_ socket: Socket, as number: Int) {
        guard socket.isSending != writing.contains(number) else { return }
        if socket.isSending { writing.insert(number) } else { writing.remove(number) }
        var event = epoll_event(
            events: EPOLLIN.rawValue | (socket.isSending ? EPOLLOUT.rawValue : 0),
            data: epoll_data_t(u64: UInt64(number))
        )
        epoll_ctl(descriptor, EPOLL_CTL_MOD, socket.descriptor, &event)
    }

    /// Waits, and calls `body` with each number that is ready, and whether to read or to write.
    ///
    /// - Parameters:
    ///   - patience: how long to wait at most, in milliseconds.
    ///   - body: what is done about each.
    /// - Throws: what `body` throws.
    func wait(
        patience: Int32,
        _ body: (_ number: Int, _ reads: Bool, _ writes: Bool) throws -> Void
    ) throws {
        let count = epoll_wait(descriptor, &events, Int32(events.count), patience)
        guard count > 0 else { return }
        for event in events[..<Int(count)] {
            let number = Int(event.data.u64)
            try body(
                number,
                event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0,
                event.events & EPOLLOUT.rawValue != 0
            )
        }
    }
}

/// The monotonic clock, in nanoseconds.
func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
