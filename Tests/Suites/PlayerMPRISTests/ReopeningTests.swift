// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import PlayerMPRIS

/// A player that stood paused for a while goes on.
@Suite struct ReopeningTests {
    /// A film that stands paused at 60 s and goes on after that time in milliseconds.
    private func going(
        after time: Int = 14_000,
        canSeek: Bool = true,
        knownAt known: Timestamp? = nil
    ) -> (FollowerHarness, [String]) {
        var harness = FollowerHarness()
        _ = harness.says(.playing, .file("a.mkv", length: 600), canSeek: canSeek)
        _ = harness.answered("/v/a.mkv", known.map { _ in 1.5 }, at: known ?? 0)
        _ = harness.reads("/v/a.mkv", nil)
        _ = harness.passes(1_500, at: 1.5)
        _ = harness.seeks(60)
        _ = harness.passes(500, at: 60.5)
        _ = harness.says(.paused)
        #expect(harness.answers(60.5).first == "save /v/a.mkv paused 60.5 pause")
        _ = harness.passes(time, at: 60.5)
        let seen = harness.says(.playing)
        return (harness, seen)
    }

    @Test func `a player that resumes after a pause uses the later position of another player`() {
        var (harness, seen) = going()
        #expect(seen == ["resume /v/a.mkv"])
        // What it plays until the answer overwrites nothing.
        #expect(harness.passes(500, at: 61).isEmpty)
        #expect(harness.answered("/v/a.mkv", 320, at: 2) == ["go to 320.0 of /1"])
        #expect(harness.seeks(320) == ["save /v/a.mkv playing 320.0 load"])
    }

    @Test(arguments: [nil, 20, 60.5, 62] as [Double?])
    func `a player keeps its position if no other player is further along`(stored: Double?) {
        var (harness, _) = going()
        let seen = harness.answered("/v/a.mkv", stored, at: 2)
        #expect(seen == ["save /v/a.mkv playing 60.5 tick"])
    }

    @Test(
        arguments: [(1, ["save /v/a.mkv playing 60.5 tick"]), (2, ["go to 320.0 of /1"])]
            as [(Timestamp, [String])]
    )
    func `a stored position that is not newer than the known one causes no jump`(
        at: Timestamp,
        expected: [String]
    ) {
        var (harness, _) = going(knownAt: 1)
        #expect(harness.answered("/v/a.mkv", 320, at: at) == expected)
    }

    @Test func `the bridge does not wait for a daemon that does not answer`() {
        var (harness, _) = going()
        #expect(harness.passes(1_000, at: 61.5).isEmpty)
        #expect(harness.passes(1_900, at: 63.4).first?.hasSuffix("tick") == true)
    }

    @Test func `a player that goes on while the daemon is away asks once it is back`() {
        var (harness, _) = going()
        _ = harness.answered("/v/a.mkv", nil, at: 2)
        _ = harness.passes(500, at: 61)
        _ = harness.says(.paused)
        _ = harness.answers(61)
        _ = harness.passes(14_000, at: 61)
        _ = harness.hears(.detached)
        #expect(harness.says(.playing).isEmpty)
        #expect(harness.passes(4_000, at: 65).isEmpty)
        #expect(harness.hears(.attached(item: nil, queue: [])).first == "resume /v/a.mkv")
        #expect(harness.answered("/v/a.mkv", 320, at: 2) == ["go to 320.0 of /1"])
    }

    @Test func `the bridge does not ask the daemon after a short pause`() {
        #expect(going(after: 1_000).1 == ["save /v/a.mkv playing 60.5 tick"])
        #expect(going(after: 1_001).1 == ["resume /v/a.mkv"])
    }

    @Test func `a seek by the user before the daemon's answer is respected`() {
        var (harness, _) = going()
        _ = harness.seeks(90)
        #expect(harness.passes(500, at: 90.5) == ["save /v/a.mkv playing 90.5 seek"])
        #expect(harness.answered("/v/a.mkv", 320, at: 2).isEmpty)
    }

    @Test func `a player that cannot seek keeps the stored position, and this is reported`() {
        for (canSeek, terms) in [(false, ResumeTerms()), (true, ResumeTerms(hold: .off))] {
            var (harness, _) = going(canSeek: canSeek)
            #expect(
                harness.answered("/v/a.mkv", 320, at: 2, terms: terms) == [
                    "missed /v/a.mkv at 320.0", "announce /v/a.mkv playing",
                ]
            )
            #expect(harness.passes(58_000, at: 118.5).isEmpty)
            #expect(harness.passes(4_000, at: 122.5).first?.hasSuffix("seek") == true)
        }
    }

    @Test func `a player does not jump beyond the end of its file`() {
        var (harness, _) = going()
        #expect(
            harness.answered("/v/a.mkv", 700, at: 2) == [
                "missed /v/a.mkv at 700.0", "announce /v/a.mkv playing",
            ]
        )
    }

    @Test func `the bridge asks the daemon about a player that opened its item paused`() {
        var harness = FollowerHarness()
        _ = harness.says(.paused, .file("a.mkv"), canSeek: true)
        _ = harness.answered("/v/a.mkv", 40, at: 1)
        #expect(harness.answers(0) == ["go to 40.0 of /1"])
        _ = harness.seeks(40)
        _ = harness.passes(14_000, at: 40)
        #expect(harness.says(.playing) == ["resume /v/a.mkv"])
        #expect(harness.answered("/v/a.mkv", 70, at: 2) == ["go to 70.0 of /1"])
    }
}
