// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@Suite struct `The rules for keeping history` {
    private func point(
        _ position: Double,
        _ status: Status = .playing,
        by player: String = "mpv",
        device: String = "here",
        at: Timestamp = 0
    ) -> ResumePoint {
        ResumePoint(
            item: "film",
            player: player,
            status: status,
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

    @Test func `the value before a jump of more than a minute is kept`() {
        #expect(!keeps(point(100), point(160)))
        #expect(keeps(point(100), point(160.1)))
        #expect(!keeps(point(100), point(40)))
        #expect(keeps(point(100), point(39.9)))
    }

    /// Places that displace one at 100 s, a time later in milliseconds.
    static let changesOfHands: [(position: Double, after: Int, isKept: Bool)] = [
        (100, 0, false), (102, 0, false), (102.1, 0, true), (98, 0, false), (97.9, 0, true),
        // Played on meanwhile, by either of two players at one place.
        (102, 1_900, false), (109.6, 1_900, false), (109.7, 1_900, true), (97, 1_900, true),
        (150, 12_000, false), (160, 60_000, false), (160.1, 60_000, true),
        // A clock that went back.
        (102.1, -60_000, true), (102, -60_000, false),
    ]

    @Test(arguments: changesOfHands)
    func `a change of player or device keeps the previous value if the position differs`(
        _ example: (position: Double, after: Int, isKept: Bool)
    ) {
        let at = Timestamp(200_000 + example.after)
        let old = point(100, at: 200_000)
        #expect(keeps(old, point(example.position, by: "vlc", at: at)) == example.isKept)
        #expect(keeps(old, point(example.position, device: "there", at: at)) == example.isKept)
        // Two devices may have one name.
        #expect(
            HistoryRule.keeps(
                old,
                before: point(example.position, at: at),
                isOtherDevice: true,
                since: 0
            ) == example.isKept
        )
    }

    /// A forgotten television, and a tablet that plays the same film.
    @Test func `two players that play at the same time keep a value every two minutes`() {
        let players = [(place: 300.0, name: "tv"), (place: 1_500, name: "tablet")]
        var kept: [Int] = []
        var since = Timestamp(0)
        var last = point(2_700, device: "tv", at: 0)
        for second in stride(from: 2, through: 3_600, by: 2) {
            let player = players[second / 2 % 2]
            let place = player.place + Double(second)
            let next = point(place, device: player.name, at: Timestamp(second * 1_000))
            if keeps(last, next, since: since) {
                kept.append(second)
                since = next.at
            }
            last = next
        }
        #expect((28...30).contains(kept.count), "\(kept)")
        // A pause is a place of its own, also for a player that was there for a moment.
        let paused = point(2_700, .paused, device: "tv", at: 1_000)
        #expect(keeps(paused, point(300, device: "tablet", at: 3_000)))
        #expect(keeps(point(2_700, device: "tv", at: 0), point(300, device: "tv", at: 2_000)))
    }

    @Test func `a position paused for a second or more is kept when another player continues`() {
        let after = point(101, by: "vlc", at: 1_000)
        #expect(keeps(point(100, .paused, at: 0), after))
        #expect(!keeps(point(100, .paused, at: 1), after))
        #expect(!keeps(point(100, .playing, at: 0), after))
        #expect(!keeps(point(100, .paused, at: 0), point(101, at: 1_000)))
    }

    @Test func `each ten minutes of playback add a history entry`() {
        #expect(!keeps(point(100, at: 599_999), point(101)))
        #expect(keeps(point(100, at: 600_000), point(101)))
        #expect(!keeps(point(100, at: 600_000), point(101), since: 1))
    }
}
