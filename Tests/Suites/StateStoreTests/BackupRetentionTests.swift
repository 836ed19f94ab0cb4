// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Retention of automatic backups` {
    private static let hour = 3_600_000
    private static let start = Timestamp(20_000 * 86_400_000)

    /// A store that changes, and the copies of it as the rule leaves them.
    private struct Rotation {
        let rule = BackupRetention(kept: 3)
        var now = start
        var identity = StoreIdentity(store: "s1", epoch: 1)
        var copies: [BackupRetention.Copy] = []

        /// Makes a copy of a store with so many points, an hour later unless said otherwise.
        mutating func copy(_ points: Int, after pause: Int = hour) {
            now += pause
            var summary = StoreSummary(
                identity: identity,
                sequence: SequenceNumber(now.rawValue),
                points: points,
                events: 0
            )
            summary.days = rule.days(of: summary, at: now, after: copies)
            copies.append(.init(path: "auto-\(now)", madeAt: now, summary: summary))
            let gone = rule.surplus(copies)
            copies.removeAll { gone.contains($0) }
        }

        /// The points of the copies, oldest first.
        var points: [Int] { copies.map { $0.summary?.points ?? -1 } }
    }

    @Test func `of a growing store, the three newest copies are kept`() {
        var rotation = Rotation()
        for points in 1...10 { rotation.copy(points * 100) }
        #expect(rotation.points == [800, 900, 1000])
    }

    @Test func `a copy from a clock that was ahead does not count as the newest`() {
        var rotation = Rotation()
        rotation.now += 100_000 * Self.hour
        for points in [100, 200] { rotation.copy(points) }
        let last = rotation.copies.last
        rotation.now = Self.start
        for points in [300, 400] {
            rotation.copy(points)
            rotation.copies[rotation.copies.count - 1].summary?.sequence += 200_000 * Self.hour
        }
        let dated = rotation.copies.map { $0.dated(before: rotation.copies) }
        #expect(dated.map(\.madeAt).last == rotation.now)
        let newest = dated.max { $0.madeAt < $1.madeAt }
        #expect(newest?.summary?.points == 400)
        #expect(last.map { dated.contains($0) } == false)
    }

    @Test func `copies of a store that has lost points do not displace better copies`() {
        var rotation = Rotation()
        for _ in 1...5 { rotation.copy(300) }
        for points in 0..<20 { rotation.copy(points % 5) }
        #expect(rotation.points.filter { $0 == 300 }.count == 3)
        #expect(rotation.copies.count == 6)
    }

    @Test func `copies from before a clear are kept for a week and then replaced`() {
        var rotation = Rotation()
        for _ in 1...5 { rotation.copy(300) }
        for _ in 1...6 { rotation.copy(0, after: 24 * Self.hour) }
        #expect(rotation.points.filter { $0 == 300 }.count == 3)
        rotation.copy(0, after: 24 * Self.hour)
        #expect(rotation.points == [0, 0, 0])
        for points in [1, 2, 3] { rotation.copy(points) }
        #expect(rotation.points == [1, 2, 3])
    }

    @Test func `days on which no daemon ran do not count towards the age of a copy`() {
        var rotation = Rotation()
        for _ in 1...3 { rotation.copy(300) }
        rotation.copy(1)
        rotation.copy(1, after: 400 * 24 * Self.hour)
        for _ in 1...3 { rotation.copy(1) }
        #expect(rotation.points.filter { $0 == 300 }.count == 3)
    }

    @Test func `a copy from before a recovery is kept until newer ones were made on two days`() {
        var rotation = Rotation()
        for _ in 1...3 { rotation.copy(300) }
        rotation.identity = StoreIdentity(store: "s1", epoch: 77)
        for _ in 1...8 { rotation.copy(310) }
        #expect(rotation.points.filter { $0 == 300 }.count == 3)
        rotation.copy(310, after: 24 * Self.hour)
        #expect(rotation.points == [310, 310, 310])
    }

    @Test func `copies of another store displace no copy for a week`() {
        var rotation = Rotation()
        for _ in 1...3 { rotation.copy(300) }
        rotation.identity = StoreIdentity(store: "s2", epoch: 1)
        for _ in 1...6 { rotation.copy(900, after: 24 * Self.hour) }
        #expect(rotation.points == [300, 300, 300, 900, 900, 900])
        rotation.copy(900, after: 24 * Self.hour)
        #expect(rotation.points == [900, 900, 900])
    }

    @Test func `of the copies that are kept longer, those with the most points are kept`() {
        var rotation = Rotation()
        for points in [1000, 1000, 1000, 60, 60, 60, 60, 5, 5, 5, 5] { rotation.copy(points) }
        #expect(rotation.points.filter { $0 == 1000 }.count == 3)
        #expect(rotation.points.suffix(3) == [5, 5, 5])
    }

    @Test func `unreadable copies displace no other copy, and only a few of them are kept`() {
        let good = BackupRetention.Copy(
            path: "good",
            madeAt: 1,
            summary: StoreSummary(
                identity: StoreIdentity(store: "s", epoch: 1),
                sequence: 1,
                points: 1,
                events: 0
            )
        )
        let broken = (2...9).map {
            BackupRetention.Copy(path: "\($0)", madeAt: Timestamp($0), summary: nil)
        }
        let gone = BackupRetention(kept: 3).surplus([good] + broken)
        #expect(gone.map(\.path).sorted() == ["2", "3", "4", "5", "6"])
    }

    /// Whatever the store does: a copy goes only when as many newer ones are as good, when as many that
    /// are protected hold more, or when there was a week in which to notice.
    @Test(arguments: UInt64(1)...200)
    func `a copy is removed only for three with at least half its points, or after a week`(
        seed: UInt64
    ) {
        var random = SplitMix(state: seed)
        var rotation = Rotation()
        var points = 500
        var daysSinceBetter: [String: Set<Int>] = [:]
        for _ in 0..<150 {
            switch random.next() % 8 {
            case 0: points = Int(random.next() % 1000)
            case 1: points = 0
            case 2: rotation.identity = .init(store: "s1", epoch: Int(random.next() % 1000))
            default: points = max(0, points + Int(random.next() % 21) - 10)
            }
            let before = rotation.copies
            rotation.copy(points, after: Int(random.next() % 30) * Self.hour + 1)
            // Three of each order of magnitude below the newest, and three that are protected.
            #expect(rotation.copies.count <= 3 * 11)
            let day = rotation.now.rawValue / 86_400_000
            for copy in before { daysSinceBetter[copy.path, default: []].insert(day) }
            let gone = before.filter { !rotation.copies.contains($0) }
            for copy in gone {
                let had = copy.summary?.points ?? 0
                let asGood = rotation.copies.filter { 2 * ($0.summary?.points ?? 0) >= had }
                let noticed = daysSinceBetter[copy.path]?.count ?? 0
                #expect(asGood.count >= 3 || noticed >= 7, "\(had) went; \(rotation.points)")
            }
        }
    }
}

/// A small generator of numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
