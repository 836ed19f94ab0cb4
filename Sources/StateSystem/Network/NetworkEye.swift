import Glibc
import Synchronization

/// Looks at the kernel's tables of links, addresses and routes.
package final class NetworkEye: Sendable {
    private let socket: RouteSocket
    private let lastNumber = Mutex<UInt32>(0)

    /// Opens a socket to the tables.
    ///
    /// - Throws: ``SystemError`` where there is none to be had.
    package init() throws(SystemError) {
        socket = try RouteSocket(hearsChanges: false)
    }

    /// Reads all three tables; from one thread at a time.
    ///
    /// - Throws: ``SystemError`` where they can't be read, or change all the while.
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

    /// Reads one table; answers whether it was the same all the while.
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
