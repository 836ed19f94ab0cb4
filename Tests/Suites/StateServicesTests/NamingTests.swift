// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateStore

extension Client {
    @discardableResult
    fileprivate func alias(_ item: String, _ alias: String) throws -> Revision {
        try call(
            Playback.AddAlias.self,
            Playback.AddAlias.Parameters(item: item, alias: alias)
        ).revision
    }

    fileprivate func drop(_ alias: String) throws {
        _ = try call(
            Playback.RemoveAlias.self,
            Playback.RemoveAlias.Parameters(alias: alias)
        )
    }

    fileprivate func aliases(_ item: String) throws -> [String] {
        try call(Playback.ListAliases.self, ItemParameters(item: item)).aliases
    }

    fileprivate func history(_ item: String) throws -> [String] {
        try call(Playback.History.self, Playback.History.Parameters(item: item)).entries.map {
            "\(Int($0.point.position)) \($0.ending) \($0.reason ?? "")"
        }
    }
}

@Suite("One item under several names")
struct NamingTests {
    @Test func `calls about an item accept its alias, and reply with the item`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("/film.mkv", 100)
        try player.alias("/film.mkv", "file:///film.mkv")
        #expect(try player.get("file:///film.mkv").item == "/film.mkv")
        try player.save("file:///film.mkv", 200)
        #expect(try player.get("/film.mkv").position == 200)
        let resumed = try player.call(
            Playback.Resume.self,
            Playback.Resume.Parameters(item: "file:///film.mkv", player: nil)
        )
        #expect(resumed.item == "/film.mkv" && resumed.position == 200)
        player.tick("file:///film.mkv", 210)
        harness.pass(5_000)
        #expect(try player.get("/film.mkv").position == 210)
        _ = try player.call(
            Session.SetQueue.self,
            Session.SetQueue.Parameters(player: "vlc", items: ["b", "file:///film.mkv"])
        )
        #expect(try player.players().last?.queue == ["b", "/film.mkv"])
        let cleared = ItemParameters(item: "file:///film.mkv")
        _ = try player.call(Playback.Clear.self, cleared)
        #expect(throws: StateError.notFound(item: "/film.mkv", player: nil)) {
            try player.get("/film.mkv")
        }
        #expect(try player.aliases("file:///film.mkv") == ["file:///film.mkv"])
    }

    @Test(arguments: [".part", ".crdownload", ".!qB"])
    func `a file resumes where it stopped during its download`(suffix: String) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        func resume(_ item: String) throws -> Playback.Resume.Reply {
            try player.call(Playback.Resume.self, Playback.Resume.Parameters(item: item))
        }
        try player.save("/film.mkv" + suffix, 100)
        try player.alias("/film.mkv" + suffix, "content:70000-a")
        let resumed = try resume("/film.mkv")
        #expect(resumed.item == "/film.mkv" + suffix && resumed.position == 100)
        // The player compares the contents.
        #expect(resumed.contents == ["content:70000-a"])
        try player.save("film.mkv" + suffix, 100)
        for other in ["/film", "film.mkv", "/film.mkv.torrent"] {
            #expect(throws: StateError.notFound(item: other, player: nil)) { try resume(other) }
        }
        try player.save("/film.mkv", 200)
        #expect(try resume("/film.mkv").position == 200)
    }

    @Test
    func `an item that becomes an alias is merged: the newer point stays, the older is history`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        try player.save("old name", 100)
        harness.pass(1_000)
        try player.save("new name", 105)
        _ = try watcher.received()
        try player.alias("old name", "new name")
        #expect(try player.get("old name").position == 105)
        #expect(try player.history("old name") == ["100 replaced "])
        #expect(
            try watcher.changes() == [
                "cleared new name 105", "aliased old name 105", "player mpv",
            ]
        )
        #expect(try player.players().map(\.item) == ["old name"])

        harness.pass(1_000)
        try player.save("third", 50)
        harness.pass(1_000)
        try player.save("old name", 110)
        try player.alias("old name", "third")
        #expect(try player.get("third").position == 110)
        #expect(
            try player.history("old name") == [
                "50 replaced was stored under a name that is now an alias", "100 replaced ",
            ]
        )
        #expect(try player.aliases("old name") == ["new name", "third"])
        let undone = try player.call(
            Playback.Undo.self,
            Playback.Undo.Parameters(item: "third", revision: nil)
        )
        #expect(undone.point.position == 50 && undone.point.item == "old name")
    }

    @Test func `an item that becomes an alias brings its history along`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        func save(_ item: String, _ positions: Double...) throws {
            for position in positions {
                harness.pass(1_000)
                try player.save(item, position)
            }
        }
        let reason = "was stored under a name that is now an alias"
        // The older name, the newer name, a name without a point.
        try save("a", 1_000, 2_000)
        try save("b", 3_000, 4_000)
        try player.alias("a", "b")
        #expect(try player.get("a").position == 4_000)
        #expect(
            try player.history("a") == [
                "3000 replaced \(reason)", "2000 replaced ", "1000 replaced ",
            ]
        )
        try save("c", 5_000, 6_000)
        try save("a", 7_000)
        try player.alias("a", "c")
        #expect(
            try player.history("a").prefix(3) == [
                "6000 replaced \(reason)", "5000 replaced \(reason)", "4000 replaced ",
            ]
        )
        try save("d", 8_000)
        _ = try player.call(Playback.Clear.self, .init(item: "d"))
        try player.alias("a", "d")
        #expect(try player.get("a").position == 7_000)
        #expect(try player.history("a").first == "8000 replaced \(reason)")
        // An undo without a revision restores the item's own last position.
        try save("e", 500)
        try save("f", 9_000, 10_000)
        try player.alias("e", "f")
        #expect(try player.get("e").position == 10_000)
        let undone = try player.call(Playback.Undo.self, .init(item: "e", revision: nil))
        #expect(undone.point.position == 500)
    }

    @Test func `a merged item keeps its own aliases`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.save("b", 200)
        try player.alias("b", "key:b")
        try player.alias("a", "b")
        #expect(try player.aliases("a") == ["b", "key:b"])
        #expect(try player.get("key:b").item == "a")
        #expect(try player.get("key:b").position == 200)
    }

    @Test func `a removed name belongs to no item`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.alias("a", "b")
        try player.drop("b")
        #expect(try player.aliases("a").isEmpty)
        #expect(throws: StateError.notFound(item: "b", player: nil)) { try player.get("b") }
        try player.save("b", 7)
        #expect(try player.get("b").position == 7)
        #expect(try player.get("a").position == 100)
        #expect(throws: StateError.notFound(item: "b", player: nil)) { try player.drop("b") }
    }

    @Test func `an alias that is invalid, taken or one too many is refused`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.save("b", 200)
        let before = try player.alias("a", "x")
        #expect(try player.alias("a", "x") == before, "it has the name already")
        #expect(try player.alias("a", "a") == before)
        #expect(throws: StateError.aliasConflict(alias: "x", item: "a")) {
            try player.alias("b", "x")
        }
        #expect(throws: StateError.notFound(item: "c", player: nil)) { try player.alias("c", "y") }
        #expect(throws: StateError.self) { try player.alias("a", "") }
        #expect(throws: StateError.self) {
            try player.alias("a", String(repeating: "y", count: 1_025))
        }
        for number in 2...128 { try player.alias("a", "x\(number)") }
        #expect(throws: StateError.quotaExceeded(limit: "aliases-per-item", value: 128)) {
            try player.alias("a", "one more")
        }
    }

    @Test func `a subscription to an alias receives the changes of its item`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.alias("a", "b")
        try player.save("c", 100)
        let one = harness.connect()
        one.subscribe(item: "b")
        let other = harness.connect()
        other.subscribe(item: "c")
        _ = try (one.received(), other.received())
        try player.save("a", 101)
        #expect(try one.changes() == ["saved a 101"])
        try player.alias("a", "c")
        try player.save("a", 102)
        #expect(try other.changes().suffix(1) == ["saved a 102"])
    }

    @Test func `a subscriber to an unused name receives the item that later gets the name`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        let (one, other) = (harness.connect(), harness.connect())
        one.subscribe(item: "b")
        other.subscribe(item: "c")
        _ = try (one.received(), other.received())
        try player.alias("a", "b")
        #expect(try one.changes() == ["aliased a 100"])
        try player.save("a", 101)
        #expect(try one.changes() == ["saved a 101"])
        #expect(try other.changes().isEmpty)
        // An item that becomes a name of another takes along who follows a name of it.
        try player.save("top", 1)
        try player.alias("top", "a")
        try player.save("top", 102)
        #expect(try one.changes().last == "saved top 102")
    }

    @Test func `an alias that was not committed has no effect`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.save("b", 50)
        let watcher = harness.connect()
        watcher.subscribe(item: "b")
        _ = try watcher.received()
        try harness.refuseRows()
        #expect(throws: StateError.self) { try player.alias("a", "b") }
        try harness.acceptRows()
        harness.pass(10_000)
        _ = try watcher.changes()
        try player.save("b", 51)
        try player.save("a", 101)
        #expect(try watcher.changes() == ["saved b 51"])
    }

    @Test func `a live stream of a name follows it to another item and back`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.save("b", 50)
        let live = harness.connect()
        live.subscribe(item: "b")
        _ = try live.received()
        try player.alias("a", "b")
        #expect(try live.changes() == ["cleared b 50", "aliased a 50"])
        try player.save("a", 101)
        #expect(try live.changes() == ["saved a 101"])
        try player.drop("b")
        try player.save("a", 102)
        try player.save("b", 60)
        #expect(try live.changes() == ["saved b 60"])
    }

    @Test func `a queue shows an item under the item's own name`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        _ = try player.call(
            Session.SetQueue.self,
            Session.SetQueue.Parameters(player: "vlc", items: ["x", "b", "y"])
        )
        try player.alias("a", "b")
        #expect(try player.players().last?.queue == ["x", "a", "y"])
    }

    @Test func `aliases survive a restart, and a continued stream delivers them`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.save("b", 50)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        try player.alias("a", "b")
        try player.alias("a", "gone")
        try player.drop("gone")
        try harness.restart()
        let again = harness.connect()
        #expect(try again.aliases("a") == ["b"])
        #expect(try again.get("b").position == 50)
        let late = harness.connect()
        late.subscribe(token: token)
        #expect(
            try late.changes() == [
                "cleared b 50", "aliased a 50", "player mpv", "aliased a 50", "aliased a 50",
            ]
        )
    }
}
