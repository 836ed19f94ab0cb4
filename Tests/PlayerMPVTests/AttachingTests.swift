import StateModel
import Testing

/// A daemon, and an mpv, that come and go.
@Suite struct AttachingTests {
    @Test func `without a daemon a file plays, and the daemon hears of it when it comes`() {
        var stage = Stage()
        #expect(stage.opens("a.ogg").isEmpty)
        #expect(stage.plays(9).isEmpty)
        #expect(
            stage.plays(10.5, after: 9_001) == [
                "save /v/a.ogg playing 10.5 load"
            ]
        )
        #expect(stage.hears(.attached(item: nil, queue: [])) == ["save /v/a.ogg playing 10.5 tick"])
    }

    @Test func `a daemon that comes soon is asked where to go on`() {
        var stage = Stage()
        _ = stage.opens("a.ogg")
        _ = stage.plays(3, after: 3_000)
        #expect(stage.hears(.attached(item: nil, queue: [])) == ["resume /v/a.ogg"])
        #expect(stage.answers("/v/a.ogg", stored: 40) == ["mpv: seek(40.0)"])
    }

    @Test func `a daemon that comes back is told at once how things stand`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.opens("a.ogg")
        _ = stage.plays(5)
        #expect(stage.hears(.detached).isEmpty)
        #expect(stage.plays(6).count == 1)
        #expect(
            stage.hears(.attached(item: "/v/a.ogg", queue: [])) == [
                "save /v/a.ogg playing 6.0 tick"
            ]
        )
        // It may have been asked about the file already: there is nothing to go back to.
        #expect(stage.answers("/v/a.ogg", stored: 40).isEmpty)
    }

    @Test func `a file that just began to play is moved, though nobody saw it load`() {
        var stage = Stage(attached: .some(nil))
        #expect(stage.property("path", #""a.ogg""#) == ["resume /v/a.ogg"])
        _ = stage.property("duration", "100.0")
        _ = stage.answer("options/start", #""none""#)
        _ = stage.answer("options/end", nil)
        _ = stage.answer("options/length", nil)
        _ = stage.answer("seekable", "true")
        #expect(stage.answer("time-pos", "0.4").isEmpty)
        #expect(stage.answers("/v/a.ogg", stored: 40) == ["mpv: seek(40.0)"])
    }

    @Test func `a file that has been playing for a while is followed from where it is`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.property("path", #""a.ogg""#)
        _ = stage.property("duration", "100.0")
        _ = stage.answer("options/start", #""none""#)
        _ = stage.answer("options/end", nil)
        _ = stage.answer("options/length", nil)
        _ = stage.answer("seekable", "true")
        #expect(stage.answer("time-pos", "60.0") == ["save /v/a.ogg playing 60.0 load"])
    }

    @Test func `a file that is still loading when we come is waited for`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.property("path", #""a.ogg""#)
        _ = stage.answer("options/start", #""none""#)
        _ = stage.answer("options/end", nil)
        _ = stage.answer("options/length", nil)
        _ = stage.answer("seekable", nil)
        #expect(stage.answer("time-pos", nil).isEmpty)
        #expect(stage.answers("/v/a.ogg", stored: 40).isEmpty)
        #expect(stage.loads() == ["mpv: seek(40.0)"])
    }
}
