// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import NATSTesting
import SyncModel
import Testing

@testable import RemoteNATS

/// The notifications of a driver.
@Suite(.timeLimit(.minutes(10))) struct `Notifications of a NATS stream` {
    @Test func `the driver reports the writes of other devices and a lost connection`()
        async throws
    {
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

    @Test func `the driver reports that another device's player enters or leaves the foreground`()
        async throws
    {
        let stream = TestStream(try NATSCluster(1))
        let (one, other) = (stream.device(1), stream.device(2))
        _ = try await one.setUp()
        _ = try await other.setUp()
        var presence = DevicePresence(
            origin: Sample.origin(2),
            label: "cellar",
            at: 1,
            round: 1,
            seen: [:]
        )
        var news = one.notifications().makeAsyncIterator()
        // The device is new in the list.
        try await other.report(presence)
        #expect(await news.next() != nil)
        for isInFront in [true, false] {
            presence.round += 1
            presence.isInFront = isInFront
            try await other.report(presence)
            #expect(await news.next() != nil)
            #expect(try await one.devices().map(\.isInFront) == [isInFront])
        }
    }

    @Test(arguments: [
        ("0000000000000001-1.17", false), ("0000000000000001-1.17.500", false),
        ("0000000000000001-2.17", true), ("0000000000000002-1.17", true), ("", true), (nil, true),
    ])
    func `the driver does not report the device's own writes`(identifier: String?, isNews: Bool) {
        let listener = NATSListener(own: "\(Sample.origin(1)).")
        #expect(listener.isNews(identifier) == isNews)
    }
}
