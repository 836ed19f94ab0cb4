// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// A transport that keeps what is sent, for services without sockets.
package final class FakeTransport: ServerTransport {
    /// What each connection was sent and has not taken yet, whole messages without their NUL.
    package private(set) var inboxes: [ConnectionID: [[UInt8]]] = [:]
    /// The connections that take no more for now.
    package var unwritable: Set<ConnectionID> = []
    /// The connections that were closed from this side.
    package private(set) var closed: Set<ConnectionID> = []
    /// The time by which the handler is to be woken, in milliseconds; a test may give its clock.
    package var time: () -> Int = { 0 }
    /// When the handler wants to be woken, by ``time``; nil: not at all.
    package private(set) var wakeAt: Int?
    /// How often a connection's next call was asked for.
    package private(set) var proceeded: [ConnectionID: Int] = [:]

    /// How long jobs worked for a connection.
    package private(set) var worked: [ConnectionID: Duration] = [:]

    /// A transport without connections.
    package init() {}

    package func send(_ bytes: [UInt8], to connection: ConnectionID) {
        for message in bytes.split(separator: 0) {
            inboxes[connection, default: []].append(Array(message))
        }
    }

    package func send(_ bytes: [UInt8], toAll connections: [ConnectionID]) {
        for connection in connections { send(bytes, to: connection) }
    }

    package func sendPage(_ bytes: [UInt8], to connection: ConnectionID) {
        send(bytes, to: connection)
    }

    package func isWritable(_ connection: ConnectionID) -> Bool {
        !unwritable.contains(connection)
    }

    package func proceed(_ connection: ConnectionID) {
        proceeded[connection, default: 0] += 1
    }

    package func charge(for connection: ConnectionID, _ time: Duration) {
        worked[connection, default: .zero] += time
    }

    package func close(_ connection: ConnectionID, reason: String) {
        closed.insert(connection)
    }

    package func wake(afterMilliseconds delay: Int?) {
        wakeAt = delay.map { time() + $0 }
    }

    /// Takes what a connection was sent.
    package func take(_ connection: ConnectionID) -> [[UInt8]] {
        defer { inboxes[connection] = [] }
        return inboxes[connection] ?? []
    }
}
