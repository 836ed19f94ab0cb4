// SPDX-License-Identifier: Apache-2.0
import StateModel
import Testing

@testable import PlayerMPRIS

/// Who decides where an item begins: the person, the daemon, or the player's own memory.
@Suite struct MemoryTests {
    /// A film of 600 s that a player opens by itself at a place.
    private func opens(at place: Double, stored: Double, own: Double?) -> [String] {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: 600), canSeek: true)
        _ = harness.answered(
            "/v/a.mkv",
            stored,
            duration: 600,
            terms: ResumeTerms(ownPosition: own)
        )
        harness.now += 250
        return harness.answers(place + 0.25)
    }

    @Test func `progress made later in mpv wins over the position that SMPlayer remembers`() {
        #expect(opens(at: 131, stored: 250, own: 129.5) == ["go to 250.0 of /1"])
    }

    @Test(
        arguments: [
            ("https://x/?v=1&t=90", 90), ("https://x/?t=1m30s", 90),
            ("https://x/a#t=1h2m3s", 3_723),
            ("https://x/?start=90.5", 90.5), ("https://x/#t=10,20", 10), ("https://x/?t=90s", 90),
            ("https://x/?v=1", nil), ("https://x/t=90", nil), ("https://x/?t=soon", nil),
            ("https://x/?at=90", nil), ("file:///v/a?t=90", nil),
        ] as [(String, Double?)]
    )
    func `the start position is read from a link`(url: String, seconds: Double?) {
        #expect(LinkedStart.seconds(in: url) == seconds)
    }

    @Test func `a start position in a link yields to the stored position`() {
        let expectations = [
            ("https://x/a#t=90", ["go to 250.0 of /1"]),
            ("https://x/a", ["announce https://x/a playing"]),
        ]
        for (url, expected) in expectations {
            var harness = FollowerHarness()
            let metadata = MPRISMetadata(trackID: "/1", url: url, length: 600_000_000)
            _ = harness.says(.playing, metadata, canSeek: true)
            _ = harness.answered("https://x/a", 250, duration: 600)
            harness.now += 250
            #expect(harness.answers(90.25) == expected)
        }
    }

    @Test func `a start close to the player's own position counts as the player's memory`() {
        #expect(opens(at: 138, stored: 200, own: 137) == ["go to 200.0 of /1"])
    }

    @Test func `later progress wins even if it lies before the player's own position`() {
        #expect(opens(at: 250, stored: 131, own: 250) == ["go to 131.0 of /1"])
    }

    @Test func `a position that the player never reported may be the user's choice`() {
        #expect(opens(at: 250, stored: 131, own: nil).first == "save /v/a.mkv playing 250.3 load")
        // It is left there, and overwrites no place further on.
        #expect(opens(at: 131, stored: 250, own: nil) == ["announce /v/a.mkv playing"])
        #expect(opens(at: 131, stored: 250, own: 60) == ["announce /v/a.mkv playing"])
    }

    @Test func `the bridge waits one second for the daemon's answer`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: 600), canSeek: true)
        harness.now += 250
        #expect(harness.answers(131.3).isEmpty)
        let terms = ResumeTerms(ownPosition: 131)
        #expect(
            harness.answered("/v/a.mkv", 250, duration: 600, terms: terms) == ["go to 250.0 of /1"]
        )
    }

    @Test func `a jump to the position that the player remembers is not the user's choice`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: 600), canSeek: true)
        harness.now += 100
        #expect(harness.seeks(131).isEmpty)
        let terms = ResumeTerms(ownPosition: 131)
        #expect(
            harness.answered("/v/a.mkv", 250, duration: 600, terms: terms) == ["go to 250.0 of /1"]
        )
    }

    /// A film of 600 s that stands still where the player was, at 131 s, and is moved to 250 s.
    private func isMovedWhilePaused() -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.says(.paused, .file("a.mkv", length: 600), canSeek: true)
        let terms = ResumeTerms(ownPosition: 131)
        _ = harness.answered("/v/a.mkv", 250, duration: 600, terms: terms)
        harness.now += 50
        #expect(harness.answers(131) == ["go to 250.0 of /1"])
        return harness
    }

    @Test func `the bridge seeks again if Quod Libet returns to its own position`() {
        var harness = isMovedWhilePaused()
        harness.now += 60
        #expect(harness.seeks(131) == ["go to 250.0 of /1"])
        harness.now += 60
        #expect(harness.seeks(250).first == "save /v/a.mkv paused 250.0 load")
    }

    @Test func `a position that the player remembers is stored only once the player continues`() {
        var harness = isMovedWhilePaused()
        let seen = harness.passes(30_000, at: 131)
        #expect(seen == ["go to 250.0 of /1", "missed /v/a.mkv at 250.0"])
        #expect(harness.vanishes().isEmpty)
        harness = isMovedWhilePaused()
        _ = harness.passes(30_000, at: 131)
        // The newer place was further: it is kept until a tenth of the film is played.
        #expect(harness.says(.playing) == ["resume /v/a.mkv"])
        #expect(harness.answered("/v/a.mkv", 250, duration: 600) == ["announce /v/a.mkv playing"])
        #expect(harness.passes(59_000, at: 190).isEmpty)
        #expect(harness.passes(3_000, at: 193).first == "save /v/a.mkv playing 191.8 seek")
    }

    @Test func `a seek by the user wins over the stored and the remembered position`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: 600), canSeek: true)
        let terms = ResumeTerms(ownPosition: 131)
        _ = harness.answered("/v/a.mkv", 250, duration: 600, terms: terms)
        harness.now += 100
        #expect(harness.seeks(400).isEmpty)
        #expect(harness.passes(500, at: 400.5).first == "save /v/a.mkv playing 400.5 seek")
    }

    @Test func `a song does not resume, and its stored position is kept until a tenth has played`()
    {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("song.mp3"), canSeek: true)
        let terms = ResumeTerms(hold: .short)
        #expect(harness.answered("/v/song.mp3", 60, terms: terms).isEmpty)
        harness.now += 250
        #expect(harness.answers(0.25) == ["announce /v/song.mp3 playing"])
        #expect(harness.passes(1_900, at: 2.1).isEmpty)
        #expect(harness.passes(10_000, at: 12.1).first == "save /v/song.mp3 playing 11.6 seek")
    }

    @Test func `a seek in a song stores its position`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("song.mp3"), canSeek: true)
        _ = harness.answered("/v/song.mp3", 60, terms: ResumeTerms(hold: .short))
        harness.now += 250
        _ = harness.answers(0.25)
        _ = harness.passes(3_000, at: 3.25)
        _ = harness.seeks(7)
        #expect(harness.passes(500, at: 7.5).first == "save /v/song.mp3 playing 7.5 seek")
    }

    @Test func `a track of an album counts as music, and an episode of a podcast does not`() {
        var song = MPRISMetadata.file("song.mp3")
        #expect(!song.isAlbumTrack)
        song.album = "Kind of Blue"
        #expect(song.isAlbumTrack)
        song.genres = ["Podcast"]
        #expect(!song.isAlbumTrack)
    }

    @Test func `Rhythmbox's placeholder for missing tags is not an album`() {
        var talk = MPRISMetadata.file("talk.flac")
        talk.album = "Unknown"
        #expect(!talk.isAlbumTrack)
        talk.album = "Unbekannt"
        talk.genres = ["Unbekannt"]
        #expect(!talk.isAlbumTrack)
    }

    @Test(
        arguments: [
            // Clementine, without tags.
            ("Talks", "talk", "file:///m/Talks/talk.mp3", false),
            ("Talks", "talk.mp3", "file:///m/Talks/talk.mp3", false),
            ("My Talks", "a.b", "file:///m/My%20Talks/a.b.mp3", false),
            // Sayonara, without tags.
            ("Unknown album", "talk", nil, false),
            ("Abbey Road", "Something", "file:///m/Abbey%20Road/02%20Something.flac", true),
            ("Abbey Road", "Something", "file:///m/Beatles/Something.flac", true),
            ("Unknown Pleasures", "Disorder", nil, true),
            ("Talks", nil, "file:///m/Talks/talk.mp3", true),
            ("m", "a", "http://h/m/b.mp3", true),
            ("", "a", nil, false),
        ] as [(String, String?, String?, Bool)]
    )
    func `the names of the folder and of the file are no tags`(
        album: String,
        title: String?,
        url: String?,
        isAlbum: Bool
    ) {
        let metadata = MPRISMetadata(url: url, title: title, album: album)
        #expect(metadata.hasAlbum == isAlbum)
        #expect(metadata.isAlbumTrack == isAlbum)
    }
}
