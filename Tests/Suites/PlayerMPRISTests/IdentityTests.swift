// SPDX-License-Identifier: Apache-2.0
import StateModel
import Testing

@testable import PlayerMPRIS

/// What things are called.
@Suite struct IdentityTests {
    private func name(_ url: String?, _ track: String? = nil) -> String? {
        MPRISItem.name(of: MPRISMetadata(trackID: track, url: url)) { _ in nil }
    }

    @Test func `an item is named by the canonical form of its URL`() {
        #expect(name("file:///v/a%20b.mkv") == "/v/a b.mkv")
        #expect(name("HTTPS://Host.example:443/x#t=3") == "https://host.example/x")
        #expect(name("spotify:track:4uLU6hMC") == "spotify:track:4uLU6hMC")
    }

    @Test func `the number of a track in a list is not used as its name`() {
        #expect(name(nil, "/0") == nil)
        #expect(name(nil, "/org/videolan/vlc/playlist/5") == nil)
        #expect(name("", "/org/chromium/MediaPlayer2/TrackList/Track8F4B") == nil)
    }

    @Test func `an address that leads to no lasting content gives no name`() {
        #expect(name("blob:https://host.example/9f6e") == nil)
        #expect(name("Artist/Album/01.ogg") == nil)
        #expect(name("dvd://1") == nil)
        #expect(name("") == nil)
    }

    @Test func `Spotify's names of tracks are used unchanged`() {
        #expect(name(nil, "/com/spotify/track/4uLU6hMC") == "spotify:track:4uLU6hMC")
        #expect(name(nil, "spotify:episode:4uLU6hMC") == "spotify:episode:4uLU6hMC")
        #expect(name(nil, "/com/spotify/ad/1/2") == nil)
    }

    @Test func `an item without a name is neither reported nor resumed`() {
        var harness = FollowerHarness()
        let metadata = MPRISMetadata(trackID: "/0")
        #expect(harness.says(.playing, metadata, canSeek: true) == ["find the file"])
        #expect(harness.passes(900).isEmpty)
        #expect(harness.passes(60_000) == Array(repeating: "find the file", count: 4))
        #expect(harness.follower.wakeAt == nil && !harness.follower.needsDaemon)
        #expect(harness.follower.obstacle(now: harness.now) == .noName)
        #expect(harness.vanishes().isEmpty)
    }

    @Test func `a private window is not read and causes no wake-up`() {
        var harness = FollowerHarness()
        let metadata = MPRISMetadata(title: "Firefox is playing media")
        #expect(harness.says(.playing, metadata, canSeek: true).isEmpty)
        #expect(harness.follower.wakeAt == nil)
        #expect(harness.passes(60_000).isEmpty)
    }

