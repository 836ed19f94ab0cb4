import CrashModel
import CrashSystem
import Glibc

/// Somebody with a connection: a writer or a subscriber.
protocol Participant: AnyObject {
    /// Its connection, while there is one.
    var link: Link? { get set }
    /// Whether it reads what arrives, at that time in milliseconds since 1970.
    func reads(at now: Int) -> Bool
    /// How many bytes it reads at a time, about.
    var appetite: Int { get }
    /// Whether it never sees what waits when its connection ends.
    var isCareless: Bool { get }
    /// Something arrived and was taken in; the connection may be over.
    func received(now: Int) throws
    /// Says what there is to say.
    func speak(now: Int)
}

/// Somebody pressed Ctrl-C, or the like.
struct Interrupted: Error {}

/// The wall clock, in milliseconds since 1970.
func wallClock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// Lets everybody speak and listen, on this one thread.
struct Stage {
    /// Who takes part.
    let participants: [any Participant]
    /// How long one look at the sockets waits for something to happen, in milliseconds.
    private static let patience = 10

    /// Goes on until something holds.
    ///
    /// - Parameters:
    ///   - what: what is waited for, for people.
    ///   - limit: milliseconds after which it is a violation that it does not hold.
    ///   - isDone: whether it holds.
    /// - Throws: a violation that somebody found, or that it does not hold in time.
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
        poll(&polled, nfds_t(polled.count), Int32(Self.patience))
        for (participant, look) in zip(linked, polled) where look.revents & Int16(POLLIN) != 0 {
            participant.link?.receive(atMost: participant.appetite)
            try participant.received(now: wallClock())
        }
    }

    /// Reads what a daemon that is gone has left in the sockets, and hangs up.
    ///
    /// All of that is there by now. A socket that the kernel has not taken down yet says nothing more, and
    /// is not waited for.
    func hangUp() throws {
        for participant in participants {
            while !participant.isCareless, let link = participant.link, link.receive() {
                try participant.received(now: wallClock())
            }
            participant.link = nil
        }
    }
}
