// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import RealSimulation
import Simulation
import StateModel
import StateProtocol
import StateSync
import SyncModel
import Testing

@Suite struct `Conflicts between devices` {
    /// Returns two devices that changed an item while they were apart.
    ///
    /// The desk saved 1,000 s and, a minute later, the couch saved 500 s.
    private func apart(_ strategy: ConflictStrategy) throws -> Household {
        let house = try Household(strategy: strategy)
        house.homes[0].save("film.mkv", 100)
        house.sync()
        house.pass(60_000)
        house.homes[0].save("film.mkv", 1_000)
        house.pass(60_000)
        house.homes[1].save("film.mkv", 500)
        house.sync()
        house.sync()
        return house
    }

    @Test(arguments: [(ConflictStrategy.newest, 500.0), (.furthest, 1_000.0)])
    func `the strategy newest decides by the times of the values, and furthest by the positions`(
        _ strategy: ConflictStrategy,
        _ position: Double
    ) throws {
        let house = try apart(strategy)
        #expect(house.homes.map { $0.get("film.mkv")?.position } == [position, position])
    }

    @Test(arguments: [ConflictStrategy.server, .client])
    func `with the strategies server and client, devices reach the same value`(
        _ strategy: ConflictStrategy
    ) throws {
        let house = try apart(strategy)
        let place = house.homes[0].get("film.mkv")?.position
        #expect(place == 500 || place == 1_000)
        #expect(house.homes[1].get("film.mkv")?.position == place)
    }

