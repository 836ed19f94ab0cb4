// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import Testing

@testable import PlayerMPRIS

/// Numbers that a player of the session bus states.
@Suite struct `Numbers from a player` {
    /// Plays an item while one event comes before, within and after it.
    private func play(_ odd: MPRISFollower.Event) {
        var harness = FollowerHarness()
        func happens() { _ = harness.follower.event(odd, now: harness.now) }
        happens()
        _ = harness.says(.playing, MPRISMetadata(url: "file:///v/a.mkv", length: 100_000_000))
        _ = harness.answers(10)
        happens()
        _ = harness.answered("/v/a.mkv", 50)
        _ = harness.passes(5_000, at: 20)
        happens()
        _ = harness.passes(60_000, at: 80)
        _ = harness.says(.paused)
        happens()
        _ = harness.passes(60_000, at: 80)
    }

    @Test func `extreme positions, jumps and lengths do not crash the bridge`() {
        for number in Extremes.integers {
            let metadata = MPRISMetadata(url: "file:///v/a.mkv", length: number)
            play(.seeked(number))
            play(.changed(MPRISProperties(metadata: metadata)))
            play(.changed(MPRISProperties(status: .playing, metadata: metadata, position: number)))
            for question in 0...4 { play(.answered(question, MPRISProperties(position: number))) }
        }
    }

    @Test func `extreme playback rates do not crash the bridge`() {
        for rate in Extremes.doubles { play(.changed(MPRISProperties(rate: rate))) }
    }
}
