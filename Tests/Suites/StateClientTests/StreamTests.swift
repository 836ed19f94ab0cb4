// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateClient
import StateModel
import StateProtocol
import Testing
import Varlink

@Suite struct StreamTests {
    @Test func `each change carries the token of its reply`() async throws {
        try await withClient { call in
            [subscribed([cleared("a", 1), cleared("b", 2)], token: "t2")]
        } body: { client, daemon in
            var changes = client.subscribe(after: "t0", player: "p", item: "i").makeAsyncIterator()
            let first = try #require(try await changes.next())
            #expect(first.changes.map(\.item) == ["a", "b"])
            #expect(first.token == "t2")
            #expect(first.isReady)
            try await daemon.push(subscribed([], token: "t3"))
            let second = try #require(try await changes.next())
            #expect(second.changes.isEmpty)
            #expect(second.token == "t3")
            let call = try #require(try await daemon.calls().first)
            #expect(call.more)
            #expect(
                try Playback.Subscribe.parameters(of: call)
                    == .init(token: "t0", player: "p", item: "i")
            )
        }
    }

    @Test func `a stream throws when the daemon ends`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let daemon = try await FakeDaemon.start(on: socket) { _ in [subscribed([], token: "t")]
            }
            var changes = StateClient(socket: socket).subscribe().makeAsyncIterator()
            _ = try await changes.next()
            await daemon.stop()
            await #expect(throws: StateClientError.self) { try await changes.next() }
            #expect(try await changes.next() == nil)
        }
    }

    @Test func `a stream that reconnects continues from its token after a restart`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket) { _ in
                [subscribed([cleared("a", 1)], token: "t1")]
            }
            var events = StateClient(socket: socket).follow(item: "i").makeAsyncIterator()
            #expect(try await events.next()?.token == "t1")
            await first.stop()
            #expect(try await events.next() == .disconnected)
            let second = try await FakeDaemon.start(on: socket) { _ in
                [subscribed([cleared("b", 2)], token: "t2")]
            }
            #expect(try await events.next() == .reconnected)
            #expect(try await events.next()?.items == ["b"])
            let call = try #require(try await second.calls().first)
            #expect(try Playback.Subscribe.parameters(of: call) == .init(token: "t1", item: "i"))
            await second.stop()
        }
    }

    @Test func `a stream that reconnects reports a required resync`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket) { _ in [subscribed([], token: "t1")]
            }
            var events = StateClient(socket: socket).follow().makeAsyncIterator()
            _ = try await events.next()
            await first.stop()
            #expect(try await events.next() == .disconnected)
            let second = try await FakeDaemon.start(on: socket) { call in
                let token = try? Playback.Subscribe.parameters(of: call).token
                return token == nil
                    ? [subscribed([], token: "n1")]
                    : [StateError.resyncRequired(reason: "another store").message]
            }
            #expect(try await events.next() == .restarted(reason: "another store"))
            #expect(try await events.next() == .reconnected)
            #expect(try await events.next()?.token == "n1")
            await second.stop()
        }
    }

    @Test func `a backup reports its progress and at the end its path`() async throws {
        try await withClient { call in
            [
                Service.Backup.answer(.init(pagesDone: 1, pagesTotal: 2), continues: true),
                Service.Backup.answer(.init(pagesDone: 2, pagesTotal: 2, path: "/b")),
            ]
        } body: { client, _ in
            var seen: [BackupProgress] = []
            for try await progress in client.backup(name: "b") { seen.append(progress) }
            #expect(seen.map(\.pagesDone) == [1, 2])
            #expect(seen.map(\.path) == [nil, "/b"])
        }
    }
}

extension FollowEvent<ChangeBatch> {
    /// The token of the changes that arrived.
    fileprivate var token: String? {
        guard case .batch(let batch) = self else { return nil }
        return batch.token
    }

    /// The items that changed.
    fileprivate var items: [String?]? {
        guard case .batch(let batch) = self else { return nil }
        return batch.changes.map(\.item)
    }
}

private func cleared(_ item: String, _ revision: Revision) -> Change {
    Change(kind: .cleared, revision: revision, item: item)
}

private func subscribed(_ changes: [Change], token: String) -> [UInt8] {
    Playback.Subscribe.answer(
        .init(changes: changes, ready: true, skipped: 0, token: token),
        continues: true
    )
}
