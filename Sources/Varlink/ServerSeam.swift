// SPDX-License-Identifier: Apache-2.0

/// The identity of a connection, unique for the life of the process.
package struct ConnectionID: Hashable, Sendable {
    package let number: UInt64

    /// Creates the identity with the given number.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The credentials of a peer, as the kernel recorded them when it connected.
package struct PeerCredentials: Hashable, Sendable {
    /// The peer's effective user ID.
    package let uid: UInt32
    /// The peer's effective group ID.
    package let gid: UInt32
    /// The peer's process ID.
    package let pid: Int32

    /// Creates credentials from their members.
    package init(uid: UInt32, gid: UInt32, pid: Int32) {
        self.uid = uid
        self.gid = gid
        self.pid = pid
    }
}

/// The handler's decision about what follows a call.
package enum CallDisposition: Sendable {
    /// The call was answered, or its reply is queued; the next call may be delivered.
    case next
    /// The reply comes later; no call is delivered until ``ServerTransport/proceed(_:)``.
    case wait
    /// The connection is now a stream; no further call is delivered.
    case stream
}

/// The decision about a connection that was just accepted.
package enum Admission: Sendable {
    /// The connection's calls are delivered from now on.
    case admitted
    /// The connection's calls are delivered after ``ServerTransport/proceed(_:)``.
    case later
    /// The peer is not allowed, and the connection is closed.
    case refused
}

/// The weight of a method, which together with the size of the message gives the cost of a call.
package enum CallWeight: Sendable {
    /// A call about a single item, which takes microseconds.
    case light
    /// A call about many items, which takes up to a few milliseconds.
    case heavy
}

/// The functions of a connection driver that the services above it use.
///
/// Driver and handler live on one thread and call each other only there. Bytes are complete
/// messages, each with its closing NUL.
package protocol ServerTransport: AnyObject {
    /// Queues `bytes` for a connection; does nothing if it is closed.
    func send(_ bytes: [UInt8], to connection: ConnectionID)
    /// Queues the same `bytes` for several connections, with only one copy in memory.
    func send(_ bytes: [UInt8], toAll connections: [ConnectionID])
    /// Queues `bytes` for a connection, which is not writable until the kernel has accepted all of
    /// them.
    ///
    /// A sender of many pages that waits for ``ServerHandler/becameWritable(_:)`` in between uses
    /// the memory of only one page.
    func sendPage(_ bytes: [UInt8], to connection: ConnectionID)
    /// Returns true if the connection's queue is below the high-water mark.
    func isWritable(_ connection: ConnectionID) -> Bool
    /// Delivers the next call of a connection.
    ///
    /// Call it when a call answered with ``CallDisposition/wait`` is done, or a connection opened
    /// with ``Admission/later`` is ready.
    func proceed(_ connection: ConnectionID)
    /// Charges a connection for work beyond its calls.
    func worked(for connection: ConnectionID, _ time: Duration)
    /// Closes the connection after its queued output; if the peer does not read, immediately.
    func close(_ connection: ConnectionID, reason: String)
    /// Calls ``ServerHandler/woken()`` once after the given number of milliseconds.
    ///
    /// A new request replaces the previous one; `nil` cancels it.
    func wake(afterMilliseconds delay: Int?)
}

extension ServerTransport {
    /// Sends a page like any other message by default, for transports that never hold back.
    package func sendPage(_ bytes: [UInt8], to connection: ConnectionID) {
        send(bytes, to: connection)
    }

    /// Does nothing by default, for transports that do not share time among connections.
    package func worked(for connection: ConnectionID, _ time: Duration) {}
}

/// The functions of the services that a connection driver calls.
package protocol ServerHandler: AnyObject {
    /// Called when a connection is accepted; decides whether its calls are delivered.
    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Admission
    /// Looks up the method of a call, records it in the call, and returns its weight.
    func weigh(_ call: inout Call) -> CallWeight
    /// Executes a well-formed call; the calls of a connection come in order.
    ///
    /// Calls that exceed the time of a turn follow in a later turn. After a connection is closed,
    /// only its one-way calls are executed.
    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition
    /// Called when a connection is writable again after ``ServerTransport/isWritable(_:)`` was
    /// false.
    func becameWritable(_ connection: ConnectionID)
    /// Called when a connection is closed, after its calls were executed or dropped.
    func closed(_ connection: ConnectionID)
    /// Called after the calls of a turn of the loop were delivered.
    ///
    /// These are all calls that had arrived, or as many as the turn's time allows.
    func turnEnded()
    /// Called after everything from the turn, including the replies, was sent.
    ///
    /// Changes are then sent to subscribers.
    func turnAnswered()
    /// Called after everything was sent, for work that no client waits for.
    func turnSent()
    /// Called at the time requested with ``ServerTransport/wake(afterMilliseconds:)``.
    func woken()
}

extension ServerHandler {
    /// Returns `light` by default, which is right for most calls.
    package func weigh(_ call: inout Call) -> CallWeight { .light }

    /// Does nothing by default, because most handlers have already notified their subscribers.
    package func turnAnswered() {}

    /// Does nothing by default, because most handlers have no work left.
    package func turnSent() {}

    /// Ends a turn for a driver that sends everything immediately.
    package func endTurn() {
        turnEnded()
        turnAnswered()
        turnSent()
    }
}
