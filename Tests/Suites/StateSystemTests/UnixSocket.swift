// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A bare Unix socket, bound to a path: the other side of what is tested.
enum UnixSocket {
    /// Binds; a stream socket listens as well.
    ///
    /// - Returns: The descriptor, or -1.
    static func bound(to path: String, kind: __socket_type) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(kind.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, kind != SOCK_STREAM || listen(descriptor, 1) == 0 else { return -1 }
        return descriptor
    }

    /// The next datagram's text.
    static func receive(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
