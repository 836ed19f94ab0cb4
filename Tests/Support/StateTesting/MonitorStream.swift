// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// A subscription to the sync status of a daemon.
package final class MonitorStream {
    /// The statuses received so far, the newest last.
    package private(set) var statuses: [JSONValue] = []
    private let client: Client

    /// Subscribes to the daemon that listens on a path.
    package init(_ path: String) throws {
        client = try Client(path)
        try client.send("io.stated.Sync.Monitor", more: true)
    }

    /// Waits for a status that fits and returns it.
    @discardableResult
    package func until(_ fits: (JSONValue) -> Bool) throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(ClientSocket.timeoutSeconds)
        while ContinuousClock.now < deadline {
            let answer = try client.receive()
            guard answer.error == nil, let status = answer["status"] else {
                throw Client.Refused(answer: answer)
            }
            statuses.append(status)
            if fits(status) { return status }
        }
        throw ClientStream.NoReply()
    }

    /// Waits for a sync state, with an empty outbox if `isEmpty`.
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

    /// Runs a sync round, which must succeed.
    @discardableResult
    package func syncNow() throws -> Answer {
        let answer = try sync("SyncNow")
        guard answer.error == nil else { throw Refused(answer: answer) }
        return answer
    }

    /// Returns the position of an item, or `nil` if it has none.
    package func position(_ item: String) throws -> Double? {
        try playback("Get", ["item": .string(item)])["point.position"]?.number
    }
}
