extension JSONReader {
    /// Reads a number with an integral value in `Int`'s range, exactly: `5`, `5.0`, `5e0`.
    ///
    /// Errors: `number` out of range, `type` with a fraction.
    package mutating func int() throws(JSONError) -> Int {
        let token = try numberToken(expecting: "an integer")
        return try integer(token)
    }

    /// Reads a number, rounded to the nearest `Double`; beyond the largest one is an error.
    package mutating func double() throws(JSONError) -> Double {
        let token = try numberToken(expecting: "a number")
        return try floatingPoint(token)
    }

    /// A number as it stands in the bytes: `mantissa × 10^exponent`, where the mantissa fits.
    struct NumberToken {
        var range: Range<Int>
        var negative = false
        /// All digits as one number; nil: more than `UInt64` holds.
        var mantissa: UInt64? = 0
        /// How many digits stand before the point.
        var wholeDigits = 0
        /// How many digits stand after the point.
        var fractionDigits = 0
        /// What stands after the `e`, at most ±1,000,000,000.
        var exponent = 0
        /// Neither point nor exponent.
        var plain = true
    }

    /// Passes a number, and checks its grammar and that a `Double` can hold it.
    mutating func numberToken(expecting expected: String) throws(JSONError) -> NumberToken {
        let first = try startOfValue()
        var token = NumberToken(range: position..<position)
        if first == UInt8(ascii: "-") {
            token.negative = true
            position += 1
        } else if !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) {
            throw mismatch(expected)
        }
        if position < end, bytes[position] == UInt8(ascii: "0") {
            position += 1
            token.wholeDigits = 1
        } else {
            token.wholeDigits = try digits(into: &token.mantissa)
        }
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            token.plain = false
            token.fractionDigits = try digits(into: &token.mantissa)
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            token.plain = false
            token.exponent = try exponent()
        }
        token.range = token.range.lowerBound..<position
        if token.wholeDigits + token.exponent > 308 { _ = try floatingPoint(token) }
        return token
    }

    /// Passes digits, one at least; answers how many.
    private mutating func digits(into mantissa: inout UInt64?) throws(JSONError) -> Int {
        let start = position
        while position < end, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            mantissa = mantissa.flatMap { value in
                let (high, overflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, carry) = high.addingReportingOverflow(UInt64(digit))
                return overflow || carry ? nil : sum
            }
            position += 1
        }
        guard position > start else { throw failure(position < end ? .syntax : .end) }
        return position - start
    }

    /// Passes what follows the `e`.
    private mutating func exponent() throws(JSONError) -> Int {
        var negative = false
        if position < end,
            bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
        {
            negative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        var magnitude: UInt64? = 0
        _ = try digits(into: &magnitude)
        let value = Int(min(magnitude ?? .max, 1_000_000_000))
        return negative ? -value : value
    }

    /// The exact integer that a number stands for.
    func integer(_ token: NumberToken) throws(JSONError) -> Int {
        let start = token.range.lowerBound
        if token.plain {
            guard let mantissa = token.mantissa, let value = Int(mantissa, negative: token.negative)
            else { throw JSONError(.number, offset: start) }
            return value
        }
        var digits = bytes[token.range].prefix { $0 | 0x20 != UInt8(ascii: "e") }
            .filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        var exponent = token.exponent - token.fractionDigits
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leading)
        if digits.isEmpty { return 0 }
        guard exponent >= 0 else { throw JSONError(.type("an integer"), offset: start) }
        guard digits.count + exponent <= 19 else { throw JSONError(.number, offset: start) }
        var mantissa: UInt64 = 0
        for digit in digits + [UInt8](repeating: UInt8(ascii: "0"), count: exponent) {
            mantissa = mantissa * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        guard let value = Int(mantissa, negative: token.negative) else {
            throw JSONError(.number, offset: start)
        }
        return value
    }

    /// The `Double` next to a number.
    func floatingPoint(_ token: NumberToken) throws(JSONError) -> Double {
        let text = String(decoding: bytes[token.range], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw JSONError(.number, offset: token.range.lowerBound)
        }
        return value
    }
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
