// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import PlayerKit
import StateModel
import Testing

@testable import PlayerMPV

/// The requests of other programs to mpv.
@Suite struct RequestTests {
    private func playing() -> FollowerHarness {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.opens("/v/a")
        _ = harness.plays(50)
        return harness
    }

    @Test func `a request is answered after mpv confirms it`() {
        var harness = playing()
        #expect(
            harness.hears(.request(SurfaceRequest(3, .seek, offset: -10)))
                == ["mpv: requested(PlayerMPV.MPVCommand.seek(40.0), 3)"]
        )
        #expect(harness.says(#"{"error":"success","request_id":0}"#).isEmpty)
        #expect(
            harness.says(#"{"data":null,"error":"success","request_id":-3}"#)
                == ["answer 3: playing 40.0"]
        )
        #expect(harness.says(#"{"error":"success","request_id":-3}"#).isEmpty)
        #expect(harness.jumps(to: "40.0") == ["save /v/a playing 40.0 seek"])
    }

    @Test func `a restarted daemon gets no reply to a request from before the restart`() {
        var harness = playing()
        _ = harness.hears(.request(SurfaceRequest(1, .pause)))
        _ = harness.hears(.detached)
        _ = harness.hears(.attached(item: nil, queue: []))
        #expect(harness.says(#"{"error":"success","request_id":-1}"#).isEmpty)
    }

    @Test
    func `a requested position is counted from the start of a file with any timestamps`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""/v/a""#)
        _ = harness.answers("/v/a", stored: nil)
        _ = harness.loads(clock: 1_000)
        #expect(
            harness.hears(.request(SurfaceRequest(1, .seek, position: 40)))
                == ["mpv: requested(PlayerMPV.MPVCommand.seek(1040.0), 1)"]
        )
    }

    @Test func `a request for the next entry is refused if the playlist has none`() {
        var harness = playing()
        _ = harness.hears(.request(SurfaceRequest(1, .next)))
        #expect(
            harness.says(#"{"error":"error running command","request_id":-1}"#)
                == ["answer 1: there is no such item in its playlist"]
        )
    }

    @Test func `every requested action is refused if no file is open`() {
        for action in RequestedAction.controls {
            var harness = FollowerHarness(attached: .some(nil))
            #expect(
                harness.hears(.request(SurfaceRequest(1, action, position: 5)))
                    == ["answer 1: no followed item is playing"]
            )
        }
    }

    @Test func `an mpv that hangs makes at most 64 requests wait`() {
        var harness = playing()
        for number in 1...1_000 { _ = harness.hears(.request(SurfaceRequest(number, .pause))) }
        #expect(harness.follower.requested.count <= 64)
    }
}
