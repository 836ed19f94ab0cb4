// SPDX-License-Identifier: Apache-2.0

/// Decimal numbers without a sign or an exponent.
enum Decimal {
    /// Parses a number such as `12` or `12.5`; `nil` for any other text.
    static func parse(_ text: Substring) -> Double? {
        guard text.first?.isASCIIDigit == true, text.last?.isASCIIDigit == true else { return nil }
        guard text.allSatisfy({ $0.isASCIIDigit || $0 == "." }) else { return nil }
        guard text.count(where: { $0 == "." }) <= 1 else { return nil }
        return Double(text)
    }

    /// Parses a whole number; `nil` for any other text, or if the number is too large.
    static func whole(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(text)
    }

    static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        let missing = count - digits.utf8.count
        return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
    }

    /// Returns the decimal point and the decimals of a number of thousandths, without trailing
    /// zeros; empty for 0.
    static func fraction(thousandths: Int) -> String {
        guard thousandths > 0 else { return "" }
        var (number, count) = (thousandths, 3)
        while number % 10 == 0 { (number, count) = (number / 10, count - 1) }
        return "." + padded(number, count)
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
