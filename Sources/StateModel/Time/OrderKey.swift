// SPDX-License-Identifier: Apache-2.0

/// A reading of a hybrid logical clock: 48 bits of milliseconds, then a 16-bit counter.
///
/// It orders the writes of all devices without trusting any device's clock. The key of a write is
/// at least its own time, and always greater than the key that it displaces.
package struct OrderKey: Sendable, Hashable, Comparable {
    /// Both parts as one number, as stored.
    package let value: Int

    /// The range of keys that devices exchange, up to the year 4199; `Int` has room for greater ones.
    package static let values = 0...(1 << 62)

    /// Creates the key from its stored number.
    package init(value: Int) {
        self.value = value
    }

    /// Creates the key of a write at `time` that displaces `previous`.
    package init(time: Timestamp, after previous: OrderKey?) {
        let own = max(0, min(time.rawValue, (1 << 46) - 1)) << 16
        guard let previous, previous.value >= own else {
            value = own
            return
        }
        // Counting past 16 bits carries into the milliseconds, which preserves the order. Only a
        // damaged row can hold the maximum.
        value = min(previous.value, .max - 1) + 1
    }

    /// The time part, in milliseconds since 1970.
    package var time: Timestamp { Timestamp(value >> 16) }

    /// Returns true if `one` comes before `other`.
    package static func < (one: OrderKey, other: OrderKey) -> Bool {
        one.value < other.value
    }
}
