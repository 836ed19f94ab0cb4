// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPRIS

/// The end of a track, in whatever order a player announces it.
@Suite struct EndingTests {
    /// A track of 100 s that plays, and has come to that position.
    private func harness(at position: Double) -> FollowerHarness {
        var harness = FollowerHarness()
        _ = harness.plays()
        _ = harness.seeks(position - 0.5)
        _ = harness.passes(500, at: position)
        return harness
    }

    private let next = "resume /v/b.mkv"

    @Test func `a jump to 0 followed by the next track's name finishes a track in Audacious`() {
        var harness = harness(at: 98.5)
        harness.now += 1_400
        #expect(harness.seeks(0).isEmpty)
        harness.now += 30
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv finished 100.0 stop", next]
        )
    }

    @Test(arguments: [101, nil, 0.2] as [Double?])
    func `a chapter that is reported as a track does not finish its file`(place: Double?) {
        var harness = harness(at: 99.5)
        harness.now += 1_500
        var chapter = MPRISMetadata.file("a.mkv", length: 50, track: "/2")
        chapter.title = "Chapter 2"
        #expect(harness.says(nil, chapter).isEmpty)
        // Another track of the file, or a player that does not tell, ends the former one.
        let isChapter = place == 101
        let end = ["save /v/a.mkv finished 100.0 stop", "resume /v/a.mkv"]
        let seen = harness.answers(place, .playing, chapter)
        #expect(seen == (isChapter ? ["save /v/a.mkv playing 101.0 tick"] : end))
        guard isChapter else { return }
        harness.now += 1_000
        #expect(harness.vanishes() == ["save /v/a.mkv paused 102.0 stop"])
    }

    /// Quod Libet reports a stop as a pause at the beginning, without a seek.
    @Test(arguments: [0, 60_000])
    func `a stop that is reported as a pause resumes where the track stopped`(pause: Int) {
        var harness = harness(at: 60)
        _ = harness.says(.paused)
        if pause > 0 { _ = harness.passes(pause, at: 60) }
        _ = harness.passes(10_000)
        #expect(
            harness.answers(0) == [
                "save /v/a.mkv paused 60.0 stop", "resume /v/a.mkv",
            ]
        )
        #expect(harness.answered("/v/a.mkv", 60).isEmpty)
        #expect(harness.passes(5_000 + pause, at: 0).isEmpty)
        #expect(harness.says(.playing).isEmpty)
        #expect(harness.passes(500, at: 0.5) == ["go to 60.0 of /1"])
        #expect(harness.passes(500, at: 60.5).first == "save /v/a.mkv playing 60.3 load")
    }

    /// Quod Libet and Totem report no stop at all during a pause; they continue at the beginning.
    @Test(arguments: [0.4, 1.2, 1.9, 2.4])
    func `playback that continues at the beginning goes back to the pause`(place: Double) {
        var harness = harness(at: 60)
        _ = harness.says(.paused)
        _ = harness.answers(60)
        harness.now += 3_000
        #expect(harness.says(.playing) == ["resume /v/a.mkv"])
        #expect(harness.answered("/v/a.mkv", 60) == ["save /v/a.mkv playing 60.0 tick"])
        #expect(harness.passes(1_950).isEmpty)
        let end = ["save /v/a.mkv paused 60.0 stop", "resume /v/a.mkv"]
        #expect(harness.answers(place) == end)
        #expect(harness.answered("/v/a.mkv", 60).isEmpty)
        #expect(harness.passes(500, at: place + 0.5) == ["go to 60.0 of /1"])
        #expect(harness.passes(500, at: 60.5).first == "save /v/a.mkv playing 60.3 load")
    }

    @Test func `a seek during a pause counts if the player reports it, or continues from there`() {
        for place in [1.0, 3.1] {
            var harness = harness(at: 60)
            _ = harness.says(.paused)
            _ = harness.answers(60)
            harness.now += 3_000
            if place == 1 { _ = harness.seeks(place) }
            _ = harness.says(.playing)
            _ = harness.answered("/v/a.mkv", 60)
            let seen = harness.passes(4_000, at: place + 4)
            #expect(seen.contains { $0.hasSuffix(" seek") })
            #expect(harness.vanishes() == ["save /v/a.mkv paused \(place + 4) stop"])
        }
    }

    @Test func `a jump to 0 and a stop finish an album's last track in Quod Libet`() {
        var harness = harness(at: 98.5)
        harness.now += 1_400
        #expect(harness.seeks(0).isEmpty)
        harness.now += 400
        #expect(harness.says(.stopped) == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a jump to 0 and a pause at the end finish the track`() {
        var harness = harness(at: 98.5)
        harness.now += 1_400
        _ = harness.seeks(0)
        #expect(harness.says(.paused) == ["save /v/a.mkv finished 100.0 stop"])
        #expect(harness.vanishes().isEmpty)
    }

    @Test func `a player that reports 0 at the end and then stops has finished the track`() {
        var harness = harness(at: 98.5)
        harness.now += 1_400
        _ = harness.passes(700)
        #expect(harness.answers(0).isEmpty)
        #expect(harness.says(.stopped) == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a single report just before the end, as SMPlayer sends it, finishes the track`() {
        var harness = harness(at: 40)
        harness.now += 1_400
        _ = harness.passes(700)
        #expect(harness.answers(99).isEmpty)
        harness.now += 400
        #expect(harness.says(.stopped) == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a single unexpected position far from the end finishes nothing`() {
        var harness = harness(at: 40)
        harness.now += 1_400
        _ = harness.passes(700)
        #expect(harness.answers(70).isEmpty)
        harness.now += 400
        #expect(harness.says(.stopped) == ["save /v/a.mkv paused 42.5 stop"])
    }

    @Test func `a player that rewinds is followed to the end of its track`() {
        var harness = harness(at: 90)
        _ = harness.says(rate: -8)
        for position in [74.8, 59.6, 44.4] {
            _ = harness.passes(1_900)
            #expect(harness.answers(position) == ["save /v/a.mkv playing \(position) tick"])
        }
        harness.now += 1_000
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv paused 36.4 switch", next]
        )
    }

    @Test func `an estimate that the player has contradicted for long is not stored`() {
        var harness = harness(at: 40)
        for position in [35.0, 29, 23, 17] {
            _ = harness.passes(1_900)
            #expect(harness.answers(position).isEmpty)
        }
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv paused 40.0 switch", next]
        )
    }

    @Test func `a player that leaves the bus at the end has finished the track`() {
        var harness = harness(at: 98.5)
        harness.now += 1_400
        #expect(harness.vanishes() == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a skip before the end keeps the last true position, with or without a jump to 0`() {
        var harness = harness(at: 40)
        harness.now += 1_000
        _ = harness.seeks(0)
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv paused 41.0 switch", next]
        )
        harness = self.harness(at: 40)
        harness.now += 1_000
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv paused 41.0 switch", next]
        )
    }

    @Test func `a stop before the end keeps the last true position`() {
        var harness = harness(at: 40)
        harness.now += 1_000
        _ = harness.seeks(0)
        #expect(harness.says(.stopped) == ["save /v/a.mkv paused 41.0 stop"])
    }

    /// The time from the first press of “previous”, which leads to the beginning, to the second one.
    @Test(arguments: [
        (200, "44.0"), (700, "44.0"), (1_200, "44.0"), (3_000, "44.0"), (3_001, "3.0"),
        (4_000, "4.0"),
    ])
    func `a seek to the start is stored, unless the track ends within three seconds`(
        gap: Int,
        place: String
    ) {
        for reports in [true, false] {
            var harness = harness(at: 40)
            _ = harness.passes(4_000, at: 44)
            _ = harness.seeks(0)
            var left = gap
            if reports, gap > 500 {
                #expect(harness.passes(500, at: 0.5) == ["save /v/a.mkv playing 0.5 seek"])
                left -= 500
            }
            harness.now += left
            #expect(
                harness.says(nil, .file("b.mkv", track: "/2"))
                    == ["save /v/a.mkv paused \(place) switch", next]
            )
        }
    }

    @Test func `a track that was sought to its start is finished at its end`() {
        var harness = harness(at: 40)
        _ = harness.seeks(0)
        _ = harness.passes(500, at: 0.5)
        _ = harness.passes(98_000, at: 98.5)
        harness.now += 1_400
        #expect(
            harness.says(nil, .file("b.mkv", track: "/2")).first
                == "save /v/a.mkv finished 100.0 stop"
        )
    }

    @Test func `a repeated track is finished each time`() {
        var harness = harness(at: 98.5)
        harness.now += 1_400
        _ = harness.seeks(0)
        #expect(
            harness.passes(600, at: 0.6) == [
                "save /v/a.mkv finished 100.0 stop", "save /v/a.mkv playing 0.5 tick",
            ]
        )
    }

    @Test func `a track that repeats without a signal is finished each time`() {
        var harness = harness(at: 98.5)
        #expect(harness.passes(1_900, at: 0.5).isEmpty)
        #expect(
            harness.passes(500, at: 1) == [
                "save /v/a.mkv finished 100.0 stop", "save /v/a.mkv playing 1.0 tick",
            ]
        )
    }

    @Test(
        arguments: [
            (size: 10_001, quiet: 59_999, end: "failed 93.0"),
            (size: 10_001, quiet: 60_000, end: "finished 100.0"),
            (size: 10_000, quiet: 0, end: "finished 100.0"),
            (size: nil, quiet: 0, end: "finished 100.0"),
        ] as [(size: Int?, quiet: Int, end: String)]
    )
    func `a recording that still grows is not finished at the end of its data`(
        size: Int?,
        quiet: Int,
        end: String
    ) {
        let file = size.map { FileState(size: $0, writtenAt: 0, seenAt: Timestamp(quiet)) }
        var harness = FollowerHarness(file: file)
        _ = harness.plays(key: "content:10000-a")
        _ = harness.seeks(98)
        #expect(harness.passes(0, at: 98) == [])
        #expect(harness.says(.stopped) == ["save /v/a.mkv \(end) stop"])
    }

    @Test func `a finished track that is played again begins at its start`() {
        var harness = harness(at: 98.5)
        harness.now += 1_400
        _ = harness.seeks(0)
        _ = harness.says(.stopped)
        #expect(harness.says(.playing) == ["resume /v/a.mkv"])
        _ = harness.answered("/v/a.mkv", nil)
        _ = harness.reads("/v/a.mkv", nil)
        harness.now += 250
        #expect(harness.answers(0.2) == ["save /v/a.mkv playing 0.2 load"])
    }
}
