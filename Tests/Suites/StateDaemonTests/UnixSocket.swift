// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The other side of the daemon's sockets, without any of our own code in between.
struct UnixSocket: ~Copyable {
    private let descriptor: Int32

    /// A service manager's socket for notices.
    init(bound path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        Self.with(path) { _ = bind(descriptor, $0, $1) }
    }

    /// A client's connection; it waits until somebody listens.
    init(connected path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var isConnected = false
        while !isConnected {
            Self.with(path) { isConnected = connect(descriptor, $0, $1) == 0 }
            if !isConnected { sched_yield() }
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends a Varlink message.
    func send(_ message: String) {
        var bytes = Array(message.utf8) + [0]
        while !bytes.isEmpty {
            let count = write(descriptor, bytes, bytes.count)
            if count <= 0 { return }
            bytes.removeFirst(count)
        }
    }

    /// What comes next: a datagram, or what has arrived of a stream; empty: the end, or nothing
    /// came for a minute.
    func receive() -> String {
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
