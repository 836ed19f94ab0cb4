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

    /// The time without a change after which a burst of changes has ended, in milliseconds.
    private static let quiet = 100
    /// The longest time between a change, or a read that failed, and the next read, in
    /// milliseconds.
    private static let longestWait = 1_000

    func run() {
        var reported: Bool?
        var isUp: Bool?
        repeat {
            isUp = try? OutsideRoute.isUp()
            if let isUp, isUp != reported {
                reported = isUp
                onChange(isUp)
            }
        } while settles(within: isUp == nil ? Self.longestWait : nil)
    }

    /// Waits for a burst of changes and for its end; returns false at the end of the watch.
    ///
    /// Returns true without a change after `milliseconds`.
    private func settles(within milliseconds: Int?) -> Bool {
        var isNews = wait(milliseconds)
        let latest = now + Self.longestWait
        while isNews == true, now < latest { isNews = wait(min(Self.quiet, latest - now)) }
        return isNews != nil
    }

    /// Waits for a notification, at most for `milliseconds`.
    ///
    /// Returns true after a notification, false after that time, and `nil` at the end of the watch.
    private func wait(_ milliseconds: Int?) -> Bool? {
        var ready = [news.descriptor, end.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
        if poll(&ready, nfds_t(ready.count), timeout) < 0 { return errno == EINTR ? false : nil }
        guard ready[1].revents == 0 else { return nil }
        guard ready[0].revents != 0 else { return false }
        news.drain()
        return true
    }

    /// The time on the clock that poll(2) uses, in milliseconds.
    private var now: Int { milliseconds(of: CLOCK_MONOTONIC) }
}
