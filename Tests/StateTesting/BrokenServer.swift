internal import Dispatch
internal import Glibc
internal import Synchronization

/// An HTTP server of one file, whose connections break in the middle of the file until it is
/// mended.
package final class BrokenServer: Sendable {
    /// Where the file is to be had.
    package let url: String
    private let listener: Int32
    private let isMended: Flag

    private final class Flag: Sendable {
        let isUp = Atomic(false)
        let isOver = Atomic(false)
    }

    /// Serves that file, on a port of the machine's choice, until the object goes.
    package init(_ path: String) throws(ClientSocket.Failure) {
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
        guard isListening else { throw ClientSocket.Failure(what: "listen", code: errno) }
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
            // Here, where nobody calls accept any more, its number may go to somebody else.
            close(listener)
        }
    }

    deinit {
        isMended.isOver.store(true, ordering: .releasing)
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// From now on the whole file can be had.
    package func mend() {
        isMended.isUp.store(true, ordering: .relaxed)
    }

    /// Answers one request, for all of the file or for what comes after some byte of it.
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
