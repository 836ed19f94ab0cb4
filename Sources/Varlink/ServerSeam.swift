// SPDX-License-Identifier: Apache-2.0

/// The identity of a connection, which is unique until the process ends.
package struct ConnectionID: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The credentials of a peer, with effective IDs, as they were when the peer connected.
package struct PeerCredentials: Hashable, Sendable {
    package let uid: UInt32
    package let pid: Int32

    package init(uid: UInt32, pid: Int32) {
        self.uid = uid
        self.pid = pid
    }
}

package enum CallDisposition: Sendable {
    /// The call is done, or its reply will follow in order; the next call can be delivered.
    case next
    /// The handler will answer later; no call is delivered until ``ServerTransport/proceed(_:)``.
    case wait
    /// The connection has become a stream; no further call is delivered.
    case stream
}

package enum Admission: Sendable {
    case admitted
    /// The calls of the connection are delivered after ``ServerTransport/proceed(_:)``.
    case later
    case refused
}

/// The weight of a method; the cost of a call depends on it and on the size of the message.
package enum CallWeight: Sendable {
    /// A call that takes microseconds, such as one that saves, reads or appends one value.
    case light
    /// A call that can take up to a few milliseconds, such as a list or a batch.
    case heavy
}

/// The functions that a driver of connections provides to the services.
///
/// The driver and the handler belong to one thread, on which they call each other. All bytes are
/// complete messages, each of which ends with a NUL.
package protocol ServerTransport: AnyObject {
    /// Queues messages for a connection; does nothing if the connection is closed.
    func send(_ bytes: [UInt8], to connection: ConnectionID)
    /// Queues the same messages for several connections, with only one copy in memory.
    func send(_ bytes: [UInt8], toAll connections: [ConnectionID])
    /// Queues messages for a connection, which is not writable until the kernel has all of them.
    ///
    /// A handler that sends many pages, and waits for ``ServerHandler/becameWritable(_:)`` after
    /// each page, needs the memory of only one page.
    func sendPage(_ bytes: [UInt8], to connection: ConnectionID)
    /// Returns true if the connection is open and not full, and the kernel has all its pages.
    func isWritable(_ connection: ConnectionID) -> Bool
    /// Allows the delivery of the next call of a connection.
    ///
    /// The handler calls this function when a call with the disposition ``CallDisposition/wait`` is
    /// done, or a connection with the admission ``Admission/later`` is ready.
    func proceed(_ connection: ConnectionID)
    /// Charges a connection for work that was done outside of its calls.
    func charge(for connection: ConnectionID, _ time: Duration)
    /// Closes a connection after its output was sent, or immediately if the connection is full.
    func close(_ connection: ConnectionID, reason: String)
    /// Calls ``ServerHandler/woken()`` once, after the given number of milliseconds.
    ///
    /// A new request replaces the previous one; `nil` cancels it.
    func wake(afterMilliseconds delay: Int?)
}

/// The functions that the services provide to a driver of connections.
package protocol ServerHandler: AnyObject {
    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Admission
    /// Looks up the method of a call, records it in the call, and returns its weight.
    func weigh(_ call: inout Call) -> CallWeight
    /// Executes a well-formed call.
    ///
    /// The calls of a connection are executed in order. If the time of a turn is used up, the
    /// remaining calls wait for a later turn. After a peer has disconnected, only its one-way calls
    /// are executed.
    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition
    /// Handles a connection that is writable again, after ``ServerTransport/isWritable(_:)`` has
    /// returned false.
    func becameWritable(_ connection: ConnectionID)
    /// Handles a connection that is closed, after its calls were executed or discarded.
    func closed(_ connection: ConnectionID)
    /// Completes a turn of the loop, after its calls were executed.
    ///
    /// A turn executes the calls that have arrived, or as many of them as its time allows.
    func turnEnded()
    /// Sends changes to subscribers, after the replies of the turn were sent.
    func turnAnswered()
    /// Does work for which no client waits, after everything was sent.
    func turnSent()
    /// Does the work that is due at the time requested by
    /// ``ServerTransport/wake(afterMilliseconds:)``.
    func woken()
}

extension ServerHandler {
    package func weigh(_ call: inout Call) -> CallWeight { .light }

    package func turnAnswered() {}

    package func turnSent() {}

    /// Completes a turn, for a driver that sends everything immediately.
    package func endTurn() {
        turnEnded()
        turnAnswered()
        turnSent()
    }
}
