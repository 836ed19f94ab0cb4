// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A blocking TCP socket with short timeouts.
struct TCPSocket: ~Copyable {
    /// A failed system call.
    struct Failure: Error, CustomStringConvertible {
        /// The operation that failed.
        let what: String
        /// The system's error number.
        let code: Int32

        /// The operation and the system's text for the error.
        var description: String { "\(what): \(String(cString: strerror(code)))" }
    }

    /// The timeout of each step, in seconds.
    private static let timeoutSeconds = 3
    private static let longest = 1 << 28
    private let descriptor: Int32

    /// Creates a socket that owns a descriptor.
    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var timeout = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    }

    deinit {
        close(descriptor)
    }

    private static func open() throws(Failure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Failure(what: "socket", code: errno) }
        return descriptor
    }

    /// Connects to the server at an address.
    static func connected(to host: String, port: UInt16) throws(Failure) -> TCPSocket {
        let socket = TCPSocket(try open())
        let descriptor = socket.descriptor
        let result = withAddress(host, port) { connect(descriptor, $0, $1) }
        guard result == 0 else { throw Failure(what: "\(host):\(port)", code: errno) }
        return socket
    }

    /// Listens on all addresses of this machine.
    static func listening(port: UInt16) throws(Failure) -> TCPSocket {
        let socket = TCPSocket(try open())
        let descriptor = socket.descriptor
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let result = withAddress("0.0.0.0", port) { bind(descriptor, $0, $1) }
        guard result == 0, listen(descriptor, 64) == 0 else {
            throw Failure(what: "listen on \(port)", code: errno)
        }
        return socket
    }

    /// The port of the socket.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next connection; returns `nil` after a timeout.
    borrowing func accepted() -> TCPSocket? {
        let peer = accept(descriptor, nil, nil)
        return peer >= 0 ? TCPSocket(peer) : nil
    }

    /// Sends a message preceded by its length.
    borrowing func send(_ message: [UInt8]) throws(Failure) {
        var writer = TCPWriter()
        writer.blob(message)
        var rest = writer.bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(what: "send", code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives the next message.
    borrowing func receive() throws(Failure) -> [UInt8] {
        var head = TCPReader(try receive(8))
        guard let count = try? head.number(), (0...Self.longest).contains(count) else {
            throw Failure(what: "receive", code: EPROTO)
        }
        return try receive(count)
    }

    private borrowing func receive(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var place = 0
        while place < count {
            let descriptor = descriptor
            let got = bytes[place...].withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            guard got > 0 else { throw Failure(what: "receive", code: got < 0 ? errno : EPIPE) }
            place += got
        }
        return bytes
    }

    private static func withAddress(
        _ host: String,
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
