// SPDX-License-Identifier: Apache-2.0
import StateSystem
import Testing

@Suite struct NetworkDebounceTests {
    @Test func `the first state is read and reported at once`() {
        var settling = NetworkDebounce(now: 1_000)
        #expect(settling.deadline == 1_000)
        #expect(settling.event(.woke, now: 1_000) == .look)
        #expect(settling.event(.looked(isUp: false), now: 1_001) == .tell(isUp: false))
        #expect(settling.deadline == nil)
    }

    /// One that has reported that there is no network.
    private var settled: NetworkDebounce {
        var settling = NetworkDebounce(now: 0)
        _ = settling.event(.woke, now: 0)
        _ = settling.event(.looked(isUp: false), now: 0)
        return settling
    }

    @Test func `after a burst of changes has ended, the network state is read`() {
        var settling = settled
        #expect(settling.event(.changed, now: 5_000) == nil)
        #expect(settling.deadline == 5_100)
        #expect(settling.event(.changed, now: 5_090) == nil)
        #expect(settling.event(.woke, now: 5_100) == nil)
        #expect(settling.deadline == 5_190)
        #expect(settling.event(.woke, now: 5_190) == .look)
        #expect(settling.event(.looked(isUp: true), now: 5_190) == .tell(isUp: true))
    }

    @Test func `while changes keep arriving, the network state is read after one second`() {
        var settling = settled
        for now in stride(from: 5_000, through: 5_950, by: 50) {
            _ = settling.event(.changed, now: now)
            #expect(settling.event(.woke, now: now) == nil)
        }
        #expect(settling.deadline == 6_000)
        #expect(settling.event(.woke, now: 6_000) == .look)
    }

    @Test func `a state that is already known is not reported again`() {
        var settling = settled
        _ = settling.event(.changed, now: 5_000)
        #expect(settling.event(.woke, now: 5_100) == .look)
        #expect(settling.event(.looked(isUp: false), now: 5_100) == nil)
    }

    @Test func `a read that fails is repeated and reports nothing`() {
        var settling = NetworkDebounce(now: 0)
        _ = settling.event(.woke, now: 0)
        #expect(settling.event(.looked(isUp: nil), now: 0) == nil)
        #expect(settling.deadline == 1_000)
        _ = settling.event(.changed, now: 10)
        #expect(settling.deadline == 1_000)
        #expect(settling.event(.woke, now: 1_000) == .look)
        #expect(settling.event(.looked(isUp: false), now: 1_000) == .tell(isUp: false))
    }
}
