// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// An event subscription on its own connection.
package final class EventStream {
    /// The connection.
    package let client: Client
    /// The token of the newest reply.
    package private(set) var token = ""
    private var pending: [JSONValue] = []

    /// Subscribes without waiting for a reply.
    package init(_ path: String, _ parameters: JSONValue = [:]) throws {
        client = try Client(path)
        try client.send("io.stated.Events.Follow", parameters, more: true)
    }

    /// Waits for the next reply of any kind and returns it.
    package func reply() throws -> Client.Answer {
        let answer = try client.receive()
        guard answer.error == nil else { throw ClientStream.Failure(answer: answer) }
        if let token = answer["token"]?.text { self.token = token }
        return answer
    }

    /// Returns all events up to and including the first reply that is `ready`.
    package func untilReady() throws -> [JSONValue] {
        var events: [JSONValue] = []
        while true {
            let answer = try reply()
            events += answer["events"]?.elements ?? []
            if answer["ready"] == true { return events }
        }
    }

    /// Waits for the next events and returns them.
    package func next(_ count: Int) throws -> [JSONValue] {
        let deadline = ContinuousClock.now + .seconds(ClientSocket.timeoutSeconds)
        while pending.count < count {
            pending += try reply()["events"]?.elements ?? []
            // The daemon reports the stream's position now and then, so without a deadline this
            // could wait forever.
            guard ContinuousClock.now < deadline else { throw ClientStream.NoReply() }
        }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }
}

extension Client {
    /// Calls a method of io.stated.Events.
    @discardableResult
    package func events(_ method: String, _ parameters: JSONValue? = nil) throws -> Answer {
        try call("io.stated.Events." + method, parameters)
    }

    /// Appends an event and waits until it is stored; the answer may be an error.
    @discardableResult
    package func append(
        _ id: String,
        topic: String = "score.entered",
        _ body: JSONValue = [:]
    ) throws -> Answer {
        try events("Append", .event(id, topic: topic, body))
    }

    /// Returns all stored events, read page by page.
    package func allEvents(limit: Int = 1_000) throws -> [JSONValue] {
        var events: [JSONValue] = []
        while true {
            let after = events.last?["sequence"] ?? 0
            let page = try self.events("List", ["after": after, "limit": .int(limit)])
            guard page.error == nil else { throw Refused(answer: page) }
            events += page["events"]?.elements ?? []
            guard page["more"] == true else { return events }
        }
    }
}

extension JSONValue {
    /// Returns the parameters that append an event.
    package static func event(
        _ id: String,
        topic: String = "score.entered",
        _ body: JSONValue = [:]
    ) -> JSONValue {
        ["id": .string(id), "topic": .string(topic), "body": body]
    }

    /// The number and the id of an event, such as `1 a`.
    package var eventWords: String {
        "\(self["sequence"]?.int ?? 0) \(self["id"]?.text ?? "")"
    }
}