    @Test func `a player's item is the media file it has open, if that is the only one`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, MPRISMetadata(trackID: "/0", title: "One"), canSeek: true)
        let event = MPRISFollower.Event.file("/v/a.mkv")
        #expect(
            harness.note(harness.follower.event(event, now: harness.now)) == ["resume /v/a.mkv"]
        )
        #expect(harness.follower.obstacle(now: harness.now) == nil)
        harness.now += 1_000
        let next = MPRISMetadata(trackID: "/0", title: "Two")
        #expect(harness.says(nil, next) == ["find the file"])
    }

    /// A player that reports no URLs plays /v/a.mkv, with a position of 400 s.
    private func playing(_ metadata: MPRISMetadata) -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.says(.playing, metadata, canSeek: true)
        _ = harness.finds("/v/a.mkv")
        _ = harness.answered("/v/a.mkv", nil)
        _ = harness.passes(3_000, at: 3)
        _ = harness.seeks(400)
        _ = harness.finds("/v/a.mkv")
        _ = harness.passes(3_000, at: 403)
        return harness
    }

    @Test func `another untitled film does not take over the position of the first one`() {
        var harness = playing(MPRISMetadata(length: 1_000_000_000))
        #expect(harness.item == "/v/a.mkv")
        // Totem describes both in the same way, and has both files open for a moment.
        #expect(harness.passes(2_000, at: 1) == ["find the file"])
        #expect(harness.finds(nil).isEmpty)
        #expect(harness.passes(1_000, at: 2) == ["find the file"])
        let seen = harness.finds("/v/b.mkv")
        #expect(seen.first == "save /v/a.mkv paused 406.0 switch")
        #expect(seen.last == "resume /v/b.mkv")
        #expect(harness.item == "/v/b.mkv")
    }

    @Test func `a seek in the only open file counts, whether or not the player reports it`() {
        var harness = playing(MPRISMetadata(length: 1_000_000_000))
        #expect(harness.seeks(100) == ["find the file"])
        #expect(harness.finds("/v/a.mkv").isEmpty)
        #expect(harness.passes(1_000, at: 101) == ["save /v/a.mkv playing 100.5 seek"])
        #expect(harness.passes(2_000, at: 603) == ["find the file"])
        #expect(harness.finds("/v/a.mkv").isEmpty)
        #expect(harness.passes(1_000, at: 604) == ["find the file"])
        #expect(harness.finds("/v/a.mkv") == ["save /v/a.mkv playing 603.5 seek"])
    }

    @Test func `a file that is no longer open is not followed any more`() {
        var harness = playing(MPRISMetadata(length: 1_000_000_000))
        var finds = 0
        while harness.item != nil, finds < 10 {
            let seen = harness.passes(1_000, at: 1 + Double(finds))
            finds += seen.count { $0 == "find the file" }
            _ = harness.finds(nil)
        }
        #expect(harness.item == nil)
        #expect(finds == 5)
    }

    @Test func `a player with another track ID at each answer is followed, and not flooded`() {
        var harness = playing(MPRISMetadata(trackID: "/1", length: 1_000_000_000, title: "talk"))
        for number in 2...20 {
            let metadata = MPRISMetadata(
                trackID: "/\(number)",
                length: 1_000_000_000,
                title: "talk"
            )
            #expect(harness.says(.playing, metadata).isEmpty)
        }
        #expect(harness.item == "/v/a.mkv")
        #expect(harness.passes(1_900, at: 405) == ["save /v/a.mkv playing 404.4 tick"])
    }

    @Test func `a player that renames its track at each answer is asked four times a second`() {
        var harness = FollowerHarness()
        var answers = 0
        while harness.now < 1_010_000 {
            if harness.asked == nil { _ = harness.passes(10) }
            guard harness.asked != nil else { continue }
            answers += 1
            _ = harness.answers(1, .playing, .file("a.mkv", track: "/\(answers)"))
        }
        #expect((20...41).contains(answers))
    }

    @Test func `a player that cannot be followed or controlled is listed with the reason`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, MPRISMetadata(title: "Firefox is playing media"))
        #expect(harness.follower.obstacle(now: harness.now) == .privateWindow)
        #expect(harness.follower.wakeAt == nil)
        harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: false)
        _ = harness.answered("/v/a.mkv", 40)
        #expect(harness.follower.obstacle(now: harness.now) == .cannotSeek)
        harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        #expect(harness.follower.obstacle(now: harness.now + 10_001) == .noPosition)
    }

    /// A song of an album on a web page.
    private func song(_ title: String, at address: String) -> MPRISMetadata {
        MPRISMetadata(
            trackID: "/org/mpris/MediaPlayer2/firefox",
            url: "https://music.example" + address,
            length: 200_000_000,
            title: title
        )
    }

    /// A page that plays its first song, and has come to 30 s.
    private func page(at address: String) -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.says(.playing, song("One", at: address), canSeek: true)
        _ = harness.answered("https://music.example" + address, nil)
        harness.now += 250
        _ = harness.answers(0.25)
        _ = harness.passes(4_000, at: 4.25)
        _ = harness.seeks(30)
        #expect(harness.passes(500, at: 30.5).count == 1)
        return harness
    }

    @Test func `each address that a page sets by pushState or replaceState is another item`() {
        var harness = page(at: "/listen/1")
        #expect(
            harness.says(nil, song("Two", at: "/listen/2")) == [
                "save https://music.example/listen/1 paused 30.5 switch",
                "resume https://music.example/listen/2",
            ]
        )
    }

    @Test func `a page whose address stays the same is one item`() {
        var harness = page(at: "/album")
        #expect(harness.says(nil, song("Two", at: "/album#two")).isEmpty)
        #expect(harness.seeks(0).isEmpty)
        #expect(
            harness.passes(600, at: 0.6) == ["save https://music.example/album playing 0.5 seek"]
        )
    }

    @Test func `a file is named by its resolved path`() {
        var harness = FollowerHarness()
        #expect(harness.says(.playing, .file("link.mkv")) == ["resume /v/a.mkv"])
    }

    @Test func `a file at an unknown path is found by its contents, and the path becomes an alias`()
    {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("new.mkv"), canSeek: true)
        #expect(harness.answered("/v/new.mkv", nil) == ["read /v/new.mkv"])
        #expect(harness.reads("/v/new.mkv", "content:1-a") == ["resume content:1-a"])
        #expect(
            harness.answered("content:1-a", 40, of: "/v/old.mkv") == ["/v/new.mkv is /v/old.mkv"]
        )
        #expect(harness.passes(250, at: 0.2) == ["go to 40.0 of /1"])
    }

    @Test(
        arguments: [
            (150, ["/v/a.mkv is another", "resume content:1-b"]), (101, ["go to 40.0 of /1"]),
            (nil, ["/v/a.mkv is another", "resume content:1-b"]),
        ] as [(Int?, [String])]
    )
    func `a file with changed contents is identified by its length, once that is reported`(
        length: Int?,
        expected: [String]
    ) {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: nil), canSeek: true)
        let terms = ResumeTerms(contents: ["content:1-a"])
        #expect(harness.answered("/v/a.mkv", 40, terms: terms) == ["read /v/a.mkv"])
        #expect(harness.reads("/v/a.mkv", "content:1-b") == ["resume content:1-b"])
        #expect(harness.answered("content:1-b", nil).isEmpty)
        #expect(harness.passes(500, at: 0.4).isEmpty)
        let late =
            length.map { harness.says(nil, .file("a.mkv", length: $0)) }
            ?? harness.passes(2_000, at: 2.4)
        #expect(late == expected)
    }

    @Test func `nothing is stored for a file with changed contents until it is identified`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: nil), canSeek: true)
        _ = harness.answered("/v/a.mkv", 3_600, terms: ResumeTerms(contents: ["content:1-a"]))
        _ = harness.reads("/v/a.mkv", "content:1-b")
        _ = harness.answered("content:1-b", nil)
        #expect(harness.passes(500, at: 300).isEmpty)
        #expect(harness.passes(1_000, at: 301).isEmpty)
    }

    @Test func `an unknown file plays from its start, and its contents then become an alias`() {
        var harness = FollowerHarness()
        #expect(harness.plays(key: "content:1-a") == ["save /v/a.mkv playing 0.3 load"])
        #expect(
            harness.passes(1_900, at: 2.25) == [
                "save /v/a.mkv playing 2.3 tick", "content:1-a is /v/a.mkv",
            ]
        )
        #expect(harness.passes(1_900, at: 4.25) == ["save /v/a.mkv playing 4.3 tick"])
    }

    @Test func `a file at a known path is read once it has a resume point`() {
        var harness = FollowerHarness()
        _ = harness.plays(stored: 40)
        #expect(harness.seeks(40) == ["save /v/a.mkv playing 40.0 load", "read /v/a.mkv"])
        #expect(harness.reads("/v/a.mkv", "content:1-a") == ["content:1-a is /v/a.mkv"])
    }

    @Test func `contents without a key do not become an alias`() {
        var harness = FollowerHarness()
        #expect(harness.plays() == ["save /v/a.mkv playing 0.3 load"])
        #expect(harness.passes(1_900, at: 2.25) == ["save /v/a.mkv playing 2.3 tick"])
    }
}
