/// One open connection, for as long as the process lives; numbers are not used again.
package struct ConnectionID: Hashable, Sendable {
    /// The number.
    package let number: UInt64

    /// The connection of that number.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Who is at the other end, as the kernel recorded it at connect.
package struct PeerCredentials: Hashable, Sendable {
    /// The peer's effective user id.
    package let uid: UInt32
    /// The peer's effective group id.
    package let gid: UInt32
    /// The peer's process id.
    package let pid: Int32

    /// Credentials with all their members.
    package init(uid: UInt32, gid: UInt32, pid: Int32) {
        self.uid = uid
        self.gid = gid
        self.pid = pid
    }
}

/// What a handler did with a call.
package enum CallDisposition: Sendable {
    /// Answered, or the answer is on its way in order: the next call may be handed over.
    case next
    /// The answer comes later: nothing more is handed over until ``ServerTransport/proceed(_:)``.
    case wait
    /// The connection belongs to a stream from here on: nothing more is handed over, ever.
    case stream
}

/// The work that a call is, as far as its place among waiting calls depends on it.
package enum CallWeight: Sendable {
    /// A call about one thing: microseconds.
    case light
    /// A call that reads or writes many things: up to some milliseconds.
    case heavy
}

/// What a driver of connections offers to the services above it.
///
/// Driver and handler live on one thread and call each other there alone. Bytes are whole
/// messages, each with its closing NUL.
package protocol ServerTransport: AnyObject {
    /// Queues `bytes` for one connection; nothing happens if it is gone.
    func send(_ bytes: [UInt8], to connection: ConnectionID)
    /// Queues the same `bytes` for each connection, held in memory once.
    func send(_ bytes: [UInt8], toAll connections: [ConnectionID])
    /// Queues `bytes` for one connection, which is not writable until the kernel has all of them.
    ///
    /// A sender of many pages that waits for ``ServerHandler/becameWritable(_:)`` between them takes
    /// up the memory of one.
    func sendPage(_ bytes: [UInt8], to connection: ConnectionID)
    /// Whether the connection takes more without growing its queue past the high-water mark.
    func isWritable(_ connection: ConnectionID) -> Bool
    /// A call answered with ``CallDisposition/wait`` is done; hand over the next one.
    func proceed(_ connection: ConnectionID)
    /// Ends the connection after what is queued, or at once where the peer does not read.
    func close(_ connection: ConnectionID, why: String)
    /// Calls ``ServerHandler/woken()`` once after that many milliseconds; replaces an earlier
    /// request. nil: not at all.
    func wake(afterMilliseconds delay: Int?)
}

extension ServerTransport {
    /// Sends a page like anything else: for transports whose peers take everything at once.
    package func sendPage(_ bytes: [UInt8], to connection: ConnectionID) {
        send(bytes, to: connection)
    }
}

/// What the services offer to the driver of connections.
package protocol ServerHandler: AnyObject {
    /// A connection was accepted. False: refuse it (the peer may not talk to us).
    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Bool
    /// Returns the work that a call is.
    func weight(of call: Call) -> CallWeight
    /// Carries out a well-formed call, in the connection's order.
    ///
    /// The calls of a turn that are left when its time is up come with a later turn. Of a connection
    /// that is gone only calls without an answer are carried out.
    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition
    /// The connection takes more again after ``ServerTransport/isWritable(_:)`` was false.
    func becameWritable(_ connection: ConnectionID)
    /// The connection is gone; every call that it sent was carried out before, or dropped.
    func closed(_ connection: ConnectionID)
    /// The calls of this turn of the loop were handed over: all that had arrived, or as many as its
    /// time allows.
    func turnEnded()
    /// What was sent by the end of the turn is on its way, the answers: time to send to those who
    /// only listen.
    func turnAnswered()
    /// All that was sent is on its way: time for what nobody waits for.
    func turnSent()
    /// The time asked for with ``ServerTransport/wake(afterMilliseconds:)`` has come.
    func woken()
}

extension ServerHandler {
    /// Returns `light`, as most calls are.
    package func weight(of call: Call) -> CallWeight { .light }

    /// Most have told everybody.
    package func turnAnswered() {}

    /// Most have nothing left to do.
    package func turnSent() {}

    /// Ends a turn for a driver that has sent everything as soon as it was asked to.
    package func endTurn() {
        turnEnded()
        turnAnswered()
        turnSent()
    }
}
