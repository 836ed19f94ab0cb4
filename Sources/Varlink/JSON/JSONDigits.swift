// SPDX-License-Identifier: Apache-2.0

/// The decimal form of a number, up to 24 bytes.
struct JSONDigits {
    /// The buffer, which has the digits at its end.
    private(set) var room = [24 of UInt8](repeating: 0)
    private(set) var start = 24

    init(_ value: Int) {
        put(digits: UInt64(value.magnitude))
        if value < 0 { put(UInt8(ascii: "-")) }
    }

    /// Creates the digits that `Double` prints for `number` / 1000; `number` must be below 10^15.
    init(thousandths number: UInt64) {
        var rest = number % 1000
        var places = 3
        while places > 1, rest % 10 == 0 {
            rest /= 10
            places -= 1
        }
        for _ in 0..<places {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        put(UInt8(ascii: "."))
        put(digits: number / 1000)
    }

    @inline(__always)
    private mutating func put(digits number: UInt64) {
        var rest = number
        // Most digits come in pairs, so that the long division is needed half as often.
        while rest >= 10 {
            let pair = UInt32(truncatingIfNeeded: rest % 100)
            rest /= 100
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair % 10))
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair / 10))
        }
        if rest > 0 || number == 0 {
            put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest))
        }
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        start -= 1
        room[start] = byte
    }
}

extension Double {
    /// The number in thousandths, if its shortest decimal form has at most three decimals;
    /// otherwise `nil`.
    ///
    /// Different decimals of at most 15 digits always have different `Double` values, so the
    /// shortest form is unique. The result is `nil` for negative numbers, and for 10^12 and above.
    var thousandths: UInt64? {
        guard sign == .plus, self < 1e12 else { return nil }
        let number = Int64(self * 1000 + 0.5)
        return Double(number) / 1000 == self ? UInt64(number) : nil
    }
}
