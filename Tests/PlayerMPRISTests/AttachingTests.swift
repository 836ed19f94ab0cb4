import StateModel
import Testing

@testable import PlayerMPRIS

/// A daemon, and players, that come and go.
@Suite struct AttachingTests {
    @Test func `Firefox does not answer as it comes, and is asked again what it plays`() {
        var stage = Stage()
        #expect(stage.keepsSilent().isEmpty)
        _ = stage.says(nil, .file("a.mkv"))
        #expect(stage.passes(500).isEmpty)
        #expect(
            stage.answers(0.5, .playing, .file("a.mkv"), canSeek: true) == ["resume /v/a.mkv"]
        )
    }

    @Test func `a player that never answers is asked five times`() {
        var stage = Stage()
        var questions = 0
        while stage.asked != nil {
            questions += 1
            _ = stage.keepsSilent()
            _ = stage.passes(60_000)
        }
        #expect(questions == 5)
        #expect(stage.follower.wakeAt == nil)
    }

    @Test func `without a daemon a track plays, and the daemon hears of it when it comes`() {
        var stage = Stage(isAttached: false)
        #expect(stage.says(.playing, .file("a.mkv"), canSeek: true).isEmpty)
        #expect(stage.passes(10_500, at: 10.5).first == "save /v/a.mkv playing 10.3 load")
        #expect(
            stage.hears(.attached(item: nil, queue: [])) == [
                "save /v/a.mkv playing 10.5 tick", "read /v/a.mkv",
            ]
        )
    }

    @Test func `a daemon that comes soon is asked where to go on`() {
        var stage = Stage(isAttached: false)
        _ = stage.says(.playing, .file("a.mkv"), canSeek: true)
        _ = stage.passes(3_000, at: 3)
        #expect(stage.hears(.attached(item: nil, queue: [])) == ["resume /v/a.mkv"])
        #expect(stage.answered("/v/a.mkv", 40) == ["go to 40.0 of /1"])
    }

    @Test func `a daemon that comes back is told at once how things stand`() {
        var stage = Stage()
        _ = stage.plays()
        _ = stage.hears(.detached)
        _ = stage.seeks(50)
        #expect(stage.passes(500, at: 50.5) == ["save /v/a.mkv playing 50.5 seek"])
        stage.now += 1_000
        #expect(
            stage.hears(.attached(item: nil, queue: [])) == ["save /v/a.mkv playing 51.5 tick"]
        )
        #expect(stage.answered("/v/a.mkv", 20).isEmpty)
    }

    @Test func `a track that has just begun to play is moved, though nobody saw it begin`() {
        var stage = Stage(isOld: true)
        _ = stage.answers(8, .playing, .file("a.mkv"), canSeek: true)
        #expect(stage.answered("/v/a.mkv", 40) == ["go to 40.0 of /1"])
    }

    @Test func `a track that has been playing for a while is followed from where it is`() {
        var stage = Stage(isOld: true)
        #expect(
            stage.answers(60, .playing, .file("a.mkv"), canSeek: true) == [
                "resume /v/a.mkv", "save /v/a.mkv playing 60.0 load", "read /v/a.mkv",
            ]
        )
    }

    @Test func `a bridge that ends says where the player is`() {
        var stage = Stage()
        _ = stage.plays()
        stage.now += 1_000
        #expect(
            stage.note(stage.follower.leave(now: stage.now)) == [
                "save /v/a.mkv playing 1.3 background"
            ]
        )
    }
}
