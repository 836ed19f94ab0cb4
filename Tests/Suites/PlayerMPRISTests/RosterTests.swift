// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PlayerMPRIS

/// Who is followed, and under which name.
@Suite struct RosterTests {
    private func roster(_ filter: MPRISFilter = MPRISFilter()) -> MPRISRoster {
        MPRISRoster(filter)
    }

    private func name(_ rest: String) -> String { MPRISPlayerName.prefix + rest }

    private func follow(
        _ owner: String,
        _ base: String,
        _ process: Int?,
        isOld: Bool = true
    ) -> MPRISRoster.Action {
        .follow(.init(owner: owner, base: base, process: process, isOld: isOld))
    }

    @Test func `a player's name is the last part of its bus name, without the instance`() {
        #expect(MPRISPlayerName.base(of: name("vlc")) == "vlc")
        #expect(MPRISPlayerName.base(of: name("vlc.instance123")) == "vlc")
        #expect(MPRISPlayerName.base(of: name("firefox.instance_1_84")) == "firefox")
        #expect(MPRISPlayerName.base(of: name("io.github.Player")) == "player")
        #expect(MPRISPlayerName.base(of: name("instance1")) == "instance1")
        #expect(MPRISPlayerName.base(of: "org.mpris.MediaPlayer2") == nil)
        #expect(MPRISPlayerName.base(of: "org.example.vlc") == nil)
        #expect(MPRISPlayerName.base(of: name(String(repeating: "x", count: 200)))?.count == 61)
    }

    @Test func `a player is followed from when its process is known until it leaves the bus`() {
        var roster = roster()
        #expect(roster.event(.owned(name: name("vlc"), by: ":1.7")) == [.ask(owner: ":1.7")])
        #expect(
            roster.event(.process(of: ":1.7", number: 70)) == [
                follow(":1.7", "vlc", 70)
            ]
        )
        #expect(roster.event(.owned(name: name("vlc"), by: nil)) == [.leave(owner: ":1.7")])
    }

    @Test func `a player that appears after the first list counts as new`() {
        var roster = roster()
        _ = roster.event(.owned(name: name("vlc"), by: ":1.7"))
        #expect(roster.event(.ready).isEmpty)
        #expect(
            roster.event(.process(of: ":1.7", number: 70)) == [follow(":1.7", "vlc", 70)]
        )
        _ = roster.event(.owned(name: name("mpv"), by: ":1.8"))
        #expect(
            roster.event(.process(of: ":1.8", number: 80)) == [
                follow(":1.8", "mpv", 80, isOld: false)
            ]
        )
    }

    @Test func `a player that leaves before its process is known is not followed`() {
        var roster = roster()
        _ = roster.event(.owned(name: name("vlc"), by: ":1.7"))
        #expect(roster.event(.owned(name: name("vlc"), by: nil)).isEmpty)
        #expect(roster.event(.process(of: ":1.7", number: nil)).isEmpty)
    }

    @Test func `two processes are two players`() {
        var roster = roster()
        _ = roster.event(.owned(name: name("vlc"), by: ":1.7"))
        _ = roster.event(.process(of: ":1.7", number: 70))
        _ = roster.event(.owned(name: name("vlc.instance80"), by: ":1.8"))
        #expect(
            roster.event(.process(of: ":1.8", number: 80)) == [
                follow(":1.8", "vlc", 80)
            ]
        )
    }

    @Test func `a VLC with two connections is one player`() {
        var roster = roster()
        _ = roster.event(.owned(name: name("vlc"), by: ":1.7"))
        _ = roster.event(.process(of: ":1.7", number: 70))
        _ = roster.event(.owned(name: name("vlc.instance70"), by: ":1.8"))
        #expect(roster.event(.process(of: ":1.8", number: 70)).isEmpty)
        // The other one takes its place.
        #expect(
            roster.event(.owned(name: name("vlc"), by: nil)) == [
                .leave(owner: ":1.7"), follow(":1.8", "vlc", 70),
            ]
        )
    }

    @Test func `a connection with two names is one player`() {
        var roster = roster()
        _ = roster.event(.owned(name: name("vlc"), by: ":1.7"))
        _ = roster.event(.process(of: ":1.7", number: nil))
        #expect(roster.event(.owned(name: name("vlc.instance70"), by: ":1.7")).isEmpty)
        #expect(roster.event(.owned(name: name("vlc"), by: nil)).isEmpty)
        #expect(
            roster.event(.owned(name: name("vlc.instance70"), by: nil)) == [.leave(owner: ":1.7")]
        )
    }

    @Test func `a bus name that gets a new owner is another player`() {
        var roster = roster()
        _ = roster.event(.owned(name: name("vlc"), by: ":1.7"))
        _ = roster.event(.process(of: ":1.7", number: 70))
        #expect(
            roster.event(.owned(name: name("vlc"), by: ":1.8")) == [
                .ask(owner: ":1.8"), .leave(owner: ":1.7"),
            ]
        )
    }

    @Test func `the user decides which players are followed; a proxy never is`() {
        #expect(!MPRISFilter().admits("playerctld"))
        #expect(!MPRISFilter(including: ["playerctld"]).admits("playerctld"))
        let some = MPRISFilter(including: ["vlc", "io.github.*"], excluding: ["io.github.Loud"])
        #expect(some.admits("vlc") && some.admits("io.github.Player"))
        #expect(!some.admits("mpv") && !some.admits("io.github.Loud"))
        var roster = roster(some)
        #expect(roster.event(.owned(name: name("mpv"), by: ":1.7")).isEmpty)
    }
}
