// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import VarlinkNIO

@Suite struct `The pace of deferred work` {
    private var pace = DeferredPace()

    @Test mutating func `pieces follow one another at once while nobody calls`() {
        #expect(pace.due(now: 0) == nil)
        pace.worked(from: 0, to: 8_000_000)
        #expect(pace.due(now: 8_000_000) == nil)
        pace.called(now: 8_000_000)
        #expect(pace.due(now: 8_000_000) != nil)
        pace.worked(from: 200_000_000, to: 208_000_000)
        #expect(pace.due(now: 208_000_000) == nil)
    }

    @Test mutating func `while clients call, three quarters of the time are theirs`() {
        pace.called(now: 0)
        #expect(pace.due(now: 0) == nil)
        pace.worked(from: 0, to: 8_000_000)
        #expect(pace.due(now: 8_000_000) == 32_000_000)
        #expect(pace.due(now: 31_999_999) == 32_000_000)
        #expect(pace.due(now: 32_000_000) == nil)
    }

    @Test mutating func `no pause is longer than a tenth of a second`() {
        pace.called(now: 0)
        pace.worked(from: 0, to: 90_000_000)
        pace.called(now: 90_000_000)
        #expect(pace.due(now: 90_000_000) == 190_000_000)
        #expect(pace.due(now: 189_999_999) == 190_000_000)
        #expect(pace.due(now: 190_000_000) == nil)
    }
}