    @Test func `conflicts are listed, explained and resolved`() throws {
        let house = try apart(.newest)
        for home in house.homes { home.connectSync() }
        let lists = try house.homes.map {
            try #require($0.call(Sync.ListConflicts.self, .init())).conflicts
        }
        let (number, listed) = try #require(
            lists.enumerated().first { !$0.element.isEmpty }.map { ($0.offset, $0.element) }
        )
        let conflict = try #require(listed.first)
        #expect(conflict.item == "film.mkv")
        #expect(conflict.strategy == .newest)
        #expect(try ResumePoint(json: conflict.winner).position == 500)
        #expect(try ResumePoint(json: conflict.loser).position == 1_000)
        let home = house.homes[number]
        let steps = try #require(home.call(Sync.Explain.self, .init(item: "film.mkv"))).steps
        #expect(steps.contains { $0.reason.hasPrefix("newest: ") })
        #expect(home.call(Sync.ResolveConflict.self, .init(id: conflict.id)) != nil)
        #expect(home.get("film.mkv")?.position == 1_000)
        #expect(home.call(Sync.ListConflicts.self, .init())?.conflicts.isEmpty == true)
        #expect(home.call(Sync.ResolveConflict.self, .init(id: conflict.id)) == nil)
        house.sync()
        #expect(house.homes.map { $0.get("film.mkv")?.position } == [1_000, 1_000])
    }

    @Test func `a value that lost keeps the time at which it was observed`() throws {
        let house = try Household()
        house.homes[0].save("film.mkv", 100)
        for _ in 1...3 { house.sync() }
        house.pass(60_000)
        let observed = house.now
        house.homes[0].save("film.mkv", 1_000)
        house.round(0)
        house.pass(3_600_000)
        house.homes[1].save("film.mkv", 500)
        house.sync()
        let home = house.homes[1]
        home.connectSync()
        let conflict = try #require(home.call(Sync.ListConflicts.self, .init())?.conflicts.first)
        #expect(try ResumePoint(json: conflict.loser).at == observed)
        let past = try #require(home.call(Playback.History.self, .init(item: "film.mkv"))).entries
        #expect(past.first { $0.point.position == 1_000 }?.point.at == observed)
        let steps = try #require(home.call(Sync.Explain.self, .init(item: "film.mkv"))).steps
        #expect(steps.filter { $0.position == 1_000 }.allSatisfy { $0.at == observed })
    }

    @Test(arguments: [1])
    func `a resolved conflict restores the value with its device and time, as an undo does`(
        _ resolver: Int
    ) throws {
        let house = try Household()
        house.homes[0].save("film.mkv", 1_000)
        let observed = house.now
        house.pass(2 * 3_600_000)
        house.homes[1].save("film.mkv", 500, status: .playing)
        for _ in 1...2 { house.sync() }
        let home = house.homes[resolver]
        home.connectSync()
        let conflict = try #require(home.call(Sync.ListConflicts.self, .init())?.conflicts.first)
        #expect(home.call(Sync.ResolveConflict.self, .init(id: conflict.id)) != nil)
        for _ in 1...2 { house.sync() }
        for home in house.homes {
            let point = try #require(home.get("film.mkv"))
            #expect(point.position == 1_000)
            #expect(point.device == "device-0")
            #expect(point.at == observed)
            #expect(point.expiresAt > house.now + 23 * 3_600_000)
        }
    }

    @Test(arguments: [0, 1], [false, true])
    func `the resolution of a conflict about an alias takes effect on all devices`(
        _ resolver: Int,
        _ isRemoved: Bool
    ) throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("one.mkv", 1_000)
        desk.save("two.mkv", 2_000)
        if isRemoved { desk.alias("film", of: "two.mkv") }
        house.sync()
        if isRemoved {
            #expect(desk.call(Playback.RemoveAlias.self, .init(alias: "film")) != nil)
        } else {
            desk.alias("film", of: "one.mkv")
        }
        house.pass(60_000)
        if isRemoved { couch.call(Playback.RemoveAlias.self, .init(alias: "film")) }
        couch.alias("film", of: isRemoved ? "one.mkv" : "two.mkv")
        for _ in 1...2 { house.sync() }
        let home = house.homes[resolver]
        home.connectSync()
        let listed = try #require(home.call(Sync.ListConflicts.self, .init())).conflicts
        let conflict = try #require(listed.first { $0.item == "film" })
        #expect(home.get("film")?.item == (isRemoved ? "one.mkv" : "two.mkv"))
        #expect(home.call(Sync.ResolveConflict.self, .init(id: conflict.id)) != nil)
        #expect(home.get("film")?.item == (isRemoved ? nil : "one.mkv"))
        for _ in 1...2 { house.sync() }
        for home in house.homes {
            #expect(home.get("film")?.item == (isRemoved ? nil : "one.mkv"))
            #expect(home.get("one.mkv")?.position == 1_000)
            #expect(home.get("two.mkv")?.position == 2_000)
            home.connectSync()
            let left = home.call(Sync.ListConflicts.self, .init())?.conflicts
            #expect(left?.contains { $0.item == "film" } == false)
        }
    }

    @Test func `several changes by one device are listed as a single conflict`() throws {
        let house = try Household()
        for position in [1_000.0, 1_100, 1_200] {
            house.homes[0].save("film.mkv", position)
            house.round(0)
        }
        house.homes[1].save("film.mkv", 500)
        house.sync()
        for home in house.homes { home.connectSync() }
        let listed = try #require(house.homes[1].call(Sync.ListConflicts.self, .init())).conflicts
        #expect(listed.count == 1)
        #expect(try ResumePoint(json: try #require(listed.first).loser).position == 1_200)
    }

    @Test func `a conflict is no longer listed once the user has chosen a value`() throws {
        let house = try apart(.newest)
        for home in house.homes { home.connectSync() }
        func listed(_ number: Int) throws -> [Sync.Conflict] {
            try #require(house.homes[number].call(Sync.ListConflicts.self, .init())).conflicts
        }
        let first = try #require(try listed(1).first)
        #expect(try listed(0).count == 1)
        #expect(house.homes[1].call(Sync.ResolveConflict.self, .init(id: first.id)) != nil)
        house.sync()
        #expect(try listed(0).isEmpty)
        #expect(try listed(1).isEmpty)
        #expect(house.homes.map { $0.get("film.mkv")?.position } == [1_000, 1_000])
    }

    @Test func `both devices keep the losing value in the history`() throws {
        for home in try apart(.newest).homes {
            let past = try #require(home.call(Playback.History.self, .init(item: "film.mkv")))
            #expect(past.entries.contains { $0.point.position == 1_000 })
            #expect(past.entries.contains { $0.point.device == "device-0" })
        }
    }

    @Test func `the metrics of sync appear once a remote store is connected`() throws {
        let home = try Household().homes[0]
        let before = try #require(home.call(Service.GetMetrics.self, .init())).text
        #expect(!before.contains("stated_sync_"))
        home.connectSync()
        home.save("film.mkv", 1_000)
        let text = try #require(home.call(Service.GetMetrics.self, .init())).text
        #expect(text.contains("stated_outbox_entries{state=\"pending\"} 1\n"))
        #expect(text.contains("stated_sync_pushes_total 0\n"))
        #expect(text.hasSuffix("# EOF\n"))
    }

    @Test func `without a remote store, no conflicts can be listed`() throws {
        let house = try Household()
        let home = house.homes[0]
        #expect(home.call(Sync.ListConflicts.self, .init()) == nil)
        #expect(home.call(Sync.SyncNow.self, .init()) == nil)
        #expect(home.call(Sync.GetStatus.self, .init())?.status.state == .disabled)
        home.connectSync()
        #expect(home.call(Sync.ListConflicts.self, .init())?.conflicts.isEmpty == true)
        #expect(home.call(Sync.GetStatus.self, .init())?.status.state == .idle)
    }

    @Test func `the outbox lists the waiting entries`() throws {
        let house = try Household()
        let home = house.homes[0]
        home.connectSync()
        home.save("film.mkv", 1_000)
        home.save("song.flac", 60)
        home.clear("song.flac")
        let event = Events.Append.Parameters(id: "e1", topic: "t", body: Array("{}".utf8))
        home.call(Events.Append.self, event)
        let waiting = try #require(home.call(Sync.ListOutbox.self, .init())).entries
        #expect(Set(waiting.map(\.key)) == ["film.mkv", "song.flac", "e1"])
        #expect(waiting.allSatisfy { $0.state == .pending && $0.attempts == 0 })
        #expect(Set(waiting.map(\.kind)) == [.point, .tombstone, .event])
        let before = try #require(home.call(Sync.GetStatus.self, .init())).status.outbox
        #expect(before.pending == 3)
        #expect(before.oldestAt == house.now)
        house.sync()
        let after = try #require(home.call(Sync.GetStatus.self, .init())).status.outbox
        #expect(after.pending == 0)
        #expect(after.synced == 3)
        #expect(home.call(Sync.ListOutbox.self, .init())?.entries.isEmpty == true)
        #expect(home.call(Sync.RetryFailed.self, .init(id: 5)) == nil)
        #expect(home.call(Sync.RetryFailed.self, .init())?.retried == 0)
    }
}
