// SPDX-License-Identifier: Apache-2.0
import CLinux
import CSystemd
import Glibc
package import SystemSupport

/// A watch that reports whether the machine has a network, at the start and after each change.
///
/// The result is only a hint. It is about the network namespace of the thread that creates the
/// watch.
package final class NetworkWatch: Sendable {
    private let end: EventDescriptor
    private let thread: SystemThread

    /// Starts a watch.
    ///
    /// - Parameter onChange: The callback, whose argument is true if there is a network. It runs on
    ///   the watch's thread, must return quickly, and is not called after ``stop()`` has returned.
    /// - Throws: ``SystemError`` if a socket or the thread cannot be created.
    package init(onChange: @escaping @Sendable (Bool) -> Void) throws(SystemError) {
        let end = try EventDescriptor()
        let loop = NetworkLoop(
            // The socket is opened before the first read, so that no change after the read is
            // missed.
            news: try RouteSocket(),
            end: end,
            onChange: onChange
        )
        self.end = end
        thread = try SystemThread(loop.run)
    }

    /// Stops the watch; returns when the last callback has ended.
    ///
    /// It must be called exactly once, and not by the callback.
    package func stop() {
        end.signal()
        thread.join()
    }
}

private struct NetworkLoop: Sendable {
    let news: RouteSocket
    let end: EventDescriptor
    let onChange: @Sendable (Bool) -> Void

    func run() {
        var settling = NetworkDebounce(now: now)
        while let isNews = wait(until: settling.deadline) {
            if isNews {
                news.drain()
                _ = settling.event(.changed, now: now)
            }
            guard settling.event(.woke, now: now) == .look else { continue }
            let isUp = try? OutsideRoute.isUp()
            if case .tell(let isUp) = settling.event(.looked(isUp: isUp), now: now) {
                onChange(isUp)
            }
        }
    }

    /// Waits for a notification until `deadline`.
    ///
    /// Returns true after a notification, false at the deadline, and `nil` at the end of the watch.
    private func wait(until deadline: Int?) -> Bool? {
        var ready = [news.descriptor, end.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let timeout = deadline.map { Int32(clamping: max(0, $0 - now)) } ?? -1
        if poll(&ready, nfds_t(ready.count), timeout) < 0 { return errno == EINTR ? false : nil }
        return ready[1].revents != 0 ? nil : ready[0].revents != 0
    }

    /// The time on the clock that poll(2) uses, in milliseconds.
    private var now: Int { milliseconds(of: CLOCK_MONOTONIC) }
}
