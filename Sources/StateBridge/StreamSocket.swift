import CLinux
import Glibc

/// A stream socket that never blocks its caller.
package final class StreamSocket {
    /// The result of a read.
    package enum Arrival: Equatable {
        /// Some bytes arrived.
        case bytes([UInt8])
        /// No bytes are available now.
        case nothing
        /// The peer has closed the connection.
        case end
    }

    /// The descriptor, valid for the lifetime of this object.
    package let descriptor: Int32
    private var unsent: [UInt8] = []

    /// Creates a stream socket that owns the descriptor.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Creates a connection to the listener of a Unix socket.
    package convenience init(to path: String) throws(StreamSocketFailure) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw StreamSocketFailure(path: path, code: errno) }
        self.init(descriptor)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= room else {
            throw StreamSocketFailure(path: path, code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size)
            }
        }
        guard result == 0 else { throw StreamSocketFailure(path: path, code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// The process at the other end of a Unix socket; `nil` if the system cannot tell.
    package var peer: Int32? {
        var (user, group, process): (UInt32, UInt32, Int32) = (0, 0, 0)
        let code = clinux_peer_credentials(descriptor, &user, &group, &process)
        return code == 0 && process > 0 ? process : nil
    }

    /// True while bytes wait for the peer to accept more.
    package var isBlocked: Bool { !unsent.isEmpty }

    /// Sends bytes, now or once the peer accepts them; returns false if it has closed.
    package func send(_ bytes: [UInt8]) -> Bool {
        unsent += bytes
        return flush()
    }

    /// Sends waiting bytes, as many as the peer accepts; returns false if it has closed.
    package func flush() -> Bool {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return true }
            guard count > 0 else { return false }
            unsent.removeFirst(count)
        }
        return true
    }

    /// Returns the bytes that have arrived.
    package func receive() -> Arrival {
        var wouldWait = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, filled in
            var count = 0
            repeat {
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            } while count < 0 && errno == EINTR
            wouldWait = count < 0 && errno == EAGAIN
            filled = max(0, count)
        }
        if wouldWait { return .nothing }
        return bytes.isEmpty ? .end : .bytes(bytes)
    }
}

/// A failure to connect to a socket.
package struct StreamSocketFailure: Error, Equatable {
    /// The path of the socket.
    package let path: String
    /// The system's error number.
    package let code: Int32

    /// The reason, in a few words.
    package var reason: String {
        switch code {
        case ENOENT: "there is no such socket"
        case ECONNREFUSED: "nobody listens there"
        case EAGAIN: "it takes no more connections just now"
        default: String(cString: strerror(code))
        }
    }
}
