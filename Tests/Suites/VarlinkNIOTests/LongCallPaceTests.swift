// SPDX-License-Identifier: Apache-2.0
import Testing
import VarlinkNIO

@Suite struct `The pace of long calls` {
    private let importer: Int32 = 1
    private let player: Int32 = 2
    private let long = 60_000_000
    private let short = 30_000
    private let second = 1_000_000_000

    @Test func `who is alone waits for nothing`() {
        var pace = LongCallPace()
        for turn in 0..<10 {
            #expect(pace.due(long, of: importer, now: turn * long) == nil)
            pace.served(long, taking: long, by: importer, now: (turn + 1) * long)
        }
    }

    @Test func `beside others a long call waits a hundred times as long as the last one took`() {
        var pace = LongCallPace()
        pace.served(short, taking: short, by: player, now: 0)
        #expect(pace.due(long, of: importer, now: 1) == nil)
        pace.served(long, taking: long, by: importer, now: long)
        pace.served(short, taking: short, by: player, now: long + short)
        let due = long + 100 * long
        #expect(pace.due(long, of: importer, now: long + short) == due)
        pace.served(short, taking: short, by: player, now: due - 1)
        #expect(pace.due(long, of: importer, now: due - 1) == due)
        #expect(pace.due(long, of: importer, now: due) == nil)
    }

    @Test func `a process calls for a second after its last call`() {
        var pace = LongCallPace()
        #expect(!pace.isCalled(besides: importer, now: 0))
        pace.served(short, taking: short, by: player, now: 0)
        pace.served(short, taking: short, by: importer, now: second / 2)
        #expect(pace.isCalled(besides: importer, now: second - 1))
        #expect(!pace.isCalled(besides: importer, now: second))
        #expect(pace.isCalled(besides: player, now: second))
    }

    @Test func `a short call never waits`() {
        var pace = LongCallPace()
        pace.served(short, taking: short, by: player, now: 0)
        pace.served(long, taking: long, by: importer, now: long)
        #expect(pace.due(short, of: importer, now: long) == nil)
        #expect(pace.due(LongCallPace.long - 1, of: importer, now: long) == nil)
        #expect(pace.due(LongCallPace.long, of: importer, now: long) != nil)
    }

    @Test func `what took less than was expected counts as expected: the rest may come later`() {
        var pace = LongCallPace()
        pace.served(short, taking: short, by: player, now: 0)
        pace.served(long, taking: 1, by: importer, now: 1)
        #expect(pace.due(long, of: importer, now: 1) == 1 + 100 * long)
    }

    @Test func `what took longer than was expected counts as it was`() {
        var pace = LongCallPace()
        pace.served(short, taking: short, by: player, now: 0)
        pace.served(LongCallPace.long, taking: 90_000_000, by: importer, now: 90_000_000)
        #expect(pace.due(long, of: importer, now: 90_000_000) == 101 * 90_000_000)
    }

    @Test func `somebody who called more than a second ago waits for nobody`() {
        var pace = LongCallPace()
        pace.served(short, taking: short, by: player, now: 0)
        pace.served(long, taking: long, by: importer, now: long)
        #expect(pace.due(long, of: importer, now: second - 1) != nil)
        #expect(pace.due(long, of: importer, now: second) == nil)
    }

    @Test func `two who both make long calls wait for each other`() {
        var pace = LongCallPace()
        pace.served(long, taking: long, by: importer, now: long)
        #expect(pace.due(long, of: player, now: long) != nil)
        #expect(pace.due(long, of: importer, now: long) == nil)
    }

    @Test func `they have a hundredth of the time beside one who calls all the time`() {
        var pace = LongCallPace()
        var now = 0
        var taken = 0
        while now < 100 * second {
            if pace.due(long, of: importer, now: now) == nil {
                now += long
                taken += long
                pace.served(long, taking: long, by: importer, now: now)
            }
            now += short
            pace.served(short, taking: short, by: player, now: now)
        }
        #expect(taken <= now / 100 + long)
        #expect(taken >= now / 110)
    }
}
