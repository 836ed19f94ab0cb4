import Glibc

/// Stream sockets with names in the file system.
enum UnixSocket {
    /// The longest path that fits a socket address, in bytes.
    static let pathBytes = 107

    /// Creates a non-blocking socket.
    static func open() throws(SystemError) -> Descriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_UNIX, kind, 0)
        guard number >= 0 else { throw SystemError("socket") }
        return Descriptor(number)
    }

    /// Connects to the process that listens on `path`; fails with EAGAIN if its queue is full.
    static func connect(to path: String) throws(SystemError) -> Descriptor {
        let descriptor = try open()
        let number = descriptor.number
        let result = try withAddress(of: path) { Glibc.connect(number, $0, $1) }
        guard result == 0 else { throw SystemError("connect") }
        return descriptor
    }

    /// Binds a socket to `path`, which must be free.
    static func bind(_ descriptor: borrowing Descriptor, to path: String) throws(SystemError) {
        let number = descriptor.number
        let result = try withAddress(of: path) { Glibc.bind(number, $0, $1) }
        guard result == 0 else { throw SystemError("bind") }
    }

    /// Returns true if an inherited descriptor is a listening Unix stream socket.
    static func listens(_ number: Int32) -> Bool {
        option(SO_DOMAIN, of: number) == AF_UNIX
            && option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue)
            && option(SO_ACCEPTCONN, of: number) == 1
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
            throw SystemError("connect", errno: ENAMETOOLONG)
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
