// SPDX-License-Identifier: Apache-2.0
import Glibc
import Varlink

/// A non-blocking connection to the daemon.
final class Link {
    /// The descriptor of the socket.
    let descriptor: Int32
    /// True until the connection is known to be closed.
    private(set) var isOpen = true
    private var connection = ClientConnection(limits: MessageLimits())
    private var outgoing: [UInt8] = []
    private var written = 0

    /// Connects to the daemon that listens on `path`; `nil` if there is none.
    init?(to path: String) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8.prefix(MemoryLayout.size(ofValue: address.sun_path) - 1))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size)
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// True while bytes wait to be sent.
    var isSending: Bool { written < outgoing.count }

    /// Queues a call, which is sent as the socket accepts it.
    func call(
        _ method: String,
        _ parameters: [UInt8],
        oneway: Bool = false,
        more: Bool = false
    ) {
        outgoing += connection.call(
            method: method,
            parameters: parameters,
            oneway: oneway,
            more: more
        )
    }

    /// Sends as many bytes as the socket accepts.
    func flush() {
        while isOpen, isSending {
            let count = outgoing[written...].withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                // Replies that the daemon sent before it died can still be read.
                if errno != EAGAIN && errno != EINTR { outgoing = [] }
                if errno != EAGAIN && errno != EINTR { written = 0 }
                return
            }
            written += count
        }
        if written == outgoing.count {
            outgoing.removeAll(keepingCapacity: true)
            written = 0
        }
    }

    /// Receives the bytes that have arrived, up to `limit` bytes.
    ///
    /// - Parameter limit: the number of bytes after which it stops reading.
    /// - Returns: true if any bytes had arrived.
    @discardableResult
    func receive(atMost limit: Int = .max) -> Bool {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        var taken = 0
        while isOpen, taken < limit {
            let count = recv(descriptor, &room, room.count, 0)
            if count > 0 {
                connection.receive(room[..<count])
                taken += count
                if count < room.count { return true }
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                isOpen = false
            } else {
                break
            }
        }
        return taken > 0
    }

    /// Returns the next complete reply that has arrived.
    func next() throws -> Reply? {
        try connection.next()
    }
}
