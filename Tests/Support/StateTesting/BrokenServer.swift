// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Glibc
internal import Synchronization
package import SystemSupport

/// An HTTP server for a single file, whose connections break in the middle of the file until it is
/// mended.
package final class BrokenServer: Sendable {
    /// The URL of the file.
    package let url: String
    private let listener: Int32
    private let isMended: Flag

    private final class Flag: Sendable {
        let isUp = Atomic(false)
        let isOver = Atomic(false)
    }

    /// Serves the file at a path, on a port that the system chooses, while the object exists.
    package init(_ path: String) throws(SystemError) {
        let content = try DaemonFiles.read(path)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let given = size
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, given) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isListening else { throw SystemError("listen", code: errno) }
        self.listener = listener
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/stream.wav"
        let flag = Flag()
        isMended = flag
        DispatchQueue(label: "BrokenServer").async {
            while !flag.isOver.load(ordering: .acquiring) {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { continue }
                let end = flag.isUp.load(ordering: .relaxed) ? content.count : content.count / 2
                Self.serve(client, content, upTo: end)
                close(client)
            }
            // Closed here, where `accept` is no longer called: the number may be reused after this.
            close(listener)
        }
    }

    deinit {
        isMended.isOver.store(true, ordering: .releasing)
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Serves the whole file from now on.
    package func mend() {
        isMended.isUp.store(true, ordering: .relaxed)
    }

    /// Answers one request, for the whole file or for the bytes from an offset on.
    private static func serve(_ client: Int32, _ content: [UInt8], upTo end: Int) {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(client, &buffer, buffer.count, 0)
        let request = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let range = request.split(separator: "\r\n").first { $0.hasPrefix("Range: bytes=") }
        let start = range.flatMap { Int($0.dropFirst(13).prefix { $0 != "-" }) } ?? 0
        let last = content.count - 1
        let head =
            "HTTP/1.1 206 Partial Content\r\nContent-Type: audio/x-wav\r\n"
            + "Content-Range: bytes \(start)-\(last)/\(content.count)\r\n"
            + "Content-Length: \(content.count - start)\r\nConnection: close\r\n\r\n"
        var rest = Array(head.utf8) + (start < end ? content[start..<end] : [])
        while !rest.isEmpty {
            let sent = send(client, rest, rest.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return }
            rest.removeFirst(sent)
        }
    }
}
