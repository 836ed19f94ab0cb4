// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The notification socket of a service manager, which receives the messages of a daemon.
package final class DaemonManager {
    /// The path of the socket: the daemon's `NOTIFY_SOCKET`.
    package let path: String
    /// The descriptor of the socket.
    let descriptor: Int32

    /// Creates the socket at a free path.
    package init(_ path: String) throws(ClientSocket.Failure) {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
        let bound = withAddress(of: path) { bind(descriptor, $0, $1) }
        guard bound == 0 else { throw ClientSocket.Failure(what: "bind \(path)", code: errno) }
        // The daemon may run as another user.
        chmod(path, 0o666)
        var timeout = timeval(tv_sec: ClientSocket.timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    }

    deinit {
        close(descriptor)
    }

    /// Waits for the next message and returns its lines.
    package func next() throws(ClientSocket.Failure) -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            throw ClientSocket.Failure(what: "message of the daemon", code: errno)
        }
        return String(decoding: buffer[..<count], as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// Returns the messages that have arrived so far.
    package func heard() -> [[String]] {
        var messages: [[String]] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { return messages }
            let text = String(decoding: buffer[..<count], as: UTF8.self)
            messages.append(text.split(separator: "\n").map(String.init))
        }
    }
}
