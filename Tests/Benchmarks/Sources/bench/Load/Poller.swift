// SPDX-License-Identifier: Apache-2.0
import CEpoll
import Glibc

/// A level-triggered poller of sockets, used on the caller's thread.
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

    /// Watches if the socket accepts more bytes while some wait to be sent.
    func update(_ socket: Socket, as number: Int) {
        guard socket.isSending != writing.contains(number) else { return }
        if socket.isSending { writing.insert(number) } else { writing.remove(number) }
        var event = epoll_event(
            events: EPOLLIN.rawValue | (socket.isSending ? EPOLLOUT.rawValue : 0),
            data: epoll_data_t(u64: UInt64(number))
        )
        epoll_ctl(descriptor, EPOLL_CTL_MOD, socket.descriptor, &event)
    }

    /// Waits, and calls `body` for each ready socket: its number, if it can be read, if it can be
    /// written.
    ///
    /// - Parameters:
    /// - timeoutMilliseconds: the timeout, in milliseconds.
    /// - body: the function to call for each socket.
    /// - Throws: the errors of `body`.
    func wait(
        timeoutMilliseconds: Int32,
        _ body: (_ number: Int, _ reads: Bool, _ writes: Bool) throws -> Void
    ) throws {
        let count = epoll_wait(descriptor, &events, Int32(events.count), timeoutMilliseconds)
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

/// Returns the monotonic time, in nanoseconds.
func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
