// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@testable import VarlinkNIO

@Suite struct `The quota of connections` {
    @Test
    func `connections are admitted up to the quota, and one that ends makes room for another`() {
        var quota = Quota<UInt32>(limit: 3, ownerLimit: 2)
        #expect(quota.acquire(from: 1) == .admitted)
        #expect(quota.acquire(from: 1) == .admitted)
        #expect(quota.acquire(from: 1) == .ownerFull)
        #expect(quota.acquire(from: 2) == .admitted)
        #expect(quota.acquire(from: 3) == .full)
        #expect(quota.count == 3)
        quota.release(from: 1)
        #expect(quota.acquire(from: 1) == .admitted)
    }
}

@Suite struct `The watch for stalls` {
    @Test func `a peer that does not read its output counts as stalled after the timeout`() {
        var watch = StallWatch(granted: .seconds(60))
        #expect(watch.look(queued: 0, written: 10, now: .seconds(0)) == .idle)
        #expect(watch.look(queued: 5, written: 10, now: .seconds(1000)) == .busy)
        #expect(watch.look(queued: 5, written: 10, now: .seconds(1059)) == .busy)
        #expect(watch.look(queued: 5, written: 10, now: .seconds(1060)) == .stalled)
    }

    @Test func `each transfer starts the timeout again`() {
        var watch = StallWatch(granted: .seconds(60))
        #expect(watch.look(queued: 5, written: 10, now: .seconds(0)) == .busy)
        #expect(watch.look(queued: 5, written: 11, now: .seconds(59)) == .busy)
        #expect(watch.look(queued: 5, written: 11, now: .seconds(118)) == .busy)
        #expect(watch.look(queued: 0, written: 16, now: .seconds(119)) == .idle)
        #expect(watch.look(queued: 5, written: 16, now: .seconds(500)) == .busy)
        #expect(watch.look(queued: 5, written: 16, now: .seconds(560)) == .stalled)
    }
}

@Suite struct `The throttle of log lines` {
    @Test func `one line a second is logged, with the number of suppressed lines`() {
        var throttle = Throttle()
        #expect(throttle.admit(now: .milliseconds(5000)) == 0)
        #expect(throttle.admit(now: .milliseconds(5001)) == nil)
        #expect(throttle.admit(now: .milliseconds(5999)) == nil)
        #expect(throttle.admit(now: .milliseconds(6000)) == 2)
        #expect(throttle.admit(now: .milliseconds(7000)) == 0)
    }
}

@Suite struct `The reply queue of a stream` {
    @Test func `replies are kept until the client reads them`() {
        var queue = ReplyQueue<String>()
        #expect(queue.offer(reply(1)) == nil)
        #expect(queue.offer(reply(2)) == nil)
        #expect(queue.take("a") == .replies([reply(1), reply(2)]))
        #expect(queue.take("b") == nil)
        let delivery = queue.offer(reply(3, last: true))
        #expect(delivery?.taker == "b")
        #expect(delivery?.batch == .replies([reply(3, last: true)]))
        #expect(queue.take("c") == .over(nil))
    }

    @Test func `the queue of replies counts as full if its reader is slow`() {
        var queue = ReplyQueue<String>()
        for number in 0..<ReplyQueue<String>.bound {
            #expect(!queue.isFull)
            #expect(queue.offer(reply(number)) == nil)
        }
        #expect(queue.isFull)
        #expect(queue.take("a") != nil)
        #expect(!queue.isFull)
    }

    @Test func `a failure is delivered after the replies that came before it`() {
        var queue = ReplyQueue<String>()
        #expect(queue.offer(reply(1)) == nil)
        #expect(queue.end(.closed) == nil)
        #expect(queue.take("a") == .replies([reply(1)]))
        #expect(queue.take("b") == .over(.closed))
    }

    @Test func `a failure is delivered at once to a waiting reader`() {
        var queue = ReplyQueue<String>()
        #expect(queue.take("a") == nil)
        let delivery = queue.end(.cancelled)
        #expect(delivery?.taker == "a")
        #expect(delivery?.batch == .over(.cancelled))
    }

    private func reply(_ number: Int, last: Bool = false) -> Reply {
        Reply(parameters: Array(#"{"n":\#(number)}"#.utf8), continues: !last)
    }
}
