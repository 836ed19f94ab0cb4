// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@Suite struct `What is worth keeping` {
    private func point(
        _ position: Double,
        by player: String = "mpv",
        device: String = "here",
        at: Timestamp = 0
    ) -> ResumePoint {
        ResumePoint(
            item: "film",
            player: player,
            status: .playing,
            position: position,
            duration: nil,
            title: nil,
            device: device,
            at: at,
            expiresAt: at + 86_400_000,
            revision: 1
        )
    }

    private func keeps(_ old: ResumePoint, _ new: ResumePoint, since: Timestamp = 0) -> Bool {
        HistoryRule.keeps(old, before: new, since: since)
    }

    @Test func `a place is kept before a jump of more than a minute, either way`() {
        #expect(!keeps(point(100), point(160)))
        #expect(keeps(point(100), point(160.1)))
        #expect(!keeps(point(100), point(40)))
        #expect(keeps(point(100), point(39.9)))
    }

    @Test func `a place is kept before another player or device`() {
        #expect(keeps(point(100), point(101, by: "vlc")))
        #expect(keeps(point(100), point(101, device: "there")))
        #expect(!keeps(point(100), point(100)))
    }

    @Test func `ten minutes of playing make a place`() {
        #expect(!keeps(point(100, at: 599_999), point(101)))
        #expect(keeps(point(100, at: 600_000), point(101)))
        #expect(!keeps(point(100, at: 600_000), point(101), since: 1))
    }
}
