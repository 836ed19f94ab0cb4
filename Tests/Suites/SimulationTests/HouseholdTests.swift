// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import RealSimulation
import Simulation
import StateModel
import StateProtocol
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `Devices of one user` {
    @Test func `a device resumes where another one stopped`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        house.sync()
        let point = try #require(couch.get("film.mkv"))
        #expect(point.position == 3_600)
        #expect(point.device == "device-0")
        house.pass(60_000)
        couch.save("film.mkv", 4_200)
        house.sync()
        #expect(desk.get("film.mkv")?.position == 4_200)
        #expect(desk.get("film.mkv")?.device == "device-1")
        #expect(desk.backlog == 0)
        #expect(couch.backlog == 0)
    }

    @Test func `a value cleared on another device is kept and can be restored on every device`()
        throws
    {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        house.sync()
        couch.clear("film.mkv")
        house.sync()
        #expect(desk.get("film.mkv") == nil)
        let past = desk.call(Playback.History.self, .init(item: "film.mkv"))?.entries
        #expect(past?.first?.point.position == 3_600)
        #expect(desk.call(Playback.Undo.self, .init(item: "film.mkv")) != nil)
        house.sync()
        #expect(couch.get("film.mkv")?.position == 3_600)
    }

    @Test
    func `a point that expired on one device does not replace a newer point of another`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        house.sync()
        // Offline, the desk continues an hour before the couch's copy expires.
        house.pass(23 * 3_600_000)
        desk.save("film.mkv", 5_000)
        house.pass(2 * 3_600_000)
        #expect(couch.get("film.mkv") == nil)
        house.sync()
        #expect(couch.get("film.mkv")?.position == 5_000)
        #expect(desk.get("film.mkv")?.position == 5_000)
    }

    @Test func `a restart of one device does not pause another device's players`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600, status: .playing)
        couch.save("song.flac", 60, status: .playing)
        house.sync()
        couch.crash(at: SyncMoment(trusted: house.now, elapsed: house.now.rawValue))
        #expect(couch.get("film.mkv")?.status == .playing)
        #expect(couch.get("song.flac")?.status == .paused)
        house.sync()
        #expect(desk.get("film.mkv")?.status == .playing)
        #expect(desk.get("song.flac")?.status == .paused)
    }

    @Test func `each device receives each event once, with the device it comes from`() throws {
        let house = try Household(3)
        for home in house.homes {
            for number in 1...3 {
                let event = Events.Append.Parameters(
                    id: "\(home.label)-\(number)",
                    topic: "score",
                    body: Array("{\"n\":\(number)}".utf8)
                )
                #expect(home.call(Events.Append.self, event)?.duplicate == false)
            }
        }
        house.sync()
        house.sync()
        for home in house.homes {
            let events = try #require(home.call(Events.List.self, .init())).events
            #expect(events.count == 9)
            #expect(events.allSatisfy { $0.state == .synced })
            #expect(events.allSatisfy { $0.id.hasPrefix($0.origin) })
        }
        // Events from other devices are known by their ids here, too.
        let again = Events.Append.Parameters(
            id: "device-1-1",
            topic: "score",
            body: Array("{\"n\":1}".utf8)
        )
        #expect(house.homes[0].call(Events.Append.self, again)?.duplicate == true)
    }

    @Test func `a synced value with an invalid player name is ignored`() throws {
        let house = try Household()
        let stranger = Origin(device: 77, incarnation: 1)
        let point = SyncedPoint.paused(at: 5_000, player: "no such name!")
        let key = SyncKey(kind: .point, name: "film.mkv")
        let stamp = Stamp(key: OrderKey(time: house.now, after: nil), origin: stranger)
        house.inject(
            ItemVersion(key: key, stamp: stamp, value: .point(point), seen: VersionVector([stamp]))
        )
        house.homes[0].save("film.mkv", 100)
        #expect(house.round(0).error == nil)
        #expect(house.homes[0].get("film.mkv")?.position == 100)
    }

    @Test func `a removed item is forgotten once every device knows of its removal`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        house.sync()
        couch.clear("film.mkv")
        for _ in 0..<6 { house.sync() }
        #expect(desk.item("film.mkv")?.value == .tombstone)
        house.pass(40 * 3_600_000)
        for _ in 0..<3 { house.sync() }
        #expect(desk.item("film.mkv") == nil)
        #expect(couch.item("film.mkv") == nil)
        #expect(desk.backlog == 0)
        desk.save("film.mkv", 100)
        house.sync()
        #expect(couch.get("film.mkv")?.position == 100)
    }

    @Test(arguments: ConflictStrategy.allCases)
    func `an item begun again long after its removal keeps its position when all is read again`(
        _ strategy: ConflictStrategy
    ) throws {
        let house = try Household(strategy: strategy)
        let (desk, couch) = (house.homes[0], house.homes[1])
        couch.save("film.mkv", 3_600)
        house.sync()
        desk.save("film.mkv", 3_000)
        house.sync()
        couch.clear("film.mkv")
        for _ in 0..<6 { house.sync() }
        house.pass(40 * 3_600_000)
        for _ in 0..<3 { house.sync() }
        desk.save("film.mkv", 100)
        house.sync()
        house.rewind()
        house.sync()
        #expect(house.homes.map { $0.get("film.mkv")?.position } == [100, 100])
    }

    @Test
    func `a device removed from the list of devices starts over with a new incarnation`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        house.sync()
        house.sync()
        let before = couch.origin
        house.forget(1)
        couch.save("song.flac", 60)
        #expect(house.round(1).error != nil)
        #expect(couch.origin.device == before.device)
        #expect(couch.origin.incarnation > before.incarnation)
        house.sync()
        #expect(desk.get("song.flac")?.position == 60)
        #expect(couch.get("film.mkv")?.position == 3_600)
    }

    @Test(arguments: ConflictStrategy.allCases)
    func `an item opened and paused elsewhere at the same place is of that device, and newer`(
        _ strategy: ConflictStrategy
    ) throws {
        let house = try Household(strategy: strategy)
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 61.5)
        house.sync()
        house.pass(2 * 3_600_000)
        couch.save("film.mkv", 61.5, status: .playing, cause: .load)
        couch.save("film.mkv", 61.5, cause: .pause)
        let paused = try #require(couch.get("film.mkv"))
        #expect(paused.device == "device-1")
        #expect(paused.at == house.now)
        house.sync()
        for home in house.homes {
            let point = try #require(home.get("film.mkv"))
            #expect(point.device == paused.device)
            #expect(point.at == paused.at)
            #expect(point.expiresAt == paused.expiresAt)
        }
    }

    @Test func `only the values of this device count as reported here, whatever the labels`()
        throws
    {
        let house = try Household(label: "laptop")
        for (number, position) in [(0, 100.0), (1, 5_000), (0, 9_000)] {
            house.homes[number].save("film.mkv", position)
            house.pass(60_000)
            house.sync()
        }
        for (number, positions) in [(0, [9_000.0, 100]), (1, [5_000])] {
            let home = house.homes[number]
            home.connectSync()
            let steps = try #require(home.call(Sync.Explain.self, .init(item: "film.mkv"))).steps
            let own = steps.filter { $0.reason.hasPrefix("reported here") }
            #expect(own.map(\.position) == positions)
        }
    }

    @Test func `devices with the same label stay distinct`() throws {
        let house = try Household(label: "laptop")
        house.homes[0].save("film.mkv", 3_600)
        house.homes[1].save("song.flac", 60)
        house.sync()
        #expect(house.homes[0].origin.device != house.homes[1].origin.device)
        #expect(house.homes[0].get("song.flac")?.position == 60)
        #expect(house.homes[1].get("film.mkv")?.position == 3_600)
    }
}
