// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

/// A daemon, and an mpv, that come and go.
@Suite struct AttachingTests {
    @Test func `a file that plays without a daemon is reported once the daemon starts`() {
        var harness = FollowerHarness()
        #expect(harness.opens("a.ogg").isEmpty)
        #expect(harness.plays(9).isEmpty)
        #expect(
            harness.plays(10.5, after: 9_001) == [
                "save /v/a.ogg playing 10.5 load"
            ]
        )
        #expect(
            harness.hears(.attached(item: nil, queue: [])) == ["save /v/a.ogg playing 10.5 tick"]
        )
    }

    @Test func `a daemon that starts soon after the file is still asked for the position`() {
        var harness = FollowerHarness()
        _ = harness.opens("a.ogg")
        _ = harness.plays(3, after: 3_000)
        #expect(harness.hears(.attached(item: nil, queue: [])) == ["resume /v/a.ogg"])
        #expect(harness.answers("/v/a.ogg", stored: 40) == ["mpv: seek(40.0)"])
    }

    @Test func `a returning daemon immediately receives the current state`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("a.ogg")
        _ = harness.plays(5)
        #expect(harness.hears(.detached).isEmpty)
        #expect(harness.plays(6).count == 1)
        #expect(
            harness.hears(.attached(item: "/v/a.ogg", queue: [])) == [
                "save /v/a.ogg playing 6.0 tick"
            ]
        )
        // It may have been asked about the file already: there is nothing to go back to.
        #expect(harness.answers("/v/a.ogg", stored: 40).isEmpty)
    }

    @Test func `a file that loaded just before the bridge started jumps to its stored position`() {
        var harness = FollowerHarness(attached: .some(nil))
        #expect(harness.property("path", #""a.ogg""#) == ["resume /v/a.ogg"])
        _ = harness.property("duration", "100.0")
        _ = harness.answer("options/start", #""none""#)
        _ = harness.answer("options/end", nil)
        _ = harness.answer("options/length", nil)
        _ = harness.answer("seekable", "true")
        #expect(harness.answer("time-pos", "0.4").isEmpty)
        #expect(harness.answers("/v/a.ogg", stored: 40) == ["mpv: seek(40.0)"])
    }

    @Test func `a file that has played for a while does not jump to its stored position`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.property("path", #""a.ogg""#)
        _ = harness.property("duration", "100.0")
        _ = harness.answer("options/start", #""none""#)
        _ = harness.answer("options/end", nil)
        _ = harness.answer("options/length", nil)
        _ = harness.answer("seekable", "true")
        #expect(harness.answer("time-pos", "60.0") == ["save /v/a.ogg playing 60.0 load"])
    }

    @Test func `a bridge that attaches during loading waits until the file is loaded`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.property("path", #""a.ogg""#)
        _ = harness.answer("options/start", #""none""#)
        _ = harness.answer("options/end", nil)
        _ = harness.answer("options/length", nil)
        _ = harness.answer("seekable", nil)
        #expect(harness.answer("time-pos", nil).isEmpty)
        #expect(harness.answers("/v/a.ogg", stored: 40).isEmpty)
        #expect(harness.loads() == ["mpv: seek(40.0)"])
    }
}
