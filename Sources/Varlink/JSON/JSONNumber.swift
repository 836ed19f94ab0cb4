/// A number as its digits stand in a text: ± mantissa × 10^power.
struct JSONNumber {
    /// As many decimal digits fit into ``mantissa`` whatever they are.
    static let exactDigits = 19

    /// Where its text begins.
    let start: Int
    /// Where its text ends.
    var end: Int
    /// It begins with a minus sign.
    var negative = false
    /// All its digits as one integer; meaningless beyond ``exactDigits`` of them.
    var mantissa: UInt64 = 0
    /// How many digits stand before the point; a lone zero does not count.
    var whole = 0
    /// How many digits stand after the point.
    var fraction = 0
    /// What stands after the `e`.
    var exponent = 0
    /// There is neither point nor exponent.
    var plain = true

    /// A number that begins there; the rest is yet to be read.
    init(start: Int) {
        self.start = start
        end = start
    }

    /// A number begins with that byte, or nothing does.
    @inline(__always)
    static func begins(with byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
    }

    /// The power of ten that the mantissa is multiplied by.
    var power: Int { exponent - fraction }

    /// The number is not below 10^308 by its digits alone.
    var mayOverflow: Bool { whole + exponent > 308 }

    /// The value of a plain number in `Int`'s range.
    var integer: Int? {
        guard plain, whole <= Self.exactDigits else { return nil }
        return Int(mantissa, negative: negative)
    }

    /// The nearest `Double`, where one multiplication or division of exact values gives it.
    ///
    /// W. D. Clinger, How to Read Floating Point Numbers Accurately (1990): both are exact up to
    /// 2^53 and 10^22, so the one operation rounds once.
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
    /// The number of that magnitude and sign, if it is in range.
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
