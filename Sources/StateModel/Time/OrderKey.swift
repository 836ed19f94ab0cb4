// SPDX-License-Identifier: Apache-2.0

/// A reading of a hybrid logical clock: 48 bits of milliseconds and a 16-bit counter.
///
/// Order keys order the writes of all devices without trusting the clock of any device. The key of
/// a write is at least the write's own time, and always greater than the key of the write that it
/// replaces.
package struct OrderKey: Sendable, Hashable, Comparable {
    /// The milliseconds and the counter as one number, which is also the stored form.
    package let value: Int

    /// The range of keys that devices exchange.
    ///
    /// It ends in the year 4199. Greater keys fit into `Int`, so that even a write with the last
    /// key can be replaced.
    package static let values = 0...(1 << 62)

    package init(value: Int) {
        self.value = value
    }

    /// Creates the key of a write at `time` that replaces the write with the key `previous`.
    package init(time: Timestamp, after previous: OrderKey?) {
        let own = max(0, min(time.rawValue, (1 << 46) - 1)) << 16
        guard let previous, previous.value >= own else {
            value = own
            return
        }
        // If the counter exceeds 16 bits, it carries into the milliseconds, which preserves the
        // order. Only a damaged row has the maximum.
        value = min(previous.value, .max - 1) + 1
    }

    package var time: Timestamp { Timestamp(value >> 16) }

    package static func < (one: OrderKey, other: OrderKey) -> Bool {
        one.value < other.value
    }
}
