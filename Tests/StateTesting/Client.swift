package import Varlink

/// A client as a stranger would write one: it blocks, and knows of the daemon what the wire tells.
package final class Client {
    /// One reply.
    package struct Answer: Equatable {
        /// The error's qualified name; nil: it went well.
        package var error: String?
        /// The reply's parameters.
        package var parameters: JSONValue
        /// More replies to this call follow.
        package var continues: Bool

        /// An answer without error.
        package static func ok(_ parameters: JSONValue = [:], continues: Bool = false) -> Answer {
            Answer(error: nil, parameters: parameters, continues: continues)
        }

        /// An answer that is an error, by its qualified name.
        package static func error(_ name: String, _ parameters: JSONValue = [:]) -> Answer {
            Answer(error: name, parameters: parameters, continues: false)
        }

        /// The value at a dotted path of the parameters: `points.0.item`.
        package subscript(_ path: String) -> JSONValue? { parameters.at(path) }
    }

    /// The daemon closed the connection before an answer came.
    package struct Closed: Error {}

    /// The daemon did not close the connection.
    package struct StillOpen: Error {}

    /// The bytes' way.
    package let socket: ClientSocket
    private var connection = ClientConnection()

    /// Connects to the daemon that listens there.
    package init(_ path: String) throws {
        socket = try ClientSocket(path)
    }

    /// The bytes of a call that is now awaited; for those who send several in one piece.
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

    /// The next answer; waits for it.
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

    /// Sends a call and waits for its answer.
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

    /// A call was answered with an error where none is due.
    package struct Refused: Error {
        /// The answer.
        package let answer: Answer
    }

    /// Saves a snapshot, and waits until it is stored.
    ///
    /// - Throws: ``Refused`` if the daemon answers with an error.
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

    /// Tries to save a snapshot: the answer, which may be an error.
    package func attempt(
        _ item: String,
        _ position: Double,
        _ others: JSONValue = [:]
    ) throws -> Answer {
        try playback("Save", ["snapshot": .snapshot(item, position, others)])
    }

    /// Tells of an item that plays, and waits for nothing.
    package func tick(_ item: String, _ position: Double, _ others: JSONValue = [:]) throws {
        let playing: JSONValue = ["status": "playing", "cause": "tick"]
        let snapshot = JSONValue.snapshot(item, position, playing.with(others))
        try send("io.stated.Playback.Save", ["snapshot": snapshot], oneway: true)
    }

    /// Waits until the daemon has closed the connection; what it still sends is passed over.
    package func waitForEnd() throws {
        let deadline = ContinuousClock.now + .seconds(ClientSocket.patience)
        while try !socket.receive().isEmpty {
            // A stream says something now and then, so that waiting for its end would never end.
            guard ContinuousClock.now < deadline else { throw StillOpen() }
        }
    }
}

extension Client {
    /// The daemon's time in milliseconds since 1970, as it stamps what it stores.
    package func now() throws -> Int {
        try save("the time", 1.5, ["ttl": 1, "cause": "seek"])
        let point = try playback("Get", ["item": "the time"])
        try playback("Clear", ["item": "the time"])
        return point["point.at"]?.int ?? 0
    }
}

extension Client.Answer {
    /// There is no such item.
    package static func notFound(_ item: String) -> Self {
        .error("io.stated.Playback.NotFound", ["item": .string(item)])
    }
}
