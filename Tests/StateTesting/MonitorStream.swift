package import Varlink

/// What a daemon says of sync, whenever that changes.
package final class MonitorStream {
    /// All that it said since it was last asked, the newest last.
    package private(set) var statuses: [JSONValue] = []
    private let client: Client

    /// Begins to follow the daemon that listens there.
    package init(_ path: String) throws {
        client = try Client(path)
        try client.send("io.stated.Sync.Monitor", more: true)
    }

    /// Waits until it says something that fits; the status that does.
    @discardableResult
    package func until(_ fits: (JSONValue) -> Bool) throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(ClientSocket.patience)
        while ContinuousClock.now < deadline {
            let answer = try client.receive()
            guard answer.error == nil, let status = answer["status"] else {
                throw Client.Refused(answer: answer)
            }
            statuses.append(status)
            if fits(status) { return status }
        }
        throw ClientStream.Silence()
    }

    /// Waits until sync stands like that, with nothing left to send if `isEmpty`.
    @discardableResult
    package func until(state: String, isEmpty: Bool = false) throws -> JSONValue {
        try until { status in
            status["state"]?.text == state
                && (!isEmpty || status.at("outbox.pending") == 0)
        }
    }
}

extension Client {
    /// Calls a method of io.stated.Sync.
    @discardableResult
    package func sync(_ method: String, _ parameters: JSONValue? = nil) throws -> Answer {
        try call("io.stated.Sync." + method, parameters)
    }

    /// Makes a round, which goes well.
    @discardableResult
    package func syncNow() throws -> Answer {
        let answer = try sync("SyncNow")
        guard answer.error == nil else { throw Refused(answer: answer) }
        return answer
    }

    /// Where an item stands; nil: nowhere.
    package func position(_ item: String) throws -> Double? {
        try playback("Get", ["item": .string(item)])["point.position"]?.number
    }
}
