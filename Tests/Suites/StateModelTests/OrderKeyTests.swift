// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@Suite struct `Order keys` {
    @Test func `an order key contains its time and a counter`() {
        #expect(OrderKey(time: 5, after: nil).value == 5 << 16)
        #expect(OrderKey(time: 5, after: nil) < OrderKey(time: 6, after: nil))
    }

    @Test func `a write outranks the value that it replaces, even if its clock is slow`() {
        var random = SystemRandomNumberGenerator()
        var key = OrderKey(time: 1_700_000_000_000, after: nil)
        for _ in 0..<10_000 {
            let time =
                Timestamp(1_700_000_000_000) + Int.random(in: -50_000...50_000, using: &random)
            let next = OrderKey(time: time, after: key)
            #expect(next > key)
            #expect(next.value >> 16 >= time.rawValue)
            key = next
        }
    }

    @Test func `order keys still rise after more than 65,536 writes in one millisecond`() {
        var key = OrderKey(time: 9, after: nil)
        for _ in 0..<70_000 {
            let next = OrderKey(time: 9, after: key)
            #expect(next > key)
            key = next
        }
        #expect(key.value >> 16 == 10)
        #expect(OrderKey(time: 11, after: key).value == 11 << 16)
    }

    @Test func `a time before 1970 and an extreme time have order keys too`() {
        #expect(OrderKey(time: .min, after: nil).value == 0)
        let latest = OrderKey(time: .max, after: nil)
        #expect(OrderKey.values.contains(latest.value))
        #expect(latest > OrderKey(time: Timestamp(1 << 45), after: nil))
        #expect(OrderKey(time: 0, after: latest) > latest)
        // The last key of all can only be equalled.
        #expect(OrderKey(time: 0, after: OrderKey(value: .max)).value == .max)
    }
}
