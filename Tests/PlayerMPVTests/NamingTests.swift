import StateModel
import Testing

/// Files that are known by what they hold.
@Suite struct NamingTests {
    @Test func `an unknown path is asked about by its contents, and becomes a name of the item`() {
        var stage = Stage(attached: .some(nil))
        stage.keys["/v/new.ogg"] = "content:1-a"
        _ = stage.says(#"{"event":"start-file"}"#)
        #expect(stage.property("path", #""new.ogg""#) == ["resume /v/new.ogg"])
        #expect(stage.answers("/v/new.ogg", stored: nil) == ["resume content:1-a"])
        #expect(
            stage.hears(
                .continuation(
                    item: "content:1-a",
                    own: "/v/old.ogg",
                    point: stage.point("/v/old.ogg", 40),
                    position: 40
                )
            ) == ["/v/new.ogg is /v/old.ogg"]
        )
        #expect(stage.loads() == ["mpv: seek(40.0)"])
        #expect(stage.jumps(to: "40.0") == ["save /v/new.ogg playing 40.0 load"])
        // That the item is called otherwise is no order to play another one.
        #expect(stage.becomes("/v/old.ogg").isEmpty)
        #expect(stage.plays(41) == ["tick /v/new.ogg playing 41.0 tick"])
    }

    @Test func `contents that nobody knows name the file, once it has a resume point`() {
        var stage = Stage(attached: .some(nil))
        stage.keys["/v/a.ogg"] = "content:1-a"
        #expect(stage.opens("a.ogg") == ["resume /v/a.ogg", "resume content:1-a"])
        #expect(
            stage.answers("content:1-a", stored: nil) == ["save /v/a.ogg playing 0.0 load"]
        )
        #expect(stage.plays(1.5) == ["tick /v/a.ogg playing 1.5 tick"])
        #expect(
            stage.plays(2.5) == ["tick /v/a.ogg playing 2.5 tick", "content:1-a is /v/a.ogg"]
        )
        #expect(stage.plays(3.5) == ["save /v/a.ogg playing 3.5 tick"])
    }

    @Test func `a known path is looked at once it plays, and again for a daemon that came back`() {
        var stage = Stage(attached: .some(nil))
        stage.keys["/v/a.ogg"] = "content:1-a"
        #expect(stage.opens("a.ogg", stored: 40) == ["resume /v/a.ogg", "mpv: seek(40.0)"])
        #expect(
            stage.jumps(to: "40.0") == [
                "save /v/a.ogg playing 40.0 load", "content:1-a is /v/a.ogg",
            ]
        )
        _ = stage.hears(.detached)
        #expect(
            stage.hears(.attached(item: "/v/a.ogg", queue: [])) == [
                "save /v/a.ogg playing 40.0 tick", "content:1-a is /v/a.ogg",
            ]
        )
    }

    @Test func `an item that turns out to be another one is no order to play that`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("new.ogg")
        #expect(stage.hears(.same(item: "/v/new.ogg", own: "/v/old.ogg")).isEmpty)
        #expect(stage.becomes("/v/old.ogg").isEmpty)
    }

    @Test func `what is no file is known by its name alone`() {
        var stage = Stage(attached: .some(nil))
        #expect(
            stage.opens("https://host.example/a") == [
                "resume https://host.example/a", "save https://host.example/a playing 0.0 load",
            ]
        )
        #expect(stage.plays(5) == ["tick https://host.example/a playing 5.0 tick"])
    }
}

extension Stage {
    /// Another surface, or a new name, has the player at that item.
    mutating func becomes(_ item: String) -> [String] {
        let player = Player(
            player: "mpv",
            item: item,
            playing: true,
            phase: .foreground,
            surfaces: 1,
            queue: [],
            revision: 50
        )
        let change = Change(kind: .player, revision: 50, player: "mpv", about: .player(player))
        return hears(.settled(revision: 10)) + hears(.changes([change], isLive: true))
    }
}
