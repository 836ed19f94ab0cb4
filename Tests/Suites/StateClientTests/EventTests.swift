// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateClient
import StateModel
import StateProtocol
import Testing
import Varlink

@Suite struct EventTests {
    private static func event(_ sequence: SequenceNumber) -> Events.Event {
        Events.Event(
            id: "e\(sequence)",
            topic: "score.entered",
            body: Array(#"{ "n":\#(sequence) }"#.utf8),
            origin: "desk",
            at: 5,
            sequence: sequence,
            state: .failed
        )
    }

    private static func followed(
        _ sequences: [SequenceNumber],
        ready: Bool = true,
        token: String
    ) -> [UInt8] {
        let events = sequences.map { event($0).json }
        return Events.Follow.answer(events: events, ready: ready, token: token)
    }

    @Test func `many events are appended in order, in calls of at most 500`() async throws {
        try await withClient { call in
            let events = (try? Events.AppendMany.parameters(of: call).events) ?? []
            let results = events.map { event in
                // Another event has the ID 7.
                event.id == "7"
                    ? EventsTypes.Appended()
                    : .init(sequence: SequenceNumber(Int(event.id) ?? 0), duplicate: false)
            }
            return [Events.AppendMany.answer(.init(results: results))]
        } body: { client, daemon in
            let events = try (1...501).map { try NewEvent("t", body: "{}", id: "\($0)") }
            let appended = try await client.appendEvents(events)
            #expect(appended.map { $0?.sequence.rawValue } == (1...501).map { $0 == 7 ? nil : $0 })
            let calls = try await daemon.calls()
            #expect(
                try calls.map { try Events.AppendMany.parameters(of: $0).events.count } == [500, 1]
            )
        }
    }

    @Test func `each call fits the smallest message limit that a daemon can be set to`()
        async throws
    {
        try await withClient { call in
            let saved = SaveResult(outcome: .saved, reason: nil, revision: 1)
            let snapshots = (try? Playback.SaveMany.parameters(of: call).snapshots) ?? []
            let events = (try? Events.AppendMany.parameters(of: call).events) ?? []
            return switch call.method {
            case Playback.SaveMany.name:
                [Playback.SaveMany.answer(.init(results: snapshots.map { _ in saved }))]
            case Playback.UndoMany.name:
                [Playback.UndoMany.answer(.init(restored: 1, lost: 0))]
            default: [Events.AppendMany.answer(.init(results: events.map { _ in .init() }))]
            }
        } body: { client, daemon in
            let text = String(repeating: "x", count: 30_000)
            let body = #"{"text":"\#(text)"}"#
            try await client.appendEvents(
                (1...3).map { try NewEvent("t", body: body, id: "\($0)") }
            )
            let item = String(repeating: "i", count: 1_000)
            let snapshot = Snapshot(item: item, player: "p", status: .paused, position: 1)
            #expect(try await client.saveMany(Array(repeating: snapshot, count: 100)).count == 100)
            #expect(try await client.undoMany(Array(repeating: item, count: 100)).restored == 2)
            let calls = try await daemon.calls()
            #expect(calls.count == 6)
            #expect(calls.allSatisfy { $0.parameters.count < 64 << 10 })
        }
    }

    @Test func `append sends the event and returns its result`() async throws {
        try await withClient { _ in
            [Events.Append.answer(.init(sequence: 3, duplicate: true))]
        } body: { client, daemon in
            let appended = try await client.appendEvent("t", body: #"{ "a":1 }"#, id: "x", at: 7)
            #expect(appended.sequence == 3)
            #expect(appended.isDuplicate)
            let call = try #require(try await daemon.calls().first)
            #expect(
                try Events.Append.parameters(of: call)
                    == .init(id: "x", topic: "t", body: Array(#"{ "a":1 }"#.utf8), at: 7)
            )
        }
    }

    @Test func `a body that is not an object is refused without a call`() async throws {
        let client = StateClient(socket: "/nonexistent")
        await #expect(
            throws: StateClientError.invalid(field: "body", reason: "must be one JSON object")
        ) {
            try await client.appendEvent("t", body: "[]", id: "x")
        }
    }

    @Test(arguments: [29, 31, 32, 64])
    func `a body that is nested too deeply is refused without a call`(depth: Int) async throws {
        let client = StateClient(socket: "/nonexistent")
        let body =
            String(repeating: #"{"a":"#, count: depth) + "1"
            + String(repeating: "}", count: depth)
        let reason = "must be nested at most 28 levels deep"
        await #expect(throws: StateClientError.invalid(field: "body", reason: reason)) {
            try await client.appendEvent("t", body: body, id: "x")
        }
        guard depth > 31 else { return }
        let all = "must be nested at most 31 levels deep"
        await #expect(throws: StateClientError.invalid(field: "parameters", reason: all)) {
            _ = try await client.call("io.stated.Events.Append", parameters: body)
        }
    }

    @Test func `an ID that another event has throws idReused`() async throws {
        try await withClient { _ in
            [StateError.idReused(id: "x").message]
        } body: { client, _ in
            await #expect(throws: StateClientError.idReused(id: "x")) {
                try await client.appendEvent("t", id: "x")
            }
        }
    }

    @Test func `a list is read to its last page`() async throws {
        try await withClient { call in
            let after = (try? Events.List.parameters(of: call))?.after ?? 0
            let page = [Self.event(after + 1), Self.event(after + 2)]
            return [Events.List.answer(.init(events: page, more: after < 4))]
        } body: { client, daemon in
            var events: [StoredEvent] = []
            for try await event in client.events(topic: "t") { events.append(event) }
            #expect(events.map(\.sequence) == [1, 2, 3, 4, 5, 6])
            let first = try #require(events.first)
            #expect(first.body == #"{ "n":1 }"#)
            #expect(first.id == "e1")
            #expect(first.state == .failed)
            #expect(try await daemon.calls().count == 3)
        }
    }

    @Test func `a stream of events continues from its token after a restart`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket) { _ in
                [Self.followed([1, 2], ready: false, token: "t2"), Self.followed([], token: "t2")]
            }
            let client = StateClient(socket: socket)
            var steps = client.followEvents(topic: "t").makeAsyncIterator()
            let batch = try await steps.next()?.batch
            #expect(batch?.events.map(\.sequence) == [1, 2])
            #expect(batch?.isReady == false)
            #expect(try await steps.next()?.batch?.isReady == true)
            await first.stop()
            #expect(try await steps.next() == .disconnected)
            let second = try await FakeDaemon.start(on: socket) { _ in
                [Self.followed([3], token: "t3")]
            }
            #expect(try await steps.next() == .reconnected)
            #expect(try await steps.next()?.batch?.events.map(\.sequence) == [3])
            let call = try #require(try await second.calls().first)
            #expect(try Events.Follow.parameters(of: call) == .init(token: "t2", topic: "t"))
            await second.stop()
        }
    }

    @Test func `a stream with an unusable token fails at its start`() async throws {
        try await withClient { _ in
            [StateError.eventsResyncRequired(reason: "gone", oldest: 5).message]
        } body: { client, _ in
            var steps = client.followEvents(after: "t").makeAsyncIterator()
            await #expect(throws: StateClientError.resyncRequired(reason: "gone")) {
                try await steps.next()
            }
        }
    }
}

extension FollowEvent<EventBatch> {
    /// The events that arrived.
    fileprivate var batch: EventBatch? {
        guard case .batch(let batch) = self else { return nil }
        return batch
    }
}
