// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateClient
import StateModel
import StateProtocol
import Testing
import Varlink

@Suite struct SyncTests {
    private static func status(_ state: Sync.State, error: String? = nil) -> Sync.Status {
        Sync.Status(
            state: state,
            remote: "file:///s",
            device: "desk",
            isOnline: true,
            isPolling: false,
            phases: [.init(name: .import, state: .failed, startedAt: 1, endedAt: 2, error: "e")],
            outbox: .init(pending: 1, inFlight: 2, synced: 3, failed: 4, oldestAt: 5),
            lastSuccessAt: 6,
            error: error,
            pushes: 7,
            pulls: 8,
            notifications: 9,
            lastDurationMs: 10,
            delay: .init(count: 11, p50: 12, p99: 13, max: 14),
            indicator: .init(icon: "i", label: "l", tone: .warning)
        )
    }

    @Test func `a status contains what the daemon sent`() async throws {
        try await withClient { _ in
            [Sync.GetStatus.answer(.init(status: Self.status(.failed, error: "no room")))]
        } body: { client, _ in
            let status = try await client.syncStatus()
            #expect(status.state == .failed)
            #expect(status.remote == "file:///s")
            #expect(status.error == "no room")
            #expect(status.phases.map(\.name) == [.import])
            #expect(status.phases.first?.error == "e")
            #expect(status.outbox.failed == 4)
            #expect(status.delay.p99 == 13)
            #expect(status.lastDurationMs == 10)
            #expect(status.indicator.label == "l")
            #expect(status.indicator.tone == .warning)
        }
    }

    @Test func `each function about sync calls its method`() async throws {
        try await withClient { call in
            switch call.method {
            case Sync.SyncNow.name:
                [Sync.SyncNow.answer(.init(pushed: 1, pulled: 2, conflicts: 3, durationMs: 4))]
            case Sync.ListOutbox.name: [Sync.ListOutbox.answer(.init(entries: []))]
            case Sync.RetryFailed.name: [Sync.RetryFailed.answer(.init(retried: 5))]
            case Sync.ListDevices.name:
                [
                    Sync.ListDevices.answer(
                        .init(devices: [.init(device: "d", lastSeenAt: 1, clockOffsetMs: -2)])
                    )
                ]
            default: [Sync.ForgetDevice.answer(.init())]
            }
        } body: { client, daemon in
            let outcome = try await client.syncNow()
            #expect(outcome.conflicts == 3)
            #expect(outcome.duration == .milliseconds(4))
            #expect(try await client.outbox(state: .inFlight, limit: 9).isEmpty)
            #expect(try await client.retryOutbox(12) == 5)
            #expect(try await client.devices().map(\.clockOffsetMs) == [-2])
            try await client.forgetDevice("d")
            try await client.resolveConflict(3)
            try await client.dismissConflict(3)
            try await client.remoteChanged(scope: "s")
            let calls = try await daemon.calls()
            #expect(
                calls.map(\.method) == [
                    Sync.SyncNow.name, Sync.ListOutbox.name, Sync.RetryFailed.name,
                    Sync.ListDevices.name, Sync.ForgetDevice.name, Sync.ResolveConflict.name,
                    Sync.DismissConflict.name,
                    Sync.RemoteChanged.name,
                ]
            )
            #expect(
                try Sync.ListOutbox.parameters(of: calls[1]) == .init(state: .inFlight, limit: 9)
            )
            #expect(try Sync.RetryFailed.parameters(of: calls[2]) == .init(id: 12))
            #expect(try Sync.ForgetDevice.parameters(of: calls[4]) == .init(device: "d"))
        }
    }

    @Test func `conflicts and steps are returned with the reasons`() async throws {
        try await withClient { call in
            guard call.method == Sync.Explain.name else {
                let conflict = Sync.Conflict(
                    id: 1,
                    item: "i",
                    strategy: .furthest,
                    winner: Array(#"{ "a":1.0 }"#.utf8),
                    loser: Array("{}".utf8),
                    at: 2
                )
                return [Sync.ListConflicts.answer(.init(conflicts: [conflict]))]
            }
            let step = Sync.Step(revision: 3, at: 4, device: "d", outcome: "won", reason: "newer")
            return [Sync.Explain.answer(.init(steps: [step]))]
        } body: { client, _ in
            let conflict = try #require(try await client.conflicts().first)
            #expect(conflict.strategy == .furthest)
            #expect(conflict.winner == Array(#"{ "a":1.0 }"#.utf8))
            let step = try #require(try await client.explain("i").first)
            #expect(step.outcome == "won")
            #expect(step.position == nil)
        }
    }

    @Test(arguments: [
        (StateError.syncDisabled, StateClientError.syncDisabled),
        (.remoteUnavailable(reason: "w"), .remoteUnavailable(reason: "w")),
        (.entryNotFound(id: 5), .entryNotFound(id: 5)),
        (.deviceNotFound(device: "d"), .deviceNotFound(device: "d")),
    ])
    func `each kind of refusal throws a separate error`(
        refusal: StateError,
        error: StateClientError
    ) async throws {
        try await withClient { _ in
            [refusal.message]
        } body: { client, _ in
            await #expect(throws: error) { try await client.syncNow() }
        }
    }

    @Test func `the stream of the sync status continues after a restart of the daemon`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket) { _ in
                [Sync.Monitor.answer(.init(status: Self.status(.idle)), continues: true)]
            }
            var steps = StateClient(socket: socket).followSyncStatus().makeAsyncIterator()
            #expect(try await steps.next()?.state == .idle)
            try await first.push(
                Sync.Monitor.answer(.init(status: Self.status(.syncing)), continues: true)
            )
            #expect(try await steps.next()?.state == .syncing)
            await first.stop()
            #expect(try await steps.next() == .disconnected)
            let second = try await FakeDaemon.start(on: socket) { _ in
                [Sync.Monitor.answer(.init(status: Self.status(.offline)), continues: true)]
            }
            #expect(try await steps.next() == .reconnected)
            #expect(try await steps.next()?.state == .offline)
            await second.stop()
        }
    }

    @Test func `the stream of the sync status fails if the daemon cannot report it`() async throws {
        try await withClient { call in
            [StateError.methodNotImplemented(call.method).message]
        } body: { client, _ in
            var steps = client.followSyncStatus().makeAsyncIterator()
            await #expect(throws: StateClientError.unsupported(method: Sync.Monitor.name)) {
                try await steps.next()
            }
        }
    }
}

extension FollowEvent<SyncStatus> {
    /// How it stands in a word.
    fileprivate var state: Sync.State? {
        guard case .batch(let status) = self else { return nil }
        return status.state
    }
}
