// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@testable import StateServices
@testable import StateStore

@Suite struct `A tenant` {
    @Test func `a tenant that is removed closes its store`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("film", 15)
        weak let store = try #require(harness.services.tenants[1]).store
        #expect(store != nil)
        #expect(harness.services.disconnect(1) == [client.id])
        // The file must be closed before another store takes its name.
        #expect(store == nil)
    }

    @Test func `the replaced store is closed before the restored one is opened`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("film", 15)
        client.send(Service.Backup.self, Service.Backup.Parameters(name: "mine"))
        #expect(try client.awaitReply().error == nil)
        try client.save("film", 300)
        client.send(Service.Restore.self, Service.Restore.Parameters(name: "mine"))
        // The opener takes the store's lock, which the former store has until it is closed.
        #expect(try client.awaitReply().error == nil)
        let reply = try client.call(Playback.Get.self, Playback.Get.Parameters(item: "film"))
        #expect(reply.point.position == 15)
    }

    @Test
    func `after a failed read of the store, a tenant still serves a slow subscriber`() throws {
        let transport = FakeTransport()
        let core = StreamCore<EventSubscription>(transport: transport)
        let place = LogPlace(sequence: 0, time: 0)
        core.add(
            EventSubscription(
                connection: ConnectionID(1),
                topic: nil,
                place: place,
                gone: 0,
                lastReplyAt: 0
            )
        )
        #expect(throws: StoreError.self) {
            try core.pump(
                until: { false },
                { _ throws(StoreError) in
                    throw StoreError(.inputOutput, "the disk does not answer")
                }
            )
        }
        var turns = 0
        let isMore = try core.pump(
            until: { turns > 0 },
            { subscription throws(StoreError) in
                turns += 1
                subscription.isLive = true
                return true
            }
        )
        #expect(turns == 1)
        #expect(!isMore)
    }

    @Test func `a tenant is not woken for streams that have ended`() throws {
        let harness = try ServicesHarness()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        harness.services.closed(watcher.id)
        harness.services.endTurn()
        harness.pass(2_000)
        let wake = harness.transport.wakeAt ?? .max
        #expect(wake - harness.clocks.reading().boottime > 15_000)
    }
}
