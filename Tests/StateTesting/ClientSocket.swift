package import Glibc

/// A Unix stream socket that blocks, with an end to all waiting.
package final class ClientSocket {
    /// Why there is nothing more to wait for.
    package struct Failure: Error, CustomStringConvertible {
        /// What was tried.
        package let what: String
        /// The system's error number; EAGAIN: nothing came in ``ClientSocket/patience``.
        package let code: Int32

        package var description: String { "\(what): \(String(cString: strerror(code)))" }
    }

    /// How many seconds a test waits for what must come, before it fails.
    package static let patience = 30

    /// The descriptor, as long as this object lives.
    package let descriptor: Int32

    /// Connects.
    package init(_ path: String) throws(Failure) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Failure(what: "socket", code: errno) }
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        let connected = withAddress(of: path) { connect(descriptor, $0, $1) }
        // With all its properties set, an object that is not to be goes through deinit.
        guard connected == 0 else { throw Failure(what: "connect to \(path)", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends all of it.
    package func send(_ bytes: some Collection<UInt8>) throws(Failure) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(what: "send", code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends what the socket takes at once; how much that was.
    package func sendSome(_ bytes: [UInt8]) -> Int {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        return max(0, Glibc.send(descriptor, bytes, bytes.count, flags))
    }

    /// What has come; waits until there is something.
    ///
    /// Empty: the peer has closed.
    package func receive(atMost count: Int = 1 << 16) throws(Failure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            // A peer that closes with our bytes unread resets the connection: that is closed, too.
            if count < 0, errno == ECONNRESET || errno == EPIPE { return [] }
            guard count >= 0 else { throw Failure(what: "receive", code: errno) }
            return Array(buffer[..<count])
        }
    }

    /// Says that nothing more will be sent.
    package func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

/// Calls `body` with a Unix socket's address.
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
