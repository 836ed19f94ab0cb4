// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPV

/// Files that are known by what they hold.
@Suite struct NamingTests {
    @Test func `a file at an unknown path is found by its contents, and the path becomes an alias`()
    {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/new.ogg"] = "content:1-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        #expect(harness.property("path", #""new.ogg""#) == ["resume /v/new.ogg"])
        #expect(harness.answers("/v/new.ogg", stored: nil) == ["resume content:1-a"])
        #expect(
            harness.hears(
                .continuation(
                    item: "content:1-a",
                    own: "/v/old.ogg",
                    point: harness.point("/v/old.ogg", 40),
                    position: 40
                )
            ) == ["/v/new.ogg is /v/old.ogg"]
        )
        #expect(harness.loads() == ["mpv: seek(40.0)"])
        #expect(harness.jumps(to: "40.0") == ["save /v/new.ogg playing 40.0 load"])
        // That the item is called otherwise is no order to play another one.
        #expect(harness.becomes("/v/old.ogg").isEmpty)
        #expect(harness.plays(41) == ["tick /v/new.ogg playing 41.0 tick"])
    }

    @Test
    func `a relative path is resolved in mpv's actual directory, not in the one it reports`() {
        var harness = FollowerHarness(attached: .some(nil))
        harness.follower.workingDirectory = "/v/w"
        _ = harness.property("working-directory", #""/v""#)
        _ = harness.says(#"{"event":"start-file"}"#)
        #expect(harness.property("path", #""talk.wav""#) == ["resume /v/w/talk.wav"])
    }

    @Test func `the contents of a file become an alias once it has a resume point`() {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/a.ogg"] = "content:1-a"
        #expect(harness.opens("a.ogg") == ["resume /v/a.ogg", "resume content:1-a"])
        #expect(
            harness.answers("content:1-a", stored: nil) == ["save /v/a.ogg playing 0.0 load"]
        )
        #expect(harness.plays(1.5) == ["tick /v/a.ogg playing 1.5 tick"])
        #expect(
            harness.plays(2.5) == ["tick /v/a.ogg playing 2.5 tick", "content:1-a is /v/a.ogg"]
        )
        #expect(harness.plays(3.5) == ["save /v/a.ogg playing 3.5 tick"])
    }

    @Test
    func `a file at a known path is read once it plays, and again for a restarted daemon`() {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/a.ogg"] = "content:1-a"
        #expect(harness.opens("a.ogg", stored: 40) == ["resume /v/a.ogg", "mpv: seek(40.0)"])
        #expect(
            harness.jumps(to: "40.0") == [
                "save /v/a.ogg playing 40.0 load", "content:1-a is /v/a.ogg",
            ]
        )
        _ = harness.hears(.detached)
        #expect(
            harness.hears(.attached(item: "/v/a.ogg", queue: [])) == [
                "save /v/a.ogg playing 40.0 tick", "content:1-a is /v/a.ogg",
            ]
        )
    }

    /// Opens a file at a name under which the contents `content:1-a`, 100 s long, stood at 40 s.
    private func opening(
        _ key: String?,
        _ duration: String?,
        isAway: Bool = false
    ) -> [String] {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/a.ogg"] = key
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        let terms = ResumeTerms(contents: ["content:1-a"])
        var seen = harness.answers("/v/a.ogg", stored: 40, terms: terms)
        if isAway {
            _ = harness.hears(.detached)
        } else if let key, seen == ["resume \(key)"] {
            seen = harness.answers(key, stored: nil)
        }
        return seen + harness.loads(duration: duration)
    }

    @Test func `a file that replaced another file at its path starts at the beginning`() {
        let replaced = [
            "/v/a.ogg is another than at 40.0, of [\"content:1-a\"]", "resume content:1-b",
        ]
        #expect(opening("content:1-b", "150.0") == replaced)
        #expect(opening("content:1-b", "30.0") == replaced)
        #expect(opening("content:1-b", nil) == replaced)
        // A larger file, too: a recording that grows keeps its samples.
        #expect(
            opening("content:2-b", "150.0") == [replaced[0], "resume content:2-b"]
        )
        // Without the daemon it is not reported either: its name is still the other's.
        #expect(opening("content:1-b", "150.0", isAway: true) == ["resume content:1-b"])
    }

    @Test func `a film resumes if its contents or its length are equal, or if neither is known`() {
        #expect(opening("content:1-a", "150.0") == ["mpv: seek(40.0)"])
        #expect(opening("content:1-b", "101.5") == ["mpv: seek(40.0)"])
        #expect(opening(nil, "100.0") == ["mpv: seek(40.0)"])
        #expect(opening(nil, nil) == ["mpv: seek(40.0)"])
        #expect(opening("content:1-a", "30.0") == ["mpv: seek(29.0)"])
    }

    /// Two devices had different films at one path before they first met.
    @Test(arguments: [("1500.0", true), ("3301.0", false)])
    func `of two films at one path, each keeps its own position`(length: String, isOther: Bool) {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/a.mkv"] = "content:1-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.mkv""#)
        let terms = ResumeTerms(contents: ["content:1-a", "content:2-b"])
        _ = harness.answers("/v/a.mkv", stored: 2_000, duration: 3_300, terms: terms)
        // A start beyond the end of the file would end mpv.
        #expect(harness.released == [nil])
        #expect(
            harness.loads(duration: length)
                == (isOther
                    ? [
                        #"/v/a.mkv is another than at 2000.0, of ["content:2-b"]"#,
                        "resume content:1-a",
                    ] : ["mpv: seek(2000.0)"])
        )
        guard isOther else { return }
        let seen = harness.answers("content:1-a", stored: nil)
        #expect(seen == ["save /v/a.mkv playing 0.0 load"])
    }

    @Test(arguments: [
        ("/v/film.mkv.part", true), ("/v/film.mkv.!qB", true), ("/v/film.mkv.old", false),
        ("/films/film.mkv", false),
    ])
    func `a file that was played during its download is the same item afterwards`(
        _ stored: String,
        isDownload: Bool
    ) {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/film.mkv"] = "content:1-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""film.mkv""#)
        let seen = harness.hears(
            .continuation(
                item: "/v/film.mkv",
                own: stored,
                point: harness.point(stored, 40),
                position: 40,
                terms: ResumeTerms(contents: ["content:1-a"])
            )
        )
        #expect(seen == (isDownload ? ["/v/film.mkv is \(stored)"] : []))
        #expect(harness.loads() == ["mpv: seek(40.0)"])
    }

    /// mpv computes the length of a joined MP3 file from the bit rate of its first part.
    @Test(arguments: [("mp3", 704.0), ("aac", 704), ("matroska", 599)])
    func `a position that was played is resumed beyond an estimated length`(
        format: String,
        expected: Double
    ) {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/book.mp3"] = "content:1-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""book.mp3""#)
        let terms = ResumeTerms(contents: ["content:1-a"])
        _ = harness.answers("/v/book.mp3", stored: 704, duration: nil, terms: terms)
        #expect(harness.loads(duration: "600.0", format: format) == ["mpv: seek(\(expected))"])
        guard expected == 704 else { return }
        #expect(harness.jumps(to: "704.0") == ["save /v/book.mp3 playing 704.0 load"])
        // The place is not taken for the end, at which the point would be cleared.
        #expect(harness.ends("quit") == ["save /v/book.mp3 paused 704.0 stop"])
        #expect(harness.follower.item.duration == nil)
    }

    @Test(arguments: [("900.0", true), ("101.9", false), ("100.0", false)])
    func `a short recording that has become long is resumed`(length: String, isLonger: Bool) {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/rec.ts"] = "content:1-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""rec.ts""#)
        var terms = ResumeTerms(hold: .short, contents: ["content:1-a"])
        _ = harness.answers("/v/rec.ts", stored: 40, terms: terms)
        let seen = harness.loads(duration: length)
        #expect(seen == [isLonger ? "resume /v/rec.ts" : "announce /v/rec.ts playing"])
        guard isLonger else { return }
        #expect(harness.follower.item.facts.duration == 900)
        terms.hold = nil
        #expect(harness.answers("/v/rec.ts", stored: 40, terms: terms) == ["mpv: seek(40.0)"])
    }

    @Test func `a stored position is protected while the contents cannot be read`() {
        var harness = FollowerHarness(attached: .some(nil))
        harness.isDiskStuck = true
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        let terms = ResumeTerms(contents: ["content:1-a"])
        _ = harness.answers("/v/a.ogg", stored: 40, terms: terms)
        #expect(harness.loads().isEmpty)
        let seen = (1...17).flatMap { harness.plays(Double($0), after: 1_050) }
        #expect(seen == ["announce /v/a.ogg playing"])
        // A tenth of the film, or ten minutes, is meant.
        #expect(harness.plays(22) == ["save /v/a.ogg playing 22.0 seek"])
    }

    @Test func `two episodes of equal length that were renamed keep their own positions`() {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/2.ogg"] = "content:1-a"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""2.ogg""#)
        let terms = ResumeTerms(contents: ["content:1-b"])
        let asked = harness.answers("/v/2.ogg", stored: 70, terms: terms)
        #expect(asked == ["resume content:1-a"])
        let first = SurfaceEvent.continuation(
            item: "content:1-a",
            own: "/v/1.ogg",
            point: harness.point("/v/1.ogg", 40),
            position: 40,
            terms: ResumeTerms(contents: ["content:1-a"])
        )
        #expect(harness.hears(first).isEmpty)
        #expect(
            harness.loads() == [
                "/v/2.ogg is another than at 70.0, of [\"content:1-b\"]", "resume content:1-a",
            ]
        )
        #expect(harness.hears(first) == ["/v/2.ogg is /v/1.ogg", "mpv: seek(40.0)"])
    }

    @Test func `a file of another length does not resume, and one that has grown does`() {
        #expect(opening(nil, "150.0") == ["announce /v/a.ogg playing"])
        #expect(opening("content:2-a", "150.0") == ["mpv: seek(40.0)"])
    }

    @Test func `a start position on the command line does not overwrite another file's position`() {
        var harness = FollowerHarness(attached: .some(nil))
        harness.keys["/v/a.ogg"] = "content:1-b"
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a.ogg""#)
        let terms = ResumeTerms(contents: ["content:1-a"])
        _ = harness.answers("/v/a.ogg", stored: 40, terms: terms)
        _ = harness.answers("content:1-b", stored: nil)
        #expect(
            harness.loads(duration: "150.0", start: "5") == [
                "/v/a.ogg is another than at 40.0, of [\"content:1-a\"]", "resume content:1-b",
            ]
        )
        #expect(harness.answers("content:1-b", stored: nil) == ["save /v/a.ogg playing 0.0 seek"])
    }

    @Test
    func `a URL whose duration changes a lot keeps its position until a tenth is played`() {
        var harness = FollowerHarness(attached: .some(nil))
        #expect(
            harness.opens("http://localhost:9000/0", duration: "130.0", stored: 40) == [
                "resume http://localhost:9000/0", "announce http://localhost:9000/0 playing",
            ]
        )
        #expect(harness.plays(12.9, after: 12_900).isEmpty)
        #expect(harness.plays(13).first == "save http://localhost:9000/0 playing 13.0 seek")
    }

    @Test func `an answer about the previous file does not affect the current one`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a""#)
        _ = harness.answers("/v/b", stored: nil, terms: ResumeTerms(expiredAt: 5))
        #expect(harness.follower.track?.expiredAt == nil)
        _ = harness.answers("/v/a", stored: nil, terms: ResumeTerms(expiredAt: 6))
        #expect(harness.follower.track?.expiredAt == 6)
    }

    @Test func `a new name for the item that plays is not taken for a request to play it`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("new.ogg")
        #expect(harness.hears(.same(item: "/v/new.ogg", own: "/v/old.ogg")).isEmpty)
        #expect(harness.becomes("/v/old.ogg").isEmpty)
    }

    @Test func `an item that is not a file is recognised only by its name`() {
        var harness = FollowerHarness(attached: .some(nil))
        #expect(
            harness.opens("https://host.example/a") == [
                "resume https://host.example/a", "save https://host.example/a playing 0.0 load",
            ]
        )
        #expect(harness.plays(5) == ["tick https://host.example/a playing 5.0 tick"])
    }
}

extension FollowerHarness {
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

    @Test(arguments: [
        ("dvd://", "/v/film.iso"), ("dvd://longest", "/v/film.iso"),
        ("dvd://2", "dvd://2//v/film.iso"), ("dvd://2//v/other.iso", "dvd://2//v/other.iso"),
        ("bd://", nil), ("dvd:///dev/sr0", nil), ("dvd://1/gone.iso", nil), ("cdda://", nil),
    ])
    func `a disc image is named after its file, and a disc in a drive has no name`(
        _ path: String,
        _ name: String?
    ) {
        var harness = FollowerHarness(
            files: ["/v/film.iso", "/v/other.iso", "/dev/sr0"],
            attached: .some(nil)
        )
        _ = harness.property("options/dvd-device", #""film.iso""#)
        _ = harness.property("options/bluray-device", #""/dev/sr0""#)
        _ = harness.says(#"{"event":"start-file"}"#)
        let seen = harness.property("path", "\"\(path)\"")
        #expect(seen == (name.map { ["resume \($0)"] } ?? []))
    }
}
