// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPRIS

/// What the daemon hears of a player that plays.
@Suite struct FollowingTests {
    @Test func `a pause is stored with the position that the player then reports`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.passes(1_900, at: 2.2)
        harness.now += 700
        #expect(harness.says(.paused).isEmpty)
        #expect(harness.answers(2.8) == ["save /v/a.mkv paused 2.8 pause"])
        #expect(harness.passes(1_000, at: 2.8).isEmpty)
        #expect(harness.says(.playing) == ["save /v/a.mkv playing 2.8 tick"])
    }

    @Test func `a pause of a player that does not answer is stored with the expected position`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        harness.now += 1_000
        _ = harness.says(.paused)
        #expect(harness.keepsSilent() == ["save /v/a.mkv paused 1.3 pause"])
    }

    /// The bridge gives up an answer after two seconds.
    @Test func `a player that hung for a moment is asked again at the usual interval`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.passes(1_900, at: 2.15)
        for _ in 1...3 {
            _ = harness.passes(1_900)
            harness.now += 2_000
            #expect(harness.keepsSilent().isEmpty)
            #expect(harness.follower.wakeAt == harness.now + 1_900)
        }
        _ = harness.passes(1_900)
        #expect(harness.answers(3) == ["save /v/a.mkv playing 3.0 tick"])
        // A player that never gave a position is asked rarely.
        var silent = FollowerHarness()
        _ = silent.says(.playing, .file("a.mkv"), canSeek: true)
        _ = silent.answered("/v/a.mkv", nil)
        silent.now += 12_000
        _ = silent.keepsSilent()
        _ = silent.passes(500)
        _ = silent.keepsSilent()
        #expect(silent.follower.wakeAt == silent.now + 10_000)
    }

    @Test func `the position of a killed player is calculated from its last report and its rate`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.says(rate: 2)
        _ = harness.passes(1_900, at: 4.25)
        harness.now += 1_500
        #expect(harness.vanishes() == ["save /v/a.mkv paused 7.3 stop"])
    }

    @Test func `the position of a player that hangs does not advance`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        harness.now += 3_600_000
        #expect(harness.vanishes() == ["save /v/a.mkv paused 5.3 stop"])
    }

    @Test func `a playing player is polled every two seconds, and a paused one rarely`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        let ticks = (1...10).flatMap { harness.passes(1_900, at: 0.25 + Double($0) * 2) }
        #expect(ticks.count { $0.hasSuffix("tick") } == 10)
        _ = harness.says(.paused)
        _ = harness.answers(20.25)
        #expect(harness.follower.wakeAt == harness.now + 10_000)
    }

    @Test func `a jump that a paused player does not report is noticed`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.passes(1_900, at: 2.2)
        _ = harness.says(.paused)
        _ = harness.answers(2.8)
        #expect(harness.passes(12_000, at: 70) == ["save /v/a.mkv paused 70.0 seek"])
        #expect(harness.passes(12_000, at: 71.5) == ["save /v/a.mkv paused 71.5 seek"])
    }

    @Test func `a position that advances during a pause, as in browsers, is not a jump`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.passes(1_900, at: 2.2)
        _ = harness.says(.paused)
        _ = harness.answers(2.8)
        for time in 1...60 {
            harness.now += 1_000
            let position = 2.8 + Double(time)
            if harness.asked != nil { #expect(harness.answers(position).isEmpty) }
            #expect(harness.passes(0).isEmpty)
        }
        #expect(harness.vanishes() == ["save /v/a.mkv paused 2.8 stop"])
    }

    @Test func `the bridge does not wake up while no track is open`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.says(.stopped)
        #expect(harness.follower.wakeAt == nil)
    }

    @Test func `a jump is stored once later positions agree with it`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        #expect(harness.seeks(50).isEmpty)
        harness.now += 100
        #expect(harness.seeks(55).isEmpty)
        #expect(harness.passes(500, at: 55.5) == ["save /v/a.mkv playing 55.5 seek"])
    }

    @Test func `the position asked for after a jump replaces the outdated one that cmus signals`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(50)
        _ = harness.passes(500, at: 50.5)
        #expect(harness.seeks(50.6).isEmpty)
        #expect(harness.passes(1_900, at: 82).isEmpty)
        #expect(harness.passes(500, at: 82.5) == ["save /v/a.mkv playing 82.5 seek"])
    }

    @Test func `a jump that was not reported is accepted if the player continues from there`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        #expect(harness.passes(1_900, at: 80).isEmpty)
        #expect(harness.passes(500, at: 80.5) == ["save /v/a.mkv playing 80.5 seek"])
    }

    @Test func `a single wrong position is ignored`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(60)
        _ = harness.passes(500, at: 60.5)
        #expect(harness.passes(1_900, at: 3).isEmpty)
        #expect(harness.passes(500, at: 63) == ["save /v/a.mkv playing 63.0 tick"])
    }

    @Test func `a position of 0 is accepted only if later positions confirm it`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(60)
        _ = harness.passes(500, at: 60.5)
        _ = harness.passes(2_000)
        #expect(harness.answers(0).isEmpty)
        #expect(harness.vanishes() == ["save /v/a.mkv paused 62.5 stop"])

        harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(60)
        _ = harness.passes(500, at: 60.5)
        #expect(harness.seeks(0).isEmpty)
        #expect(harness.passes(500, at: 0.5) == ["save /v/a.mkv playing 0.5 tick"])
        #expect(harness.passes(1_900, at: 2.5).first == "save /v/a.mkv playing 2.5 tick")
    }

    @Test func `a player that stops to buffer is followed without a jump`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        #expect(harness.passes(1_900, at: 0.4) == ["save /v/a.mkv playing 0.4 tick"])
        #expect(harness.passes(1_900, at: 2.4).first == "save /v/a.mkv playing 2.4 tick")
    }

    @Test
    func `a track that stops at its end is finished, since MPRIS gives no reason for the stop`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(98)
        _ = harness.passes(500, at: 98.5)
        harness.now += 1_000
        #expect(harness.says(.stopped) == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a track is finished if another one follows at its end`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(98)
        _ = harness.passes(500, at: 98.5)
        harness.now += 1_500
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2")) == [
                "save /v/a.mkv finished 100.0 stop", "resume /v/b.mkv",
            ]
        )
    }

    @Test func `a track without a length is not finished when it stops`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: -1), canSeek: true)
        _ = harness.answered("/v/a.mkv", nil)
        _ = harness.reads("/v/a.mkv", nil)
        harness.now += 250
        _ = harness.answers(0.25)
        _ = harness.passes(1_900, at: 2.25)
        #expect(harness.says(.stopped) == ["save /v/a.mkv paused 2.3 stop"])
    }

    @Test func `a browser that pauses at the end has finished the film`() {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(98)
        _ = harness.passes(500, at: 98.5)
        harness.now += 1_500
        _ = harness.says(.paused)
        #expect(harness.answers(100) == ["save /v/a.mkv finished 100.0 stop"])
        #expect(harness.vanishes().isEmpty)
    }

    @Test func `an advertisement on the same page does not replace the film's position`() {
        var harness = FollowerHarness()
        let page = "https://films.example/watch?v=1"
        _ = harness.says(.playing, .page(1_800), canSeek: true)
        _ = harness.answered(page, nil)
        harness.now += 250
        #expect(harness.answers(0.25) == ["save \(page) playing 0.3 load"])
        _ = harness.seeks(600)
        _ = harness.passes(500, at: 600.5)
        #expect(
            harness.says(nil, .page(15)) == ["save \(page) paused 600.5 switch", "resume \(page)"]
        )
        _ = harness.answered(page, 600.5, duration: 1_800)
        #expect(harness.answers(0.1).isEmpty)
        #expect(harness.passes(14_000, at: 14).isEmpty)
        #expect(harness.says(nil, .page(1_800)) == ["resume \(page)"])
        _ = harness.answered(page, 600.5, duration: 1_800)
        #expect(harness.answers(600.6) == ["save \(page) playing 600.6 load"])
    }

    /// A page of which the film of another day was left at 600 s, that plays one of `length` s.
    private func another(_ length: Int) -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .page(length), canSeek: true)
        _ = harness.answered("https://films.example/watch?v=1", 600, duration: 1_800, at: 1)
        harness.now += 250
        #expect(harness.answers(0.25).isEmpty)
        return harness
    }

    @Test(arguments: [(1_200, 110), (2_400, 2)])
    func `another film at the same address replaces the stored one once it has played`(
        length: Int,
        quiet: Int
    ) {
        let page = "https://films.example/watch?v=1"
        var harness = another(length)
        #expect(harness.passes(quiet * 1_000, at: Double(quiet)).isEmpty)
        let seen = harness.passes(20_000, at: Double(quiet + 20))
        #expect(seen.first == "\(page) is another")
        #expect(seen.dropFirst().first?.hasPrefix("save \(page) playing") == true)
        #expect(harness.passes(1_900, at: Double(quiet) + 21.9).last?.hasSuffix("tick") == true)
    }

    @Test func `a page's position is kept until a film with a wrong short length has passed it`() {
        var harness = another(30)
        #expect(harness.passes(39_000, at: 39).isEmpty)
        // Its place is kept until the film has come there.
        #expect(
            harness.passes(550_000, at: 589) == ["announce https://films.example/watch?v=1 playing"]
        )
        #expect(harness.passes(20_000, at: 609).first?.hasSuffix("seek") == true)
    }

    @Test func `a seek in a new film shows that it is not an advertisement`() {
        var harness = another(1_200)
        harness.now += 5_000
        _ = harness.seeks(60)
        #expect(
            harness.passes(600, at: 60.6).first == "https://films.example/watch?v=1 is another"
        )
    }

    @Test func `a seek in an advertisement does not change the film's position`() {
        var harness = another(30)
        harness.now += 5_000
        #expect(harness.seeks(20).isEmpty)
        #expect(harness.passes(600, at: 20.6).isEmpty)
        #expect(
            harness.says(nil, .page(1_800)) == ["resume https://films.example/watch?v=1"]
        )
    }

    /// A disc whose film was left at 500 s, and that plays its menu or another title of `length` s.
    private func disc(_ url: String, _ item: String, _ length: Int) -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.says(.playing, title(url, length), canSeek: true)
        _ = harness.answered(item, 500, duration: 700)
        harness.now += 250
        #expect(harness.answers(0.25).isEmpty)
        return harness
    }

    private func title(_ url: String, _ length: Int) -> MPRISMetadata {
        MPRISMetadata(trackID: "/1", url: url, length: length * 1_000_000, title: "disc")
    }

    @Test(arguments: [
        ("file:///v/film.iso", "/v/film.iso"), ("file:///v/FILM.IMG", "/v/FILM.IMG"),
        ("dvd:///v/link.mkv", "/v/a.mkv"),
    ])
    func `the menu of a disc does not replace the film's position`(url: String, item: String) {
        var harness = disc(url, item, 20)
        for _ in 1...10 {
            #expect(harness.passes(18_000, at: 18).isEmpty)
            #expect(harness.seeks(0).isEmpty)
            #expect(harness.passes(600, at: 0.6).isEmpty)
        }
        #expect(harness.says(nil, title(url, 700)) == ["resume \(item)"])
        #expect(harness.seeks(0).isEmpty)
        _ = harness.answered(item, 500, duration: 700)
        #expect(harness.passes(500, at: 0.4) == ["go to 500.0 of /1"])
    }

    @Test func `a film that begins after a moment without a length is resumed`() {
        var harness = disc("file:///v/film.iso", "/v/film.iso", 20)
        #expect(harness.passes(18_000, at: 18).isEmpty)
        #expect(harness.seeks(0).isEmpty)
        var unknown = title("file:///v/film.iso", 0)
        unknown.length = nil
        #expect(harness.says(nil, unknown).isEmpty)
        #expect(harness.says(nil, title("file:///v/film.iso", 700)).isEmpty)
        #expect(harness.passes(500, at: 0.5) == ["go to 500.0 of /1"])
    }

    @Test func `a title of a disc that is left at its end does not finish the film`() {
        var harness = disc("file:///v/film.iso", "/v/film.iso", 400)
        #expect(harness.passes(399_000, at: 399) == ["announce /v/film.iso playing"])
        #expect(harness.vanishes().isEmpty)
    }

    @Test func `a seek in another title of a disc replaces the film's position`() {
        var harness = disc("file:///v/film.iso", "/v/film.iso", 400)
        harness.now += 5_000
        _ = harness.seeks(60)
        #expect(harness.passes(600, at: 60.6).first == "save /v/film.iso playing 60.5 seek")
    }

    /// What a station or a film is followed as, that has played for 10 s.
    private func streams(
        _ url: String,
        length: Int?,
        canSeek: Bool
    ) -> [String] {
        var harness = FollowerHarness()
        let metadata = MPRISMetadata(trackID: "/1", url: url, length: length)
        _ = harness.says(.playing, metadata, canSeek: canSeek)
        let item = url.replacing("file://", with: "")
        _ = harness.answered(item, nil)
        _ = harness.reads(item, nil)
        return harness.passes(12_000, at: 12)
    }

    @Test func `a live stream has no length, and is not stored, even if the player can seek`() {
        let station = "http://radio.example:8000/listen"
        #expect(streams(station, length: nil, canSeek: false).isEmpty)
        #expect(streams(station, length: 0, canSeek: false).isEmpty)
        #expect(streams(station, length: .max, canSeek: false).isEmpty)
        for length in [nil, 0, .max] {
            #expect(streams(station, length: length, canSeek: true).isEmpty)
        }
        #expect(!streams(station, length: 60_000_000, canSeek: false).isEmpty)
        #expect(!streams("file:///v/a.mkv", length: nil, canSeek: false).isEmpty)
    }

    /// VLC reports that it can seek until it has opened a stream, and may not announce the change.
    @Test(arguments: [nil, 60_000_000])
    func `the stream of a URL without a length counts as live before it is stored`(length: Int?) {
        let station = "http://radio.example:8000/listen"
        var harness = FollowerHarness()
        let metadata = MPRISMetadata(trackID: "/1", url: station, length: length)
        _ = harness.says(.playing, metadata, canSeek: true)
        _ = harness.answered(station, nil)
        #expect(harness.answers(0, canSeek: true).isEmpty)
        for place in [0.3, 2.2, 4.1] {
            #expect(harness.passes(1_900).isEmpty)
            let isMeasured = length != nil
            let saves = harness.answers(place, canSeek: isMeasured ? nil : false)
            #expect(saves.isEmpty == !isMeasured, "\(place)")
        }
    }
}

