// SPDX-License-Identifier: Apache-2.0
import NATSTesting
import RemoteNATS
import SyncModel
import Testing

/// What a driver tells without being asked.
@Suite(.timeLimit(.minutes(2))) struct `The news of a NATS stream` {
    @Test func `come from other devices, and from the end of a connection`() async throws {
        let cluster = try NATSCluster()
        let stream = TestStream(cluster)
        let (one, other) = (stream.device(1), stream.device(2))
        var news = one.notifications().makeAsyncIterator()
        _ = try await one.setUp()
        _ = try await other.setUp()
        let (_, cursor) = try await one.all()
        _ = try await other.push([Sample.item("film", 60, 1, by: 2)])
        #expect(await news.next() != nil)
        // What was announced can be read, whichever server answers.
        #expect(try await one.all(after: cursor).entries.map(\.record.operation.number) == [1])
        cluster.kill(0)
        #expect(await news.next() != nil)
    }

    @Test func `do not come from the device itself`() async throws {
        let stream = TestStream(try NATSCluster())
        let (one, other) = (stream.device(1), stream.device(2))
        _ = try await one.setUp()
        _ = try await other.setUp()
        let news = one.notifications()
        _ = try await one.push([Sample.item("film", 60, 1), Sample.event(2)])
        _ = try await other.push([Sample.event(1, by: 2)])
        var iterator = news.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        // All three are announced in one order, so one of its own would have come before.
        let (entries, _) = try await one.all()
        #expect(entries.count == 3)
    }
}
