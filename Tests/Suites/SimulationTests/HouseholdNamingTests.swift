// SPDX-License-Identifier: Apache-2.0
import RealSimulation
import Simulation
import StateModel
import StateProtocol
import StateSync
import Testing

@Suite struct `Synced names` {
    @Test func `a name leads to the same item on every device`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("/home/film.mkv", 3_600)
        desk.alias("content:123", of: "/home/film.mkv")
        house.sync()
        #expect(couch.get("content:123")?.item == "/home/film.mkv")
        // The same file at another path: the couch's player recognises its contents.
        couch.save("/mnt/film.mkv", 4_000)
        #expect(!couch.alias("content:123", of: "/mnt/film.mkv"))
        #expect(couch.alias("/mnt/film.mkv", of: "/home/film.mkv"))
        house.sync()
        #expect(desk.get("/home/film.mkv")?.position == 4_000)
        #expect(desk.aliases(of: "/home/film.mkv") == ["/mnt/film.mkv", "content:123"])
        #expect(couch.aliases(of: "/home/film.mkv") == ["/mnt/film.mkv", "content:123"])
    }

    /// Each order of the names, of the positions, and of the rounds.
    @Test(arguments: [false, true], [false, true])
    func `copies of a file that two devices knew apart become one item`(
        isDeskFirst: Bool,
        isCouchNewer: Bool
    ) throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        let name = isDeskFirst ? "/a/ep.ogg" : "/z/ep.ogg"
        func play(_ home: RealHome, _ item: String, _ position: Double) {
            home.save(item, position - 1_000)
            home.save(item, position)
            home.alias("content:123", of: item)
            house.pass(60_000)
        }
        if isCouchNewer { play(desk, name, 3_000) }
        play(couch, "/m/ep.ogg", 9_000)
        if !isCouchNewer { play(desk, name, 3_000) }
        for _ in 0..<3 { house.sync() }
        for home in house.homes {
            for any in [name, "/m/ep.ogg", "content:123"] {
                #expect(home.get(any)?.item == min(name, "/m/ep.ogg"))
                #expect(home.get(any)?.position == (isCouchNewer ? 9_000 : 3_000))
            }
        }
    }

    @Test func `a path that is another film on another device is no copy`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("/m/b.mkv", 3_000)
        desk.alias("content:123", of: "/m/b.mkv")
        house.pass(1_000)
        couch.save("/m/b.mkv", 5_000)
        couch.alias("content:456", of: "/m/b.mkv")
        couch.save("/m/c.mkv", 7_000)
        couch.alias("content:123", of: "/m/c.mkv")
        for _ in 0..<3 { house.sync() }
        for home in house.homes {
            #expect(home.get("/m/b.mkv")?.position == 5_000)
            #expect(home.get("/m/c.mkv")?.position == 7_000)
        }
    }

    @Test func `a content key given to another item stays there`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("/m/film.mkv", 3_000)
        desk.alias("content:123", of: "/m/film.mkv")
        house.sync()
        #expect(couch.call(Playback.RemoveAlias.self, .init(alias: "content:123")) != nil)
        couch.save("/m/other.mkv", 5_000)
        couch.alias("content:123", of: "/m/other.mkv")
        for _ in 0..<3 { house.sync() }
        for home in house.homes {
            #expect(home.get("/m/film.mkv")?.position == 3_000)
            #expect(home.get("content:123")?.item == "/m/other.mkv")
        }
    }

    @Test func `a name removed on one device is removed on every device`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        desk.alias("film", of: "film.mkv")
        house.sync()
        #expect(couch.call(Playback.RemoveAlias.self, .init(alias: "film")) != nil)
        house.sync()
        #expect(desk.get("film") == nil)
        #expect(desk.get("film.mkv")?.position == 3_600)
    }

    @Test
    func `a position saved under a name that another device made an alias reaches the item`()
        throws
    {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        house.sync()
        // Both are offline: the desk makes the old name an alias, while the couch plays on under
        // it.
        desk.save("new.mkv", 100)
        desk.alias("film.mkv", of: "new.mkv")
        house.pass(60_000)
        couch.save("film.mkv", 5_000)
        house.sync()
        house.sync()
        #expect(desk.get("new.mkv")?.position == 5_000)
        #expect(couch.get("new.mkv")?.position == 5_000)
        #expect(couch.get("film.mkv")?.item == "new.mkv")
    }

    @Test func `two devices that each make the other's item an alias agree on one item`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("a.mkv", 1_000)
        desk.save("b.mkv", 2_000)
        house.sync()
        desk.alias("b.mkv", of: "a.mkv")
        house.pass(1_000)
        couch.alias("a.mkv", of: "b.mkv")
        for _ in 0..<3 { house.sync() }
        let item = try #require(desk.get("a.mkv")?.item)
        #expect(item == "a.mkv")
        for home in house.homes {
            #expect(home.get("a.mkv")?.item == item)
            #expect(home.get("b.mkv")?.item == item)
            #expect(home.get("b.mkv")?.position == desk.get("a.mkv")?.position)
        }
    }

    @Test func `an alias that arrives before its item takes effect with the item`() throws {
        let house = try Household()
        let (desk, couch) = (house.homes[0], house.homes[1])
        desk.save("film.mkv", 3_600)
        desk.alias("film", of: "film.mkv")
        desk.clear("film.mkv")
        house.sync()
        #expect(couch.get("film") == nil)
        desk.save("film", 200)
        house.sync()
        #expect(couch.get("film.mkv")?.position == 200)
        #expect(couch.get("film")?.position == 200)
    }
}
