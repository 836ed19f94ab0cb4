// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemSupport

/// A service manager's notification socket, which receives a daemon's messages.
package final class DaemonManager {
    package let path: String
    var descriptor: Int32 { socket.number }
    private let socket: Descriptor

    package init(_ path: String) throws(SystemError) {
        self.path = path
        socket = Descriptor(
            try checked("socket") {
                Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
            }
        )
        try UnixSocket.bind(socket, to: path)
        // The daemon may run as another user.
        chmod(path, 0o666)
        var timeout = timeval(tv_sec: DaemonProgram.timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
    }

    package func next() throws(SystemError) -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            throw SystemError("message of the daemon", code: errno)
        }
        return String(decoding: buffer[..<count], as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// Returns the messages that have already arrived.
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