/// The lengths that players report.
@Suite struct LengthTests {
    /// What is saved of a URL with that length, in seconds, during a minute.
    private func saves(_ url: String, _ length: Int) -> [String] {
        var harness = FollowerHarness()
        let metadata = MPRISMetadata(trackID: "/1", url: url, length: length * 1_000_000)
        _ = harness.says(.playing, metadata, canSeek: true)
        _ = harness.answered(url, nil)
        return (1...30).flatMap { second in
            harness.passes(1_900, at: 1.9 * Double(second))
        } + harness.says(.stopped)
    }

    /// SMPlayer and Haruna report the length of the segments that mpv has loaded at first.
    @Test func `a live channel in segments is not stored`() {
        for end in ["m3u8", "M3U8?id=1", "mpd"] {
            let channel = "http://tv.example/live.\(end)"
            #expect(saves(channel, 15).isEmpty)
            #expect(saves(channel, 900).last == "save \(channel) paused 57.0 stop")
        }
        // The address does not tell that this is a channel; its length does once it is exceeded.
        let channel = "http://tv.example/live"
        #expect(saves(channel, 15).last == "save \(channel) playing 15.0 tick")
        #expect(saves(channel, 900).last == "save \(channel) paused 57.0 stop")
    }

    /// VLC corrects its estimate for some MP3 files, and announces only the estimate.
    @Test(arguments: [(100, .short), (500, nil)] as [(Double, ResumeHold?)])
    func `an item that was estimated to be a song, or too short, resumes once its length is known`(
        stored: Double,
        hold: ResumeHold?
    ) {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mp3", length: 237), canSeek: true)
        let terms = ResumeTerms(hold: hold)
        #expect(harness.answered("/v/a.mp3", stored, duration: 952, terms: terms).isEmpty)
        harness.now += 250
        #expect(harness.answers(0.25) == ["announce /v/a.mp3 playing"])
        harness.now += 1_900
        _ = harness.passes(0)
        #expect(
            harness.answers(2.15, .playing, .file("a.mp3", length: 952)) == ["resume /v/a.mp3"]
        )
        #expect(harness.answered("/v/a.mp3", stored, duration: 952) == ["go to \(stored) of /1"])
        let save = "save /v/a.mp3 playing \(stored + 0.3) load"
        #expect(harness.passes(500, at: stored + 0.5).first == save)
    }

    @Test func `the end of a file is judged by its corrected length`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mp3", length: 237), canSeek: true)
        _ = harness.answered("/v/a.mp3", nil)
        _ = harness.passes(500, at: 0.5)
        _ = harness.passes(1_900)
        _ = harness.answers(2.4, .playing, .file("a.mp3", length: 952))
        _ = harness.seeks(233)
        _ = harness.passes(3_000, at: 236)
        #expect(harness.says(.stopped) == ["save /v/a.mp3 paused 236.0 stop"])
    }

    @Test func `a film at a URL is stored beyond a wrong length`() {
        let film = "http://films.example/a.mp3"
        var harness = FollowerHarness()
        let metadata = MPRISMetadata(trackID: "/1", url: film, length: 100_000_000)
        _ = harness.says(.playing, metadata, canSeek: true)
        _ = harness.answered(film, nil)
        _ = harness.answers(0.25)
        _ = harness.seeks(600)
        #expect(harness.passes(500, at: 600.5) == ["save \(film) playing 600.5 seek"])
        #expect(harness.says(.stopped) == ["save \(film) paused 600.5 stop"])
    }

    @Test(
        arguments: [
            (7_200_000_000, 7_200), (1, 0.000_001), (0, nil), (-1, nil), (.max, nil),
            (3_600_000_000_000, 3_600_000), (3_600_000_000_001, nil),
        ] as [(Int, Double?)]
    )
    func `an implausible length is not used`(microseconds: Int, seconds: Double?) {
        #expect(MPRISMetadata(length: microseconds).duration == seconds)
    }

    /// A film that is said to have 100 s, after it has been played from 600 s on.
    private func disproved() -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(600)
        #expect(harness.passes(500, at: 600.5) == ["save /v/a.mkv playing 600.5 seek"])
        return harness
    }

    @Test func `a position beyond the length is stored, and the length is then ignored`() {
        var harness = disproved()
        #expect(harness.follower.item.duration == nil)
        #expect(harness.says(.stopped) == ["save /v/a.mkv paused 600.5 stop"])
        harness = disproved()
        // The player says the same length again.
        _ = harness.says(nil, .file("a.mkv"))
        #expect(harness.says(.stopped) == ["save /v/a.mkv paused 600.5 stop"])
        harness = disproved()
        _ = harness.says(nil, .file("a.mkv", length: 602))
        #expect(harness.says(.stopped) == ["save /v/a.mkv finished 602.0 stop"])
    }

    @Test func `a player does not jump to a stored position beyond the end of its track`() {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv"), canSeek: true)
        _ = harness.answered("/v/a.mkv", 600, duration: nil)
        #expect(harness.passes(60_000, at: 60) == ["announce /v/a.mkv playing"])
    }
}
