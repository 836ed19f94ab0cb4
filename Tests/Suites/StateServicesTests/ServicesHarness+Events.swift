// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing
internal import Varlink

extension Client {
    /// Appends an event; answers `new 3` or `duplicate 3`.
    @discardableResult
    func append(
        _ id: String,
        topic: String = "score.entered",
        body: String = "{}",
        at: Timestamp? = nil,
        key: String? = nil
    ) throws -> String {
        let reply = try call(
            Events.Append.self,
            .init(id: id, topic: topic, body: Array(body.utf8), at: at, key: key)
        )
        return "\(reply.duplicate ? "duplicate" : "new") \(reply.sequence)"
    }

    /// Makes that call in a turn that goes on.
    func handEvent(_ id: String, body: String = "{}", oneway: Bool = false) {
        hand(
            Events.Append.self,
            .init(id: id, topic: "score.entered", body: Array(body.utf8)),
            oneway: oneway
        )
    }

    /// Appends that many events in one turn: `e1` and so on.
    func appendTogether(_ numbers: ClosedRange<Int>, body: String = "{}") throws {
        for number in numbers { handEvent("e\(number)", body: body) }
        harness.services.endTurn()
        #expect(try replies().allSatisfy { $0.error == nil })
    }

    /// One page of events: `1 a`.
    func events(
        after: SequenceNumber? = nil,
        topic: String? = nil,
        limit: Int? = nil
    ) throws -> (events: [String], more: Bool) {
        let reply = try call(Events.List.self, .init(after: after, topic: topic, limit: limit))
        return (reply.events.map(\.words), reply.more)
    }

    @discardableResult
    func follow(token: String? = nil, topic: String? = nil) -> CallDisposition {
        send(Events.Follow.self, .init(token: token, topic: topic), more: true)
    }

    /// The replies of a stream of events that arrived since it was last asked for.
    func followed() throws -> [Events.Follow.Reply] {
        try replies().map { reply in
            try #require(reply.error == nil)
            return try Events.Follow.Reply(json: reply.parameters)
        }
    }

    /// The events of a stream that arrived: `1 a`.
    func heard() throws -> [String] {
        try followed().flatMap(\.events).map(\.words)
    }
}

extension Events.Event {
    /// Its number and its id.
    var words: String { "\(sequence) \(id)" }
}
