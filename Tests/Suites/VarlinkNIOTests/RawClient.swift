// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport
import Testing
import VarlinkNIO

/// A client that does exactly what a test says, byte by byte, over a blocking socket.
///
/// What does not come within half a minute is an error, so that a test fails where it would hang.
final class RawClient {
    /// The socket failed, or nothing came in time.
    struct Failure: Error {
        let call: String
        let errno: Int32
    }

    /// The socket, for what is sent from elsewhere.
    let socket: Int32
    private var input: [UInt8] = []

    init(_ path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        let result = withSocketAddress(path) { connect(socket, $0, $1) }
        guard result == 0 else { throw Failure(call: "connect", errno: errno) }
    }

    deinit {
        close(socket)
    }

    /// Sends all of `bytes`.
    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, noSignal)
            }
            guard sent > 0 else { throw Failure(call: "send", errno: errno) }
            rest.removeFirst(sent)
        }
    }

    /// Sends text, each NUL written as `~`.
    func send(_ text: String) throws {
        try send(text.utf8.map { $0 == UInt8(ascii: "~") ? 0 : $0 })
    }

    /// Sends as much as fits without waiting; answers how much that was.
    func sendWhatFits(_ bytes: [UInt8]) -> Int {
        max(0, Glibc.send(socket, bytes, bytes.count, noSignal | Int32(MSG_DONTWAIT)))
    }

    /// The next message without its NUL; nil: the server closed.
    func receive() throws -> String? {
        while true {
            if let end = input.firstIndex(of: 0) {
                defer { input.removeFirst(end + 1) }
                return String(decoding: input[..<end], as: UTF8.self)
            }
            guard try fill() else { return nil }
        }
    }

    /// The next `count` messages.
    func receive(_ count: Int) throws -> [String?] {
        try (0..<count).map { _ in try receive() }
    }

    /// What one read brings.
    func receivePiece() throws -> [UInt8] {
        _ = try fill()
        return input
    }

    /// Reads until the server closes; answers what came.
    func drain() throws -> [UInt8] {
        while try fill() {}
        return input
    }

    /// Says that nothing more will be sent.
    func shutdownWriting() {
        shutdown(socket, Int32(SHUT_WR))
    }

    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET { return false }
        guard count >= 0 else { throw Failure(call: "recv", errno: errno) }
        input += buffer[..<count]
        return count > 0
    }

    private var noSignal: Int32 { Int32(MSG_NOSIGNAL) }
}

/// Calls `body` with the address of a socket of that name.
func withSocketAddress(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Runs `body` with a directory of its own, which is gone afterwards.
func withDirectory<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (String) async throws -> Result
) async throws -> Result {
    var template = Array("/tmp/varlink-XXXXXX\0".utf8CString)
    let made = mkdtemp(&template)
    let directory = try #require(made.map { String(cString: $0) })
    defer {
        for name in Directory.names(in: directory) { unlink(directory + "/" + name) }
        rmdir(directory)
    }
    return try await body(directory)
}
