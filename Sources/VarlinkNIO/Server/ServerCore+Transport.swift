// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Varlink

extension ServerCore: ServerTransport {
    func send(_ bytes: [UInt8], to connection: ConnectionID) {
        connections[connection.number]?.send(bytes)
    }

    func send(_ bytes: [UInt8], toAll connections: [ConnectionID]) {
        let (shared, messages) = bytes.withUnsafeBytes { bytes in
            // The buffer is written from memory. An array would be copied byte by byte.
            var shared = ByteBufferAllocator().buffer(capacity: bytes.count)
            shared.writeBytes(bytes)
            return (shared, countNULs(bytes))
        }
        for id in connections {
            self.connections[id.number]?.send(shared: shared, messages: messages)
        }
    }

    func sendPage(_ bytes: [UInt8], to connection: ConnectionID) {
        connections[connection.number]?.sendPage(bytes)
    }

    func isWritable(_ connection: ConnectionID) -> Bool {
        connections[connection.number]?.isWritable ?? false
    }

    func proceed(_ connection: ConnectionID) {
        connections[connection.number]?.proceed()
    }

    /// Charges a connection's process for time during which other connections had to wait.
    func charge(for connection: ConnectionID, _ time: Duration) {
        guard let peer = connections[connection.number]?.peer else { return }
        faults.served(peer, for: time)
    }

    func close(_ connection: ConnectionID, reason: String) {
        connections[connection.number]?.end(reason: reason, waitsForOutput: false)
    }
}

extension EventLoop {
    /// The time of the loop since an arbitrary fixed point.
    var elapsed: Duration { .nanoseconds(Int64(now.uptimeNanoseconds)) }
}
