// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization
package import SystemSupport

/// A reader of the kernel's tables of links, addresses and routes.
package final class NetworkEye: Sendable {
    private let socket: RouteSocket
    private let lastNumber = Mutex<UInt32>(0)

    /// Creates a reader with a socket to the tables.
    ///
    /// - Throws: ``SystemError`` if none is available.
    package init() throws(SystemError) {
        socket = try RouteSocket(hearsChanges: false)
    }

    /// Reads all three tables; only one thread at a time may call it.
    ///
    /// - Throws: ``SystemError`` if they cannot be read, or change during each attempt.
    package func look() throws(SystemError) -> NetworkPicture {
        for _ in 0..<Self.attempts {
            var picture = NetworkPicture()
            var isWhole = true
            for table in RouteSocket.Table.allCases {
                isWhole = try read(table, into: &picture) && isWhole
            }
            if isWhole { return picture }
        }
        throw SystemError("read network tables", code: EAGAIN)
    }

    /// Reads one table; returns true if it did not change during the read.
    private func read(
        _ table: RouteSocket.Table,
        into picture: inout NetworkPicture
    ) throws(SystemError) -> Bool {
        let number = lastNumber.withLock { number in
            number &+= 1
            return number
        }
        try socket.request(table, sequence: number)
        var isWhole = true
        while true {
            let datagram = try socket.receive()
            guard let messages = RouteMessage.messages(in: datagram, answering: number) else {
                throw SystemError("read network tables", code: EBADMSG)
            }
            for message in messages {
                picture.add(message)
                switch message {
                case .done: return isWhole
                case .refused(let code): throw SystemError("read network tables", code: code)
                case .interrupted: isWhole = false
                case .link, .address, .defaultRoute: break
                }
            }
        }
    }

    private static let attempts = 5
}
