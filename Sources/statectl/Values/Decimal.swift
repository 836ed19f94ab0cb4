// SPDX-License-Identifier: Apache-2.0

/// Unsigned numbers in decimal notation: digits, with at most one point.
enum Decimal {
    /// Returns the number of `text`, which has no sign and no exponent; `nil` if it is not a
    /// number.
    static func parse(_ text: Substring) -> Double? {
        guard text.first?.isASCIIDigit == true, text.last?.isASCIIDigit == true else { return nil }
        guard text.allSatisfy({ $0.isASCIIDigit || $0 == "." }) else { return nil }
        guard text.count(where: { $0 == "." }) <= 1 else { return nil }
        return Double(text)
    }

    /// Returns the whole number of `text`; `nil` if it is not one, or too large.
    static func whole(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(text)
    }

    /// Returns a number with zeros before it, up to `count` digits.
    static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// Returns a point and the digits of a number of thousandths, without zeros at the end.
    ///
    /// The text for 0 is empty.
    static func fraction(thousandths: Int) -> String {
        guard thousandths > 0 else { return "" }
        var digits = padded(thousandths, 3)
        while digits.last == "0" { digits.removeLast() }
        return "." + digits
    }
}

extension Character {
    /// True for the characters 0 to 9.
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
