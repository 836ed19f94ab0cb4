// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

/// A file whose position expired before mpv opened it.
@Suite struct `An expired position` {
    private let offer = [
        "mpv: defineGoBack", "mpv: offerGoBack", "expired /v/a.ogg at 1200.0",
    ]
    private let press = #"{"event":"client-message","args":["stated-undo"]}"#

    /// The alert that the position expired, raised or dismissed.
    private func alert(_ state: AlertState = .raised, live: Bool = true) -> SurfaceEvent {
        let alert = Alert(
            id: 4,
            kind: .expired,
            state: state,
            player: "mpv",
            item: "/v/a.ogg",
            title: "",
            message: "",
            retryable: false,
            position: 1_200,
            raisedAt: 0
        )
        return .changes(
            [Change(kind: .alert, revision: 5, item: "/v/a.ogg", about: .alert(alert))],
            isLive: live
        )
    }

    /// A follower of an mpv that opens the file at its beginning, or where the person says.
    private func opened(expiredAt: Timestamp? = 9, start: String = "none") -> FollowerHarness {
        var harness = FollowerHarness(files: ["/v/a.ogg"], attached: .some(nil))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""/v/a.ogg""#)
        _ = harness.answers("/v/a.ogg", stored: nil, terms: ResumeTerms(expiredAt: expiredAt))
        _ = harness.loads(duration: "2700.0", start: start)
        _ = harness.plays(1)
        return harness
    }

    @Test func `an expired position is offered once, and a key press makes mpv jump to it`() {
        var harness = opened()
        #expect(harness.hears(alert()) == offer)
        #expect(harness.hears(alert()) == [])
        #expect(harness.says(press) == ["mpv: withdrawGoBack", "mpv: seek(1200.0)"])
        #expect(harness.jumps(to: "1200.0") == ["save /v/a.ogg playing 1200.0 seek"])
    }

    @Test func `an expired position reported early is offered after the file is opened`() {
        var harness = FollowerHarness(files: ["/v/a.ogg"])
        _ = harness.hears(alert(live: false))
        _ = harness.hears(.attached(item: nil, queue: []))
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""/v/a.ogg""#)
        _ = harness.answers("/v/a.ogg", stored: nil, terms: ResumeTerms(expiredAt: 9))
        #expect(harness.loads(duration: "2700.0").suffix(3) == offer)
    }

    @Test func `an expired position is not offered for the next file`() {
        var harness = opened()
        _ = harness.hears(alert())
        #expect(harness.ends("stop").first == "mpv: withdrawGoBack")
        #expect(harness.says(press) == [])
    }

    @Test
    func `no expired position is offered after a chosen start, without one, or once dismissed`() {
        var chosen = opened(start: "540")
        #expect(chosen.hears(alert()) == [])
        var other = opened(expiredAt: nil)
        #expect(other.hears(alert()) == [])
        var settled = opened()
        #expect(settled.hears(alert(.dismissed)) == [])
        #expect(settled.says(press) == [])
    }
}
