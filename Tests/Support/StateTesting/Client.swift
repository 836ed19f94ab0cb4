// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// A blocking client that knows only the daemon's wire protocol, as an independent program would.
package final class Client {
    /// A reply.
    package struct Answer: Equatable {
        /// The qualified name of the error; `nil` if the call succeeded.
        package var error: String?
        /// The parameters of the reply.
        package var parameters: JSONValue
        /// True if more replies to this call follow.
        package var continues: Bool

        /// Returns an answer without an error.
        package static func ok(_ parameters: JSONValue = [:], continues: Bool = false) -> Answer {
            Answer(error: nil, parameters: parameters, continues: continues)
        }

        /// Returns an answer that is an error with a qualified name.
        package static func error(_ name: String, _ parameters: JSONValue = [:]) -> Answer {
            Answer(error: name, parameters: parameters, continues: false)
        }

        /// The value at a dotted path of the parameters, such as `points.0.item`.
        package subscript(_ path: String) -> JSONValue? { parameters.at(path) }
    }

    /// An error that reports that the daemon closed the connection before an answer came.
    package struct Closed: Error {}

    /// An error that reports that the daemon did not close the connection.
    package struct StillOpen: Error {}

    /// The socket of the connection.
    package let socket: ClientSocket
    private var connection = ClientConnection()

    /// Connects to the daemon that listens on a path.
    package init(_ path: String) throws {
        socket = try ClientSocket(path)
    }

    /// Returns the bytes of a call and expects its reply; for tests that send several calls at
    /// once.
    package func bytes(
        _ method: String,
        _ parameters: JSONValue? = nil,
        oneway: Bool = false,
        more: Bool = false
    ) -> [UInt8] {
        connection.call(method: method, parameters: parameters?.json, oneway: oneway, more: more)
    }

    /// Sends a call.
    package func send(
        _ method: String,
        _ parameters: JSONValue? = nil,
        oneway: Bool = false,
        more: Bool = false
    ) throws {
        try socket.send(bytes(method, parameters, oneway: oneway, more: more))
    }

    /// Waits for the next answer and returns it.
    package func receive() throws -> Answer {
        while true {
            if let reply = try connection.next() {
                var reader = JSONReader(reply.parameters)
                return Answer(
                    error: reply.error,
                    parameters: try reader.value(),
                    continues: reply.continues
                )
            }
            let bytes = try socket.receive()
            if bytes.isEmpty { throw Closed() }
            connection.receive(bytes)
        }
    }

    /// Sends a call, waits for its answer and returns it.
    @discardableResult
    package func call(_ method: String, _ parameters: JSONValue? = nil) throws -> Answer {
        try send(method, parameters)
        return try receive()
    }

    /// Calls a method of io.stated.Playback.
    @discardableResult
    package func playback(_ method: String, _ parameters: JSONValue? = nil) throws -> Answer {
        try call("io.stated.Playback." + method, parameters)
    }

    /// Calls a method of io.stated.Service.
    @discardableResult
    package func service(_ method: String, _ parameters: JSONValue? = nil) throws -> Answer {
        try call("io.stated.Service." + method, parameters)
    }

    /// An error that reports an unexpected error reply.
    package struct Refused: Error {
        /// The answer.
        package let answer: Answer
    }

    /// Saves a snapshot and waits until it is stored.
    ///
    /// - Throws: ``Refused`` if the daemon replies with an error.
    @discardableResult
    package func save(
        _ item: String,
        _ position: Double,
        _ others: JSONValue = [:]
    ) throws -> Answer {
        let answer = try attempt(item, position, others)
        guard answer.error == nil else { throw Refused(answer: answer) }
        return answer
    }

    /// Tries to save a snapshot and returns the answer, which may be an error.
    package func attempt(
        _ item: String,
        _ position: Double,
        _ others: JSONValue = [:]
    ) throws -> Answer {
        try playback("Save", ["snapshot": .snapshot(item, position, others)])
    }

    /// Reports the position of a playing item without waiting for a reply.
    package func tick(_ item: String, _ position: Double, _ others: JSONValue = [:]) throws {
        let playing: JSONValue = ["status": "playing", "cause": "tick"]
        let snapshot = JSONValue.snapshot(item, position, playing.with(others))
        try send("io.stated.Playback.Save", ["snapshot": snapshot], oneway: true)
    }

    /// Waits until the daemon has closed the connection; ignores everything that it still sends.
    package func waitForEnd() throws {
        let deadline = ContinuousClock.now + .seconds(ClientSocket.timeoutSeconds)
        while try !socket.receive().isEmpty {
            // A stream sends a reply now and then, so without a deadline this could wait forever.
            guard ContinuousClock.now < deadline else { throw StillOpen() }
        }
    }
}

extension Client {
    /// Returns the daemon's time in milliseconds since 1970, as used in its stored timestamps.
    package func now() throws -> Int {
        try save("the time", 1.5, ["ttl": 1, "cause": "seek"])
        let point = try playback("Get", ["item": "the time"])
        try playback("Clear", ["item": "the time"])
        return point["point.at"]?.int ?? 0
    }
}

extension Client.Answer {
    /// Returns the answer for an item that does not exist.
    package static func notFound(_ item: String) -> Self {
        .error("io.stated.Playback.NotFound", ["item": .string(item)])
    }
}
