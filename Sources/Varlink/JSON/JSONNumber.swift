// SPDX-License-Identifier: Apache-2.0

/// A number as written: ± mantissa × 10^power.
struct JSONNumber {
    /// The maximum number of decimal digits for which ``mantissa`` is exact.
    static let exactDigits = 19

    let start: Int
    var end: Int
    var negative = false
    /// All digits as one integer; not valid if there are more than ``exactDigits``.
    var mantissa: UInt64 = 0
    /// The number of digits before the decimal point, without leading zeros.
    var whole = 0
    var fraction = 0
    /// The exponent that follows the `e`.
    var exponent = 0
    /// True if the number has neither a decimal point nor an exponent.
    var plain = true

    init(start: Int) {
        self.start = start
        end = start
    }

    @inline(__always)
    static func begins(with byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
    }

    var power: Int { exponent - fraction }

    /// True if the number of digits allows a value of 10^308 or more.
    var mayOverflow: Bool { whole + exponent > 308 }

    /// The value of a number without a decimal point or an exponent that fits into `Int`; otherwise
    /// `nil`.
    var integer: Int? {
        guard plain, whole <= Self.exactDigits else { return nil }
        return Int(mantissa, negative: negative)
    }

    /// The nearest `Double`, if one exact multiplication or division yields it; otherwise `nil`.
    ///
    /// W. D. Clinger, How to Read Floating Point Numbers Accurately (1990): operands up to 2^53 and
    /// 10^22 are exact, so the operation rounds only once.
    var double: Double? {
        guard whole + fraction <= Self.exactDigits, mantissa <= 1 << 53,
            power.magnitude < Self.powersOfTen.count
        else { return nil }
        let scale = Self.powersOfTen[Int(power.magnitude)]
        let magnitude = power < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
        return negative ? -magnitude : magnitude
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

extension Int {
    init?(_ magnitude: UInt64, negative: Bool) {
        if negative {
            guard magnitude <= Int.min.magnitude else { return nil }
            self = Int(truncatingIfNeeded: 0 &- magnitude)
        } else {
            guard let value = Int(exactly: magnitude) else { return nil }
            self = value
        }
    }
}
