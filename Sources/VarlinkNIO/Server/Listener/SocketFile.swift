// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import SystemSupport

struct SocketFile: Sendable {
    let path: String
    private let identity: FileIdentity

    /// Makes a new socket listen on `path` with the given `mode`, and replaces a stale socket
    /// there.
    ///
    /// The socket is created under a temporary name, gets its mode before it listens, and is then
    /// renamed to `path` in one step. It can therefore never be reached with another mode, and only
    /// one of two servers can replace a stale socket.
    static func listen(
        with descriptor: borrowing Descriptor,
        on path: String,
        mode: mode_t
    ) throws(ListenError) -> SocketFile {
        // On Linux, the mode of the socket itself also limits the mode of its file.
        try check("fchmod", path, fchmod(descriptor.number, mode))
        let hidden = try bind(descriptor, beside: path)
        do throws(ListenError) {
            // The umask may have removed permissions.
            try check("chmod", path, chmod(hidden, mode))
            guard case .socket(let identity) = try FileIdentity.find(hidden) else {
                throw .system(call: "lstat", path: path, errno: ENOENT)
            }
            try check("listen", path, Glibc.listen(descriptor.number, SOMAXCONN))
            try place(hidden, at: path)
            return SocketFile(path: path, identity: identity)
        } catch {
            unlink(hidden)
            throw error
        }
    }

    /// Removes the file, unless another process has replaced it.
    func remove() {
        guard case .socket(identity)? = try? FileIdentity.find(path) else { return }
        unlink(path)
    }
}

// MARK: - Taking the name

extension SocketFile {
    private static let attempts = 16

    /// Binds the socket to an unused name in the directory of `path`, and returns the name.
    private static func bind(
        _ descriptor: borrowing Descriptor,
        beside path: String
    ) throws(ListenError) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let directory = slash.map { path[...$0] } ?? ""
        for attempt in 0..<attempts {
            let hidden = "\(directory).\(getpid())-\(attempt)"
            guard max(hidden.utf8.count, path.utf8.count) <= UnixSocket.pathBytes else {
                throw .pathTooLong(path: path)
            }
            do throws(SystemError) {
                try UnixSocket.bind(descriptor, to: hidden)
                return hidden
            } catch {
                guard error.code == EADDRINUSE else {
                    throw .system(call: "bind", path: path, errno: error.code)
                }
            }
        }
        throw .system(call: "bind", path: path, errno: EADDRINUSE)
    }

    /// Renames the socket `hidden` to `path`; only a stale socket may exist there.
    private static func place(_ hidden: String, at path: String) throws(ListenError) {
        for _ in 0..<attempts {
            let taken = clinux_rename_to_free_name(AT_FDCWD, hidden, path)
            if taken == 0 { return }
            guard taken == EEXIST else {
                throw .system(call: "rename", path: path, errno: taken)
            }
            guard let stale = try staleSocket(at: path) else { continue }
            let swapped = clinux_swap_names(hidden, path)
            if swapped == ENOENT { continue }
            guard swapped == 0 else {
                throw .system(call: "rename", path: path, errno: swapped)
            }
            if case .socket(stale) = try FileIdentity.find(hidden) {
                unlink(hidden)
                return
            }
            // Another server has taken the name first, so its socket gets the name back.
            _ = clinux_swap_names(hidden, path)
        }
        throw .inUse(path: path)
    }

    /// Returns the identity of the stale socket at `path`; `nil` if the file no longer exists.
    ///
    /// Throws if a process listens on the socket, or the file is not a socket.
    private static func staleSocket(at path: String) throws(ListenError) -> FileIdentity? {
        switch try FileIdentity.find(path) {
        case .nothing: return nil
        case .other: throw .notSocket(path: path)
        case .socket(let identity):
            switch answer(at: path) {
            case ECONNREFUSED: return identity
            case ENOENT: return nil
            case 0, EAGAIN: throw .inUse(path: path)
            case let errno: throw .system(call: "connect", path: path, errno: errno)
            }
        }
    }

    /// Returns the errno of a connection to `path`; 0 if it succeeds.
    private static func answer(at path: String) -> Int32 {
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: path)
            return 0
        } catch {
            return error.code
        }
    }

    private static func check(
        _ call: String,
        _ path: String,
        _ result: Int32
    ) throws(ListenError) {
        guard result == 0 else { throw .system(call: call, path: path, errno: errno) }
    }
}

struct FileIdentity: Equatable, Sendable {
    enum Finding: Equatable {
        case nothing
        case socket(FileIdentity)
        case other
    }

    private let device: dev_t
    private let inode: ino_t

    /// Looks up the file at a path; does not follow a symbolic link.
    static func find(_ path: String) throws(ListenError) -> Finding {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .system(call: "lstat", path: path, errno: errno) }
            return .nothing
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { return .other }
        return .socket(FileIdentity(device: status.st_dev, inode: status.st_ino))
    }
}
