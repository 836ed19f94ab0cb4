// SPDX-License-Identifier: Apache-2.0
extension Span<UInt8> {
    /// Scans a number; throws if it exceeds the largest `Double`.
    @inline(__always)
    func number(_ start: Int) throws(JSONError) -> JSONNumber {
        var number = JSONNumber(start: start)
        var index = start
        if index < count, self[index] == UInt8(ascii: "-") {
            number.negative = true
            index += 1
        }
        if index < count, self[index] == UInt8(ascii: "0") {
            index += 1
        } else {
            let first = index
            index = try digits(first, into: &number.mantissa)
            number.whole = index - first
        }
        if index < count, self[index] == UInt8(ascii: ".") {
            let first = index + 1
            index = try digits(first, into: &number.mantissa)
            number.fraction = index - first
            number.plain = false
        }
        if index < count, self[index] | 0x20 == UInt8(ascii: "e") {
            index = try exponent(index + 1, into: &number.exponent)
            number.plain = false
        }
        number.end = index
        if number.mayOverflow { _ = try double(number) }
        return number
    }

    @inline(__always)
    private func digits(_ start: Int, into mantissa: inout UInt64) throws(JSONError) -> Int {
        var index = start
        while index < count {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            index += 1
        }
        guard index > start else {
            throw JSONError(index < count ? .syntax : .end, offset: index)
        }
        return index
    }

    /// Scans the exponent after the `e`, and limits it to one billion.
    private func exponent(_ start: Int, into exponent: inout Int) throws(JSONError) -> Int {
        var index = start
        let sign = index < count ? self[index] : 0
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { index += 1 }
        let first = index
        while index < count, case let digit = self[index] &- UInt8(ascii: "0"), digit < 10 {
            exponent = Swift.min(exponent * 10 + Int(digit), 1_000_000_000)
            index += 1
        }
        guard index > first else { throw JSONError(index < count ? .syntax : .end, offset: index) }
        if sign == UInt8(ascii: "-") { exponent = -exponent }
        return index
    }

    func integer(_ number: JSONNumber) throws(JSONError) -> Int {
        if let value = number.integer { return value }
        // For rare forms, the integer is computed from the digits, without leading and trailing
        // zeros.
        var digits = text(of: number).utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
            .filter { $0 &- UInt8(ascii: "0") < 10 }
        var power = number.power
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            power += 1
        }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        if significant.isEmpty { return 0 }
        guard power >= 0 else { throw JSONError(.type("an integer"), offset: number.start) }
        guard significant.count + power <= JSONNumber.exactDigits else {
            throw JSONError(.number, offset: number.start)
        }
        var magnitude: UInt64 = 0
        for digit in significant { magnitude = magnitude * 10 + UInt64(digit - UInt8(ascii: "0")) }
        for _ in 0..<power { magnitude *= 10 }
        guard let value = Int(magnitude, negative: number.negative) else {
            throw JSONError(.number, offset: number.start)
        }
        return value
    }

    func double(_ number: JSONNumber) throws(JSONError) -> Double {
        if let value = number.double { return value }
        guard let value = Double(text(of: number)), value.isFinite else {
            throw JSONError(.number, offset: number.start)
        }
        return value
    }

    private func text(of number: JSONNumber) -> String {
        ascii(number.start..<number.end)
    }
}
