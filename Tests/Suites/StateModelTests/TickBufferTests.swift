// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@Suite struct `Waiting ticks` {
    private func tick(
        _ item: String,
        _ position: Double,
        player: String = "mpv",
        status: Status = .playing,
        cause: Cause? = .tick
    ) -> Snapshot {
        Snapshot(item: item, player: player, status: status, position: position, cause: cause)
    }

    /// Lets ticks arrive one a millisecond, with an interval of 2 s.
    private func buffer(_ snapshots: Snapshot...) -> TickBuffer {
        var buffer = TickBuffer()
        for (index, snapshot) in snapshots.enumerated() {
            let action = buffer.arrive(snapshot, now: 1_000 + index, interval: 2_000)
            #expect(action == .hold)
        }
        return buffer
    }

    private func words(_ ticks: [TickBuffer.Tick]) -> [String] {
        ticks.map { "\($0.snapshot.item) \(Int($0.snapshot.position))" }
    }

    private func words(_ action: TickBuffer.Action) -> [String] {
        if case .store(let ticks) = action { words(ticks) } else { ["hold"] }
    }

    @Test func `the newest tick of each item is stored one interval after the first`() {
        var buffer = buffer(tick("a", 1), tick("a", 2), tick("a", 3))
        #expect(buffer.deadline == 3_000)
        #expect(buffer.takeDue(now: 2_999).isEmpty)
        #expect(words(buffer.takeDue(now: 3_000)) == ["a 3"])
        #expect(buffer.isEmpty && buffer.deadline == nil)
    }

    @Test func `a tick without a time gets its time of arrival`() {
        var buffer = buffer(tick("a", 1), tick("a", 2))
        #expect(buffer.takeAll().map(\.snapshot.at) == [1_001])
    }

    @Test func `the item of a player's latest tick is stored last`() {
        var buffer = buffer(tick("a", 1), tick("b", 1), tick("a", 2))
        #expect(words(buffer.takeAll()) == ["b 1", "a 2"])
    }

    @Test func `a pause is stored at once, after the player's earlier ticks`() {
        var buffer = buffer(tick("a", 1), tick("b", 1), tick("x", 1, player: "vlc"))
        let pause = tick("a", 2, status: .paused, cause: .pause)
        let action = buffer.arrive(pause, now: 1_500, interval: 2_000)
        #expect(words(action) == ["a 1", "b 1", "a 2"])
        #expect(words(buffer.takeAll()) == ["x 1"])
    }

    @Test func `a seek and a move to the background are stored at once`() {
        var buffer = TickBuffer()
        let seek = tick("a", 50, cause: .seek)
        #expect(words(buffer.arrive(seek, now: 0, interval: 2_000)) == ["a 50"])
        let away = tick("a", 51, cause: .background)
        #expect(words(buffer.arrive(away, now: 1, interval: 2_000)) == ["a 51"])
        #expect(buffer.isEmpty)
    }

    @Test func `the ticks of two players that play one item are stored at once`() {
        var buffer = buffer(tick("a", 1))
        let other = tick("a", 9, player: "vlc")
        #expect(words(buffer.arrive(other, now: 1_001, interval: 2_000)) == ["a 1", "a 9"])
        #expect(buffer.isEmpty)
    }

    @Test func `a save stores the waiting ticks of its item and its player, and no others`() {
        var buffer = buffer(
            tick("a", 1),
            tick("b", 1),
            tick("c", 1, player: "vlc"),
            tick("d", 1, player: "vlc")
        )
        #expect(words(buffer.take(before: tick("c", 5))) == ["c 1", "a 1", "b 1"])
        #expect(words(buffer.takeAll()) == ["d 1"])
    }

    @Test func `a tick that could not be stored waits again unless a newer tick waits`() {
        var buffer = buffer(tick("a", 1), tick("b", 1))
        let failed = buffer.takeAll()
        _ = buffer.arrive(tick("a", 2), now: 4_000, interval: 2_000)
        buffer.putBack(failed, retry: 9_000)
        #expect(buffer.deadline == 9_000)
        #expect(words(buffer.takeAll()) == ["b 1", "a 2"])
    }

    @Test func `ticks can be taken out of the buffer by connection and by player`() {
        var buffer = TickBuffer()
        _ = buffer.arrive(tick("a", 1), from: 1, now: 0, interval: 2_000)
        _ = buffer.arrive(tick("b", 1, player: "vlc"), from: 2, now: 0, interval: 2_000)
        #expect(words(buffer.take { $0.source == 1 }) == ["a 1"])
        #expect(words(buffer.take(of: "vlc")) == ["b 1"])
        #expect(buffer.isEmpty && buffer.deadline == nil)
    }

    @Test func `a full buffer stores the oldest tick first`() {
        var buffer = TickBuffer()
        for number in 0..<TickBuffer.capacity {
            let action = buffer.arrive(
                tick("\(number)", 1, player: "p\(number / 8)"),
                now: 0,
                interval: 2_000
            )
            #expect(action == .hold)
        }
        let last = buffer.arrive(tick("last", 1, player: "last"), now: 1, interval: 2_000)
        #expect(words(last) == ["0 1"])
        #expect(buffer.waiting == TickBuffer.capacity)
    }

    @Test func `at the limit of items per player, the oldest tick is stored first`() {
        var buffer = TickBuffer()
        for number in 0..<TickBuffer.itemsPerPlayer {
            #expect(buffer.arrive(tick("\(number)", 1), now: 0, interval: 2_000) == .hold)
        }
        #expect(buffer.arrive(tick("0", 2), now: 1, interval: 2_000) == .hold)
        #expect(words(buffer.arrive(tick("new", 1), now: 2, interval: 2_000)) == ["1 1"])
        #expect(words(buffer.arrive(tick("newer", 1), now: 2, interval: 2_000)) == ["2 1"])
        #expect(words(buffer.takeAll()).suffix(3) == ["0 2", "new 1", "newer 1"])
    }

    @Test func `due ticks are taken in slices, oldest first, while later ones wait`() {
        var buffer = TickBuffer()
        for number in 0..<5 {
            _ = buffer.arrive(
                tick("\(number)", 1, player: "p\(number)"),
                now: 1_000,
                interval: 2_000
            )
        }
        _ = buffer.arrive(tick("0", 2, player: "p0"), now: 1_500, interval: 2_000)
        #expect(buffer.takeDue(now: 2_999, limit: 2).isEmpty)
        #expect(words(buffer.takeDue(now: 3_000, limit: 2)) == ["1 1", "2 1"])
        for number in 0..<9 {
            _ = buffer.arrive(tick("late \(number)", 1), now: 3_001, interval: 2_000)
        }
        #expect(buffer.deadline == 3_000)
        #expect(words(buffer.takeDue(now: 3_001, limit: 2)) == ["3 1", "4 1"])
        #expect(words(buffer.takeDue(now: 3_002, limit: 2)) == ["0 2"])
        #expect(buffer.deadline == 5_002)
        #expect(words(buffer.takeDue(now: 5_002, limit: 9)).count == 9)
        #expect(buffer.isEmpty && buffer.deadline == nil)
    }

    @Test func `after the clock was set back, a tick is due after the interval`() {
        var buffer = buffer(tick("a", 1))
        #expect(buffer.deadline == 3_000)
        _ = buffer.arrive(tick("a", 2), now: -3_600_000, interval: 2_000)
        #expect(buffer.deadline == -3_598_000)
        #expect(words(buffer.takeDue(now: -3_598_000)) == ["a 2"])
    }

    @Test func `ticks that are hastened are due at once`() {
        var buffer = buffer(tick("a", 1), tick("b", 1, player: "vlc"))
        buffer.expedite(now: 1_100)
        #expect(buffer.deadline == 1_100)
        #expect(words(buffer.takeDue(now: 1_100, limit: 1)) == ["a 1"])
        #expect(words(buffer.takeDue(now: 1_100, limit: 1)) == ["b 1"])
    }

    @Test func `taking ticks in slices gives the same result as taking all at once`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var sliced = TickBuffer()
            var whole = TickBuffer()
            for number in 0..<Int.random(in: 1...60, using: &generator) {
                let item = "\(Int.random(in: 0..<20, using: &generator))"
                let snapshot = tick(item, Double(number), player: "p\(item)")
                _ = sliced.arrive(snapshot, now: 0, interval: 100)
                _ = whole.arrive(snapshot, now: 0, interval: 100)
            }
            var taken: [TickBuffer.Tick] = []
            while !sliced.isEmpty {
                let limit = Int.random(in: 1...5, using: &generator)
                taken += sliced.takeDue(now: 100, limit: limit)
            }
            #expect(taken == whole.takeAll())
        }
    }
}
