import CLinux
import Glibc

/// A stream socket that never makes its user wait.
package final class Wire {
    /// What came off a wire.
    package enum Arrival: Equatable {
        /// Some bytes.
        case bytes([UInt8])
        /// Nothing just now.
        case nothing
        /// The other end has closed.
        case end
    }

    /// Its descriptor, as long as this object lives.
    package let descriptor: Int32
    private var unsent: [UInt8] = []

    /// Takes over a socket.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Connects to whoever listens on a Unix socket.
    package convenience init(to path: String) throws(WireFailure) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw WireFailure(path: path, code: errno) }
        self.init(descriptor)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard path.utf8.count <= room else { throw WireFailure(path: path, code: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size)
            }
        }
        guard result == 0 else { throw WireFailure(path: path, code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// The process at the other end of a Unix socket; nil: the system cannot tell.
    package var peer: Int32? {
        var (user, group, process): (UInt32, UInt32, Int32) = (0, 0, 0)
        let code = clinux_peer_credentials(descriptor, &user, &group, &process)
        return code == 0 && process > 0 ? process : nil
    }

    /// Whether bytes wait until the other end takes more.
    package var isBlocked: Bool { !unsent.isEmpty }

    /// Sends bytes, now or once the other end takes them; false: it has closed.
    package func send(_ bytes: [UInt8]) -> Bool {
        unsent += bytes
        return flush()
    }

    /// Sends what waits, as far as the other end takes it; false: it has closed.
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

    /// What has come.
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

/// Why nobody could be reached.
package struct WireFailure: Error, Equatable {
    /// The socket.
    package let path: String
    /// The system's error number.
    package let code: Int32

    /// What is wrong, in a few words.
    package var why: String {
        switch code {
        case ENOENT: "there is no such socket"
        case ECONNREFUSED: "nobody listens there"
        case EAGAIN: "it takes no more connections just now"
        default: String(cString: strerror(code))
        }
    }
}
