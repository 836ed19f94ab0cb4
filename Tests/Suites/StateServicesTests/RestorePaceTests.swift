// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import Testing

@testable internal import StateServices

@Suite("The pace at which what was interrupted is written down")
struct RestorePaceTests {
    /// Which slices there are from 100 ms to 160 ms, looking each millisecond.
    private func slices(_ pace: inout RestorePace, isCalled: Bool) -> [Int] {
        (100..<160).map { Timestamp($0) }.compactMap { now in
            if isCalled { pace.called(at: now) }
            let slice = pace.slice(at: now)
            #expect(pace.next(after: now) > now)
            return slice
        }
    }

    @Test func `without calls there is a slice every few milliseconds`() {
        var pace = RestorePace()
        #expect(
            slices(&pace, isCalled: false) == Array(repeating: RestorePace.idleSlice, count: 15)
        )
        #expect(pace.next(after: 159) == 160)
    }

    @Test func `between calls there is a small one now and then`() {
        var pace = RestorePace()
        #expect(slices(&pace, isCalled: true) == Array(repeating: RestorePace.busySlice, count: 3))
    }

    @Test func `after the last call it waits for a moment`() {
        var pace = RestorePace()
        #expect(pace.slice(at: 100) == RestorePace.idleSlice)
        pace.called(at: 101)
        #expect(pace.slice(at: 110) == nil)
        #expect(pace.next(after: 110) == 111)
        #expect(pace.slice(at: 111) == RestorePace.idleSlice)
    }

    @Test func `a clock that was put back holds nothing up`() {
        var pace = RestorePace()
        pace.called(at: 1_000_000)
        #expect(pace.slice(at: 1_000_000) == RestorePace.busySlice)
        #expect(pace.slice(at: 5) == RestorePace.idleSlice)
        #expect(pace.next(after: 5) == Timestamp(5 + RestorePace.idleIntervalMilliseconds))
    }
}
