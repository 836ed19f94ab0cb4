// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

package enum UnixSocket {
    /// The maximum length of a socket's path, in bytes.
    package static let pathBytes = 107

    package static func open() throws(SystemError) -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return Descriptor(try checked("socket") { socket(AF_UNIX, kind, 0) })
    }

    /// Connects to the server that listens on `path`; fails with EAGAIN if the server's queue is
    /// full.
    package static func connect(to path: String) throws(SystemError) -> Descriptor {
        let descriptor = try open()
        let number = descriptor.number
        let result = try withAddress(of: path) { Glibc.connect(number, $0, $1) }
        guard result == 0 else { throw SystemError("connect", path: path, code: errno) }
        return descriptor
    }

    /// Binds a socket to `path`; fails with EADDRINUSE if a file exists there.
    package static func bind(
        _ descriptor: borrowing Descriptor,
        to path: String
    ) throws(SystemError) {
        let number = descriptor.number
        let result = try withAddress(of: path) { Glibc.bind(number, $0, $1) }
        guard result == 0 else { throw SystemError("bind", path: path, code: errno) }
    }

    package static func listens(_ number: Int32) -> Bool {
        option(SO_DOMAIN, of: number) == AF_UNIX
            && option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue)
            && option(SO_ACCEPTCONN, of: number) == 1
    }

    /// Returns the peer's credentials at the time of the connection; `nil` if they are unknown.
    package static func peer(of number: Int32) -> (user: UInt32, process: Int32)? {
        var (user, process): (UInt32, Int32) = (0, 0)
        let code = clinux_peer_credentials(number, &user, &process)
        return code == 0 ? (user, process) : nil
    }

    /// Returns true if the peer has closed the connection in both directions.
    package static func isHungUp(_ number: Int32) -> Bool {
        var state = pollfd(fd: number, events: 0, revents: 0)
        return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0
    }

    /// Copies received bytes into `bytes`, as many as fit, and leaves them in the socket.
    ///
    /// Returns 0 after the last byte of a closed connection, and `nil` while nothing has arrived or
    /// after an error.
    package static func peek(_ number: Int32, into bytes: inout [UInt8]) -> Int? {
        let count = bytes.withUnsafeMutableBytes { room in
            recv(number, room.baseAddress, room.count, Int32(MSG_PEEK | MSG_DONTWAIT))
        }
        return count >= 0 ? count : nil
    }

    /// Reads received bytes, as many as fit, without waiting; returns 0 if there are none, at the
    /// end, or after an error.
    package static func receive(_ number: Int32, into room: UnsafeMutableRawBufferPointer) -> Int {
        max(0, recv(number, room.baseAddress, room.count, Int32(MSG_DONTWAIT)))
    }

    /// Writes as many bytes as the kernel accepts without waiting, and returns their number; 0 after
    /// an error.
    package static func send(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        return max(0, Glibc.send(number, bytes.baseAddress, bytes.count, flags))
    }

    private static func option(_ name: Int32, of number: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }

    private static func withAddress(
        of path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        let bytes = Array(path.utf8)
        guard bytes.count <= pathBytes, !bytes.contains(0) else {
            throw SystemError("connect", path: path, code: ENAMETOOLONG)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
