// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import SystemSupport

/// A blocking Unix stream socket whose waits time out.
package final class ClientSocket {
    /// The timeout of a test's waits, in seconds.
    package static let timeoutSeconds = DaemonProgram.timeoutSeconds

    /// The descriptor, valid while this object exists.
    package let descriptor: Int32

    /// Connects to the server that listens on a path.
    package init(_ path: String) throws(SystemError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw SystemError("socket", code: errno) }
        var timeout = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        let connected = withAddress(of: path) { connect(descriptor, $0, $1) }
        // All properties are set, so if this throws, `deinit` closes the descriptor.
        guard connected == 0 else { throw SystemError("connect to \(path)", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends all bytes.
    package func send(_ bytes: some Collection<UInt8>) throws(SystemError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError("send", code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends as many bytes as the socket accepts at once, and returns their number.
    package func sendSome(_ bytes: [UInt8]) -> Int {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        return max(0, Glibc.send(descriptor, bytes, bytes.count, flags))
    }

    /// Waits for bytes and returns them, or an empty array if the peer has closed.
    package func receive(atMost count: Int = 1 << 16) throws(SystemError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            // A peer that closes with our bytes unread resets the connection, which also counts as
            // closed.
            if count < 0, errno == ECONNRESET || errno == EPIPE { return [] }
            guard count >= 0 else { throw SystemError("receive", code: errno) }
            return Array(buffer[..<count])
        }
    }

    /// Shuts down the connection for writing.
    package func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

/// Calls `body` with the address of a Unix socket.
package func withAddress<Result>(
    of path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(room)) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
