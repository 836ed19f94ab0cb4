// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Glibc
import ModelTesting
import StateModel
import StateProtocol
import Synchronization
import Testing
import Varlink
import VarlinkNIO

@testable import StateClient

@Suite struct StateClientTests {
    private let snapshot = Snapshot(item: "i", player: "p", status: .paused, position: 61.5)

    @Test func `a snapshot is sent unchanged, and its result is returned`() async throws {
        try await withClient { call in
            let parameters = try? Playback.Save.parameters(of: call)
            let revision = Revision(Int(parameters?.snapshot.position ?? 0))
            return [
                Playback.Save.answer(
                    .init(result: SaveResult(outcome: .saved, reason: nil, revision: revision))
                )
            ]
        } body: { client, daemon in
            let result = try await client.save(snapshot)
            #expect(result == SaveResult(outcome: .saved, reason: nil, revision: 61))
            let calls = try await daemon.calls()
            #expect(calls.map(\.method) == ["io.stated.Playback.Save"])
            #expect(try Playback.Save.parameters(of: calls[0]).snapshot == snapshot)
        }
    }

    @Test func `a list call that may read all points has a longer timeout`() {
        for (parameters, isLong) in [
            (.init(), false), (.init(player: "mpv", limit: 5, since: 1), false),
            (.init(order: .time), false), (.init(order: .left), true), (.init(search: "a"), true),
            (.init(status: .paused), true), (.init(device: "desk"), true),
        ] as [(Playback.List.Parameters, Bool)] {
            let timeout = CallTimeout.of(Playback.List.name, parameters.json)
            #expect(timeout == (isLong ? CallTimeout.store : .seconds(10)))
        }
        #expect(CallTimeout.of(Playback.Get.name, []) == .seconds(10))
        #expect(CallTimeout.of(Playback.Clear.name, []) == .seconds(30))
    }

