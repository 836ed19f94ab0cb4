// SPDX-License-Identifier: Apache-2.0
import CrashModel
import CrashSystem
import Glibc

/// A client with a connection: a writer or a subscriber.
protocol Participant: AnyObject {
    /// The connection, while there is one.
    var link: Link? { get set }
    /// Returns true if it reads arrived bytes at the given time, in milliseconds since 1970.
    func reads(at now: Int) -> Bool
    /// The approximate number of bytes that it reads at a time.
    var appetite: Int { get }
    /// True if it never reads replies that are unread when its connection ends.
    var isCareless: Bool { get }
    /// Handles the bytes that have arrived; the connection may be closed.
    func received(now: Int) throws
    /// Makes the calls that are due.
    func speak(now: Int)
}

/// An error that reports an interruption, such as Ctrl-C.
struct Interrupted: Error {}

/// Returns the wall-clock time, in milliseconds since 1970.
func wallClock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// The harness that lets all participants send and receive on a single thread.
struct CrashHarness {
    /// The participants.
    let participants: [any Participant]
    /// The timeout of one poll of the sockets, in milliseconds.
    private static let pollTimeoutMilliseconds = 10

    /// Runs the participants until a condition holds.
    ///
    /// - Parameters:
    /// - what: the condition, for people.
    /// - limit: the timeout in milliseconds, after which it is a violation if the condition does
    ///   not hold.
    /// - isDone: the condition.
    /// - Throws: a violation that a participant found, or that the condition does not hold in time.
    func run(until what: String, within limit: Int = 60_000, _ isDone: () -> Bool) throws {
        let deadline = wallClock() + limit
        while !isDone() {
            if crash_interruptions() > 0 { throw Interrupted() }
            let now = wallClock()
            guard now < deadline else {
                throw Violation("\(what): not within \(limit / 1_000) s")
            }
            try step(now: now)
        }
    }

    private func step(now: Int) throws {
        for participant in participants { participant.speak(now: now) }
        for participant in participants { participant.link?.flush() }
        let linked = participants.filter { $0.link?.isOpen == true }
        var polled = linked.map { participant in
            let sending = participant.link?.isSending == true
            let events = (participant.reads(at: now) ? POLLIN : 0) | (sending ? POLLOUT : 0)
            return pollfd(
                fd: participant.link?.descriptor ?? -1,
                events: Int16(events),
                revents: 0
            )
        }
        poll(&polled, nfds_t(polled.count), Int32(Self.pollTimeoutMilliseconds))
        for (participant, look) in zip(linked, polled) where look.revents & Int16(POLLIN) != 0 {
            participant.link?.receive(atMost: participant.appetite)
            try participant.received(now: wallClock())
        }
    }

    /// Reads the replies that a dead daemon has left in the sockets, and closes the connections.
    ///
    /// All these replies have arrived by now. A socket that the kernel has not closed yet delivers
    /// nothing more, and is not waited for.
    func hangUp() throws {
        for participant in participants {
            while !participant.isCareless, let link = participant.link, link.receive() {
                try participant.received(now: wallClock())
            }
            participant.link = nil
        }
    }
}
