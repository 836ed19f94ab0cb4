// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Varlink

/// A response as it arrived.
package struct WebResponse {
    /// The status.
    package var status = 0
    /// The headers, their names in lower case.
    package var headers: [String: String] = [:]
    /// The body, without the frames of its chunks.
    package var body: [UInt8] = []

    /// The body as JSON.
    package var json: JSONValue {
        get throws {
            var reader = JSONReader(body)
            return try reader.value()
        }
    }
}

/// A connection of a client that speaks HTTP/1.1.
package final class WebConnection {
    /// The socket failed, or nothing came in time.
    package struct Failure: Error {
        let call: String
        /// 0 for the end of the connection.
        package let errno: Int32
    }

    /// The socket, which is closed with the object.
    package let socket: Int32
    private let port: Int
    private var input: [UInt8] = []
    private var isOver = false

    package init(port: Int) throws {
        self.port = port
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(
            socket,
            SOL_SOCKET,
            SO_RCVTIMEO,
            &timeout,
            socklen_t(MemoryLayout<timeval>.size)
        )
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, "127.0.0.1", &name.sin_addr)
        let result = withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(call: "connect", errno: errno) }
    }

    deinit { close(socket) }

    /// Sends a request.
    package func send(
        _ method: String,
        _ path: String,
        headers: [String] = [],
        body: String? = nil
    ) throws {
        var lines = ["\(method) \(path) HTTP/1.1"]
        if !headers.contains(where: { $0.hasPrefix("Host:") }) {
            lines.append("Host: 127.0.0.1:\(port)")
        }
        lines += headers
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        try write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8))
    }

    /// Sends bytes.
    package func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw Failure(call: "send", errno: errno) }
            rest = rest.dropFirst(sent)
        }
    }

    /// Says that nothing more is sent.
    package func finish() { shutdown(socket, Int32(SHUT_WR)) }

    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure(call: "receive", errno: errno) }
        input += buffer.prefix(count)
        return count > 0
    }

    /// Reads to the end of a line, which it removes.
    private func line() throws -> String {
        while true {
            if let end = input.firstIndex(of: 0x0A) {
                let line = String(decoding: input[..<end], as: UTF8.self)
                input.removeFirst(end + 1)
                return line.hasSuffix("\r") ? String(line.dropLast()) : line
            }
            guard try fill() else { throw Failure(call: "read a line", errno: 0) }
        }
    }

    /// Reads the head of a response.
    package func head() throws -> WebResponse {
        var response = WebResponse()
        let status = try line().split(separator: " ")
        guard status.count > 1, let number = Int(status[1]) else {
            throw Failure(call: "read a status", errno: 0)
        }
        response.status = number
        while case let header = try line(), !header.isEmpty {
            let parts = header.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Failure(call: "read a header", errno: 0) }
            response.headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        return response
    }

    /// Reads a whole response.
    package func response() throws -> WebResponse {
        var response = try head()
        if let length = response.headers["content-length"].flatMap(Int.init) {
            while input.count < length, try fill() {}
            response.body = Array(input.prefix(length))
            input.removeFirst(min(length, input.count))
        } else {
            while let chunk = try chunk() { response.body += chunk }
        }
        return response
    }

    /// Reads a chunk of a body whose length is not known before; `nil` after the last one.
    package func chunk() throws -> [UInt8]? {
        guard let length = Int(try line(), radix: 16), length > 0 else { return nil }
        while input.count < length + 2 {
            guard try fill() else { throw Failure(call: "read a chunk", errno: 0) }
        }
        defer { input.removeFirst(length + 2) }
        return Array(input.prefix(length))
    }
}