    @Test func `many snapshots are saved in order, in calls of at most 500`() async throws {
        try await withClient { call in
            let count = (try? Playback.SaveMany.parameters(of: call).snapshots.count) ?? 0
            let result = SaveResult(outcome: .saved, reason: nil, revision: Revision(count))
            return [
                Playback.SaveMany.answer(.init(results: Array(repeating: result, count: count)))
            ]
        } body: { client, daemon in
            for (count, parts) in [
                (0, []), (500, [500]), (501, [500, 1]), (1_200, [500, 500, 200]),
            ] {
                let snapshots = (0..<count).map {
                    Snapshot(item: "i", player: "p", status: .paused, position: Double($0))
                }
                let before = try await daemon.calls().count
                let results = try await client.saveMany(snapshots, anyway: true)
                #expect(
                    results.map(\.revision)
                        == parts.flatMap { part in
                            Array(repeating: Revision(part), count: part)
                        }
                )
                let calls = try await daemon.calls()[before...]
                let sent = try calls.map { try Playback.SaveMany.parameters(of: $0) }
                #expect(
                    sent.map(\.snapshots.count) == parts && sent.allSatisfy { $0.anyway == true }
                )
                #expect(sent.flatMap(\.snapshots) == snapshots)
            }
        }
    }

    @Test func `a tick does not wait for a reply`() async throws {
        try await withClient { call in
            call.oneway ? [] : [Service.GetMetrics.answer(.init(text: "t"))]
        } body: { client, daemon in
            try await client.tick(snapshot)
            #expect(try await client.metrics() == "t")
            let calls = try await daemon.calls()
            #expect(calls.map(\.oneway) == [true, false])
            #expect(calls.map(\.method) == [Playback.Save.name, Service.GetMetrics.name])
        }
    }

    @Test
    func `a snapshot with a number that is not finite is refused without a call`() async throws {
        try await withClient { _ in
            []
        } body: { client, daemon in
            var broken = snapshot
            broken.duration = .nan
            await #expect(
                throws: StateClientError.invalid(
                    field: "duration",
                    reason: "must be a finite number above 0, or absent"
                )
            ) {
                try await client.save(broken)
            }
            broken.duration = nil
            broken.position = .infinity
            await #expect(throws: StateClientError.self) { try await client.saveMany([broken]) }
            await #expect(throws: StateClientError.self) { try await client.tick(broken) }
            let calls = try await daemon.calls()
            #expect(calls.isEmpty)
        }
    }

    @Test func `the daemon's errors are thrown as errors of the library`() async throws {
        try await withClient { call in
            switch call.method {
            case Playback.Get.name: [StateError.expired(item: "i", expiredAt: 5).message]
            case Playback.Clear.name: [StateError.notFound(item: "i", player: nil).message]
            case Playback.Undo.name: [StateError.storageUnavailable(reason: "full").message]
            case Service.Reload.name: [StateError.permissionDenied.message]
            default: [Message.error("com.example.Odd", parameters: Array(#"{"a":1}"#.utf8))]
            }
        } body: { client, _ in
            await #expect(throws: StateClientError.expired(item: "i", at: 5)) {
                try await client.get("i")
            }
            await #expect(throws: StateClientError.notFound(item: "i", player: nil)) {
                try await client.clear("i")
            }
            await #expect(throws: StateClientError.unavailable(reason: "full")) {
                try await client.undo("i")
            }
            await #expect(throws: StateClientError.self) { try await client.reload() }
            await #expect(
                throws: StateClientError.other(name: "com.example.Odd", parameters: #"{"a":1}"#)
            ) {
                try await client.history("i")
            }
        }
    }

    @Test func `a reply of a wrong type throws an error that names the member`() async throws {
        try await withClient { _ in
            [Message.reply(parameters: Array(#"{"point":{"item":5}}"#.utf8), continues: false)]
        } body: { client, _ in
            do throws(StateClientError) {
                _ = try await client.get("i")
                Issue.record("it was taken")
            } catch {
                guard case .invalidReply(let reason) = error else { throw error }
                #expect(reason.contains("point.item"))
            }
        }
    }

    @Test func `a list is read to its last page`() async throws {
        try await withClient { call in
            let cursor = try? Playback.List.parameters(of: call).cursor
            let page = cursor.flatMap { Int($0) } ?? 0
            return [
                Playback.List.answer(
                    .init(
                        points: page == 1
                            ? [] : [2 * page, 2 * page + 1].map { point(Revision($0)) },
                        cursor: page < 2 ? String(page + 1) : nil
                    )
                )
            ]
        } body: { client, daemon in
            var revisions: [Revision] = []
            for try await point in client.list(player: "p") { revisions.append(point.revision) }
            #expect(revisions == [0, 1, 4, 5])
            for call in try await daemon.calls() {
                #expect(try Playback.List.parameters(of: call).player == "p")
            }
        }
    }

    @Test func `without a daemon, the error names the socket`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            await #expect(
                throws: StateClientError.noDaemon(
                    socket: socket,
                    reason: "there is no such socket"
                )
            ) {
                try await StateClient.connect(to: socket)
            }
        }
    }

    @Test(arguments: [
        (ENOTDIR, StateClientError.noDaemon(socket: "/p", reason: "there is no such socket")),
        (ECONNREFUSED, .noDaemon(socket: "/p", reason: "it is not a socket")),
        (ENAMETOOLONG, .noDaemon(socket: "/p", reason: "the path is longer than 107 bytes")),
        (EAGAIN, .unavailable(reason: "the daemon accepts no more connections at the moment")),
        (EIO, .noDaemon(socket: "/p", reason: "cannot connect to /p: Input/output error")),
    ])
    func `the reasons why a connection fails are distinguished`(
        errno: Int32,
        expected: StateClientError
    ) {
        let error = StateClientError(.cannotConnect(path: "/p", errno: errno), socket: "/p")
        #expect(error == expected)
    }

    @Test(arguments: [EACCES, EPERM])
    func `a socket that this user may not use is reported`(errno: Int32) {
        let error = StateClientError(.cannotConnect(path: "/p", errno: errno), socket: "/p")
        guard case .notAllowed(let reason) = error else {
            Issue.record("\(error) is reported")
            return
        }
        #expect(reason.hasPrefix("/p belongs to another user"))
    }

    @Test func `calls succeed after a restart of the daemon`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let answer = Service.GetMetrics.answer(.init(text: "t"))
            let first = try await FakeDaemon.start(on: socket) { _ in [answer] }
            let client = try await StateClient.connect(to: socket)
            _ = try await client.metrics()
            await first.stop()
            await #expect(throws: StateClientError.self) { try await client.metrics() }
            let second = try await FakeDaemon.start(on: socket) { _ in [answer] }
            #expect(try await client.metrics() == "t")
            await second.stop()
        }
    }

    @Test func `the call after a cancelled one uses a new connection`() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        try await withClient { call in
            guard call.method == Service.GetHealth.name else {
                return [Service.GetMetrics.answer(.init(text: "t"))]
            }
            asking.yield()
            return []
        } body: { client, _ in
            let waiting = Task { try await client.health() }
            for await _ in asked.prefix(1) {}
            waiting.cancel()
            let text = try await client.metrics()
            #expect(text == "t")
            await #expect(throws: StateClientError.cancelled) { _ = try await waiting.value }
        }
    }

    @Test func `a call that takes long does not delay other calls`() async throws {
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        try await withClient { call in
            guard call.method == Sync.SyncNow.name else {
                return [Service.GetMetrics.answer(.init(text: "t"))]
            }
            asking.yield()
            return []
        } body: { client, _ in
            let syncing = Task { try await client.syncNow() }
            for await _ in asked.prefix(1) {}
            let text = try await client.metrics()
            #expect(text == "t")
            syncing.cancel()
            await #expect(throws: StateClientError.cancelled) { _ = try await syncing.value }
        }
    }

    @Test func `an error in a later part of an array has the index in the whole array`()
        async throws
    {
        let refused = StateError.invalidEvent(field: "events[3].topic", reason: "r")
        let none = Events.AppendMany.answer(.init(results: Array(repeating: .init(), count: 500)))
        let parts = Mutex(0)
        try await withClient { _ in
            let part = parts.withLock { count in
                count += 1
                return count
            }
            return [part == 1 ? none : refused.message]
        } body: { client, _ in
            let event = try NewEvent("t", id: "e")
            await #expect(throws: StateClientError.invalid(field: "events[503].topic", reason: "r"))
            {
                try await client.appendEvents(Array(repeating: event, count: 600))
            }
        }
    }

    @Test func `nothing is sent of an array with an invalid snapshot`() async throws {
        try await withClient { _ in
            Issue.record("it was sent")
            return []
        } body: { client, _ in
            let right = Snapshot(item: "i", player: "p", status: .paused, position: 1)
            var wrong = right
            wrong.reading = ReadingPlace(fraction: .nan, locator: "l")
            let all = Array(repeating: right, count: 600) + [wrong]
            let error = await #expect(throws: StateClientError.self) {
                try await client.saveMany(all)
            }
            #expect(error?.description.contains("snapshots[600].") == true)
        }
    }

    private func point(_ revision: Revision) -> ResumePoint {
        ResumePoint(
            item: "i\(revision)",
            player: "p",
            status: .paused,
            position: 1,
            duration: nil,
            title: nil,
            device: "d",
            at: 1,
            expiresAt: 2,
            revision: revision
        )
    }
}

/// Runs `body` with a client of a daemon that answers as `script` says.
func withClient(
    script: @escaping FakeDaemon.Script,
    body: (StateClient, FakeDaemon) async throws -> Void
) async throws {
    try await withTemporaryDirectory { directory in
        let daemon = try await FakeDaemon.start(on: "\(directory)/s", script: script)
        let client = try await StateClient.connect(to: daemon.socket)
        do {
            try await body(client, daemon)
        } catch {
            await daemon.stop()
            throw error
        }
        await client.close()
        await daemon.stop()
    }
}
