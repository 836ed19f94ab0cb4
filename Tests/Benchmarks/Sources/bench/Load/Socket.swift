// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A non-blocking connection with its unsent bytes.
final class Socket {
    /// The descriptor.
    let descriptor: Int32
    private var outgoing: [UInt8] = []
    private var sent = 0

    /// Connects to the server at `path`; `nil` if there is none.
    init?(to path: String) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// True while bytes wait to be sent.
    var isSending: Bool { sent < outgoing.count }

    /// Lets `body` append bytes, and sends as many as the socket accepts.
    func send(_ body: (inout [UInt8]) -> Void) throws(Gone) {
        body(&outgoing)
        try flush()
    }

    /// Sends as many waiting bytes as the socket accepts.
    func flush() throws(Gone) {
        while isSending {
            let count = outgoing.withUnsafeBytes { bytes in
                Glibc.send(
                    descriptor,
                    bytes.baseAddress.map { $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw Gone() }
            sent += count
        }
        outgoing.removeAll(keepingCapacity: true)
        sent = 0
    }

    /// Calls `body` with the received bytes, at most `room` at a time, until there are none left.
    ///
    /// - Returns: the number of bytes.
    @discardableResult
    func receive(
        into room: UnsafeMutableRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int {
        var total = 0
        while true {
            let count = recv(descriptor, room.baseAddress, room.count, 0)
            if count < 0, errno == EAGAIN { return total }
            guard count > 0 else { throw Gone() }
            total += count
            try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
            if count < room.count { return total }
        }
    }

    /// An error that reports that the server closed the connection.
    struct Gone: Error, CustomStringConvertible {
        /// The error, for people.
        let description = "the server closed a connection"
    }
}
