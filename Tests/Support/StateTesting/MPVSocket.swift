// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import Varlink

/// A blocking client of mpv's JSON IPC, which acts as the user of a running mpv.
package final class MPVSocket {
    /// An error that reports that mpv has exited.
    package struct Gone: Error {}

    private let socket: ClientSocket
    private var buffer: [UInt8] = []
    private var events: [JSONValue] = []
    private var number = 0

    /// Connects to mpv, and waits for it to listen on the path.
    package init(_ path: String) throws {
        var found: ClientSocket?
        try waitUntil("mpv listens on \(path)") {
            found = try? ClientSocket(path)
            return found != nil
        }
        guard let found else { throw Gone() }
        socket = found
    }

    /// Sends a command and returns the data of its reply; `nil` if mpv reports an error.
    @discardableResult
    package func command(_ words: JSONValue...) throws -> JSONValue? {
        number += 1
        let message: JSONValue = ["command": .array(words), "request_id": .int(number)]
        try socket.send(message.json + [0x0A])
        while true {
            let message = try next()
            if message["request_id"] == .int(number), message["error"] != nil {
                return message["error"] == "success" ? message["data"] ?? .null : nil
            }
            events.append(message)
        }
    }

    /// Returns the value of a property, or `nil` if it has none.
    package func property(_ name: String) throws -> JSONValue? {
        let value = try command("get_property", .string(name))
        return value == .null ? nil : value
    }

    /// Returns mpv's position, in seconds.
    package func position() throws -> Double {
        guard case .double(let position)? = try property("time-pos") else { return -1 }
        return position
    }

    /// Waits for an event with the given name.
    @discardableResult
    package func event(_ name: String) throws -> JSONValue {
        while true {
            if let index = events.firstIndex(where: { $0["event"] == .string(name) }) {
                let event = events[index]
                events.removeFirst(index + 1)
                return event
            }
            events.append(try next())
        }
    }

    /// Waits until a property has a suitable value.
    package func wait(for name: String, _ isFit: (JSONValue) -> Bool) throws {
        number += 1
        let id = JSONValue.int(number)
        try command("observe_property", id, .string(name))
        while true {
            let found = events.first { event in
                event["id"] == id && event["data"].map(isFit) == true
            }
            if found != nil { break }
            events.removeAll { $0["id"] == id }
            events.append(try next())
        }
        try command("unobserve_property", id)
        events.removeAll { $0["id"] == id }
    }

    /// Waits until mpv has played past a position, in seconds.
    package func plays(past position: Double) throws {
        try wait(for: "time-pos") {
            if case .double(let now) = $0 { now > position } else { false }
        }
    }

    /// Seeks once playback has begun, and waits until mpv plays at the new position.
    package func seek(_ position: Double) throws {
        try plays(past: -1)
        events.removeAll { $0["event"] == "seek" }
        try command("seek", .double(position), "absolute+exact")
        try event("seek")
        try event("playback-restart")
        try plays(past: position - 0.5)
    }

    /// Returns the process id of mpv.
    package func pid() throws -> pid_t {
        pid_t(try property("pid")?.int ?? 0)
    }

    private func next() throws -> JSONValue {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                var reader = JSONReader(Array(buffer[..<end]))
                buffer.removeFirst(end + 1)
                return try reader.value()
            }
            let bytes = try socket.receive()
            if bytes.isEmpty { throw Gone() }
            buffer += bytes
        }
    }
}
