// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@testable import VarlinkNIO

@Suite struct `The table of buffers` {
    private let one = ConnectionID(1)
    private let two = ConnectionID(2)

    private func ledger(input: Int = 4 << 20, output: Int = 1 << 20) -> BufferLedger {
        var limits = ConnectionLimits()
        limits.inputBytesPerUser = input
        limits.outputBytesPerUser = output
        return BufferLedger(limits: limits)
    }

    private func holding(input: Int = 0, output: Int = 0) -> BufferLedger.Holding {
        var holding = BufferLedger.Holding()
        holding.input = input
        holding.output = output
        return holding
    }

    @Test func `the connection with the most memory is the first to be closed`() {
        var ledger = ledger()
        ledger.enter(holding(input: 3 << 20), of: one, user: 5)
        #expect(ledger.excess(of: 5) == nil)
        ledger.enter(holding(input: 2 << 20), of: two, user: 5)
        #expect(ledger.excess(of: 5) == .input)
        #expect(ledger.toClose(.input, of: 5) == [one])
        #expect(ledger.holders(of: 5).count == 2)
        ledger.enter(holding(), of: one, user: 5)
        #expect(ledger.excess(of: 5) == nil)
    }

    @Test func `memory is counted separately for each user, and for input and output`() {
        var ledger = ledger()
        ledger.enter(holding(input: 3 << 20), of: one, user: 5)
        ledger.enter(holding(input: 3 << 20), of: two, user: 6)
        #expect(ledger.excess(of: 5) == nil)
        #expect(ledger.excess(of: 6) == nil)
        ledger.enter(holding(input: 3 << 20, output: 2 << 20), of: two, user: 6)
        #expect(ledger.excess(of: 6) == .output)
        #expect(ledger.toClose(.output, of: 6) == [two])
    }

    @Test func `the largest and oldest buffers are closed until usage is far below the limit`() {
        var ledger = ledger(input: 8 << 20)
        for number in 1...10 {
            let large = number > 7 ? 2 << 20 : 512 << 10
            ledger.enter(holding(input: large), of: ConnectionID(UInt64(number)), user: 5)
        }
        #expect(ledger.excess(of: 5) == .input)
        #expect(ledger.toClose(.input, of: 5) == [ConnectionID(8), ConnectionID(9)])
    }

    @Test func `the limit has room for two messages of the maximum length`() {
        var ledger = ledger(input: 1)
        ledger.enter(holding(input: 2 << 20), of: one, user: 5)
        #expect(ledger.excess(of: 5) == nil)
        ledger.enter(holding(input: 1 + 2 << 20), of: one, user: 5)
        #expect(ledger.excess(of: 5) == .input)
    }

    @Test func `small buffers do not count, and buffers that became small are removed`() {
        var ledger = ledger()
        ledger.enter(holding(input: BufferLedger.smallest - 1), of: one, user: 5)
        #expect(ledger.holders(of: 5).isEmpty)
        ledger.enter(holding(output: 1 << 18), of: one, user: 5)
        #expect(ledger.holding(of: one).output == 1 << 18)
        ledger.enter(holding(output: 5), of: one, user: 5)
        #expect(ledger.holders(of: 5).isEmpty)
        #expect(ledger.holding(of: one) == BufferLedger.Holding())
    }

    @Test func `the sums of memory are right after random changes`() {
        var generator = SystemRandomNumberGenerator()
        var ledger = ledger(input: 8 << 20, output: 8 << 20)
        var truth: [UInt64: BufferLedger.Holding] = [:]
        for _ in 0..<2_000 {
            let number = UInt64.random(in: 1...20, using: &generator)
            let new = holding(
                input: .random(in: 0..<2 << 20, using: &generator),
                output: .random(in: 0..<2 << 20, using: &generator)
            )
            ledger.enter(new, of: ConnectionID(number), user: 1)
            let isSmall = max(new.input, new.output) < BufferLedger.smallest
            truth[number] = isSmall ? nil : new
            let input = truth.values.reduce(0) { $0 + $1.input }
            let output = truth.values.reduce(0) { $0 + $1.output }
            let expected: BufferLedger.Excess? =
                input > 8 << 20 ? .input : output > 8 << 20 ? .output : nil
            #expect(ledger.excess(of: 1) == expected)
        }
    }
}

@Suite struct `The watch over usage` {
    @Test func `a process that uses most of the time while others call is reported`() {
        var watch = UsageWatch()
        watch.served(10, of: 5, for: .milliseconds(1))
        #expect(watch.look(now: .seconds(1)).isEmpty)
        watch.served(10, of: 5, for: .milliseconds(600))
        watch.served(11, of: 5, for: .milliseconds(200))
        #expect(watch.look(now: .milliseconds(1_900)).isEmpty)
        let hogs = watch.look(now: .seconds(2))
        #expect(hogs == [UsageWatch.Hog(fault: .busy, user: 5, process: 10)])
        #expect(watch.look(now: .seconds(4)).isEmpty)
    }

    @Test func `a process that alone makes calls may use all of the time`() {
        var watch = UsageWatch()
        watch.opened(by: 11, of: 5)
        watch.served(10, of: 5, for: .milliseconds(900))
        #expect(watch.look(now: .seconds(1)).isEmpty)
        #expect(watch.look(now: .seconds(2)).isEmpty)
    }

    @Test func `a process that opens many connections is reported`() {
        var watch = UsageWatch()
        for _ in 0..<600 { watch.opened(by: 10, of: 5) }
        watch.opened(by: 11, of: 5)
        _ = watch.look(now: .seconds(1))
        let hogs = watch.look(now: .seconds(2))
        #expect(hogs == [UsageWatch.Hog(fault: .connectsOften, user: 5, process: 10)])
    }

    @Test func `use that is spread over a minute is not reported`() {
        var watch = UsageWatch()
        for process in [10, 11] as [Int32] {
            watch.served(process, of: 5, for: .milliseconds(900))
        }
        for _ in 0..<900 { watch.opened(by: 10, of: 5) }
        _ = watch.look(now: .seconds(1))
        #expect(watch.look(now: .seconds(61)).isEmpty)
    }
}
