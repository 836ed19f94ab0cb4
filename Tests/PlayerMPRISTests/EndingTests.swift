import StateModel
import Testing

@testable import PlayerMPRIS

/// The end of a track, in whatever order a player announces it.
@Suite struct EndingTests {
    /// A track of 100 s that plays, and has come to that position.
    private func stage(at position: Double) -> Stage {
        var stage = Stage()
        _ = stage.plays()
        _ = stage.seeks(position - 0.5)
        _ = stage.passes(500, at: position)
        return stage
    }

    private let next = "resume /v/b.mkv"

    @Test func `Audacious jumps to 0 and then names the next track: the last one is finished`() {
        var stage = stage(at: 98.5)
        stage.now += 1_400
        #expect(stage.seeks(0).isEmpty)
        stage.now += 30
        #expect(
            stage.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv finished 100.0 stop", next]
        )
    }

    @Test func `Quod Libet jumps to 0 and then stops: the album's last track is finished`() {
        var stage = stage(at: 98.5)
        stage.now += 1_400
        #expect(stage.seeks(0).isEmpty)
        stage.now += 400
        #expect(stage.says(.stopped) == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a player that jumps to 0 and pauses at the end has finished`() {
        var stage = stage(at: 98.5)
        stage.now += 1_400
        _ = stage.seeks(0)
        #expect(stage.says(.paused) == ["save /v/a.mkv finished 100.0 stop"])
        #expect(stage.vanishes().isEmpty)
    }

    @Test func `a player that answers 0 at the end, and then stops, has finished`() {
        var stage = stage(at: 98.5)
        stage.now += 1_400
        _ = stage.passes(700)
        #expect(stage.answers(0).isEmpty)
        #expect(stage.says(.stopped) == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a seek to just before the end that is seen once, as of SMPlayer, ends the track`() {
        var stage = stage(at: 40)
        stage.now += 1_400
        _ = stage.passes(700)
        #expect(stage.answers(99).isEmpty)
        stage.now += 400
        #expect(stage.says(.stopped) == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `an unexpected position far from the end that is seen once does not count`() {
        var stage = stage(at: 40)
        stage.now += 1_400
        _ = stage.passes(700)
        #expect(stage.answers(70).isEmpty)
        stage.now += 400
        #expect(stage.says(.stopped) == ["save /v/a.mkv paused 42.5 stop"])
    }

    @Test func `a player that leaves the bus at the end has finished`() {
        var stage = stage(at: 98.5)
        stage.now += 1_400
        #expect(stage.vanishes() == ["save /v/a.mkv finished 100.0 stop"])
    }

    @Test func `a skip in the middle keeps the last true position, jump to 0 or not`() {
        var stage = stage(at: 40)
        stage.now += 1_000
        _ = stage.seeks(0)
        #expect(
            stage.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv paused 41.0 switch", next]
        )
        stage = self.stage(at: 40)
        stage.now += 1_000
        #expect(
            stage.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv paused 41.0 switch", next]
        )
    }

    @Test func `a stop in the middle keeps the last true position`() {
        var stage = stage(at: 40)
        stage.now += 1_000
        _ = stage.seeks(0)
        #expect(stage.says(.stopped) == ["save /v/a.mkv paused 41.0 stop"])
    }

    @Test func `a person who goes back to the beginning is there, once the player goes on`() {
        var stage = stage(at: 40)
        _ = stage.passes(4_000, at: 44)
        _ = stage.seeks(0)
        #expect(stage.passes(500, at: 0.5) == ["save /v/a.mkv playing 0.5 seek"])
        stage.now += 700
        #expect(
            stage.says(nil, .file("b.mkv", track: "/2"))
                == ["save /v/a.mkv paused 1.2 switch", next]
        )
    }

    @Test func `a track that is repeated is finished each time`() {
        var stage = stage(at: 98.5)
        stage.now += 1_400
        _ = stage.seeks(0)
        #expect(
            stage.passes(600, at: 0.6) == [
                "save /v/a.mkv finished 100.0 stop", "save /v/a.mkv playing 0.5 tick",
            ]
        )
    }

    @Test func `a track that is repeated without a word is finished as well`() {
        var stage = stage(at: 98.5)
        #expect(stage.passes(1_900, at: 0.5).isEmpty)
        #expect(
            stage.passes(500, at: 1) == [
                "save /v/a.mkv finished 100.0 stop", "save /v/a.mkv playing 1.0 tick",
            ]
        )
    }

    @Test func `an album that was finished begins again at the start of each song`() {
        var stage = stage(at: 98.5)
        stage.now += 1_400
        _ = stage.seeks(0)
        _ = stage.says(.stopped)
        #expect(stage.says(.playing) == ["resume /v/a.mkv"])
        _ = stage.answered("/v/a.mkv", nil)
        _ = stage.reads("/v/a.mkv", nil)
        stage.now += 250
        #expect(stage.answers(0.2) == ["save /v/a.mkv playing 0.2 load"])
    }
}
