// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Testing
internal import Varlink

@testable internal import StateServices

/// The settings of stores that are opened after a reload.
@Suite struct `After a reload` {
    /// The ways in which the daemon opens a store while it runs.
    enum Opening: CaseIterable { case restored, damaged, writableAgain, ofAnotherUser }

    /// Lets the store be opened; returns the user whose store it is.
    private func open(_ opening: Opening, in harness: ServicesHarness) throws -> UInt32 {
        let client = harness.connect()
        switch opening {
        case .restored:
            client.send(Service.Restore.self, Service.Restore.Parameters(name: "mine"))
            #expect(try client.awaitReply().error == nil)
        case .damaged:
            harness.services.tenants[1]?.queue.health.noteDamage("a page is torn")
            harness.services.endTurn()
        case .writableAgain:
            let waiting = try #require(harness.services.tenants[1]?.retire())
            let clients = harness.services.disconnect(1)
            harness.services.begin(1, for: clients, waiting: waiting, damage: nil)
        case .ofAnotherUser:
            harness.services.endTurn()
            harness.wake(after: 2)
            return 5
        }
        return 1
    }

    @Test(arguments: Opening.allCases)
    func `a store is opened with the settings of the last reload`(opening: Opening) throws {
        var outcome: Services.OpenedStore?
        var given: [StoreSettings] = []
        let harness = try ServicesHarness(backgroundOpener: { _, settings, _ throws(StoreError) in
            given.append(settings)
            return { outcome.map { .success($0) } }
        })
        let client = harness.connect()
        try client.save("film", 100)
        client.send(Service.Backup.self, Service.Backup.Parameters(name: "mine"))
        #expect(try client.awaitReply().error == nil)
        let peer = PeerCredentials(uid: 5, pid: 5)
        if opening == .ofAnotherUser {
            // The reload comes while the store is being opened.
            #expect(harness.services.opened(ConnectionID(100), peer: peer) == .later)
            harness.services.endTurn()
        }
        weak let before = harness.services.tenants[1]
        var changed = ServiceSettings()
        changed.store.points = 1
        changed.store.historyPerItem = 3
        changed.store.historyRetentionMilliseconds = 5_000
        changed.store.eventRetentionMilliseconds = 4_000
        changed.syncOwner = 1
        harness.services.apply(changed)
        outcome = try harness.openStore(named: "other.db")
        let user = try open(opening, in: harness)
        let tenant = try #require(harness.services.tenants[user])
        #expect((before == nil) == (user == 1))
        #expect(tenant.store.options.settings == changed.store(of: user))
        #expect(tenant.store.options.settings.syncs == (user == 1))
        // Events outlive the values, for a remote that may be set up later.
        let retention = tenant.store.options.settings.eventRetentionMilliseconds
        #expect(retention == (user == 1 ? 4_000 : 5_000))
        #expect(given == (opening == .ofAnotherUser ? [ServiceSettings().store(of: 5)] : []))
    }

    @Test
    func `a store opened after a reload queues changes only if the reload set a remote`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("film", 100)
        client.send(Service.Backup.self, Service.Backup.Parameters(name: "mine"))
        #expect(try client.awaitReply().error == nil)
        let remote = SyncHandle(remote: "file:///shared", note: { _ in }, request: { _ in 1 })
        for handle in [remote, nil] {
            harness.services.changeRemote(handle)
            let restorer = harness.connect()
            restorer.send(Service.Restore.self, Service.Restore.Parameters(name: "mine"))
            #expect(try restorer.awaitReply().error == nil)
            let store = try #require(harness.services.tenants[1]).store
            #expect(store.options.settings.syncs == (handle != nil))
        }
    }
}
