/// Unsigned numbers as people write them: digits, with at most one point among them.
enum Decimal {
    /// The number of `text`, without sign or exponent; nil: it is none.
    static func parse(_ text: Substring) -> Double? {
        guard text.first?.isASCIIDigit == true, text.last?.isASCIIDigit == true else { return nil }
        guard text.allSatisfy({ $0.isASCIIDigit || $0 == "." }) else { return nil }
        guard text.count(where: { $0 == "." }) <= 1 else { return nil }
        return Double(text)
    }

    /// The whole number of `text`; nil: it is none, or too large.
    static func whole(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(text)
    }

    /// `count` digits for a number, with zeros before it.
    static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// A point and the digits of so many thousandths, without zeros at the end; 0: nothing.
    static func fraction(thousandths: Int) -> String {
        guard thousandths > 0 else { return "" }
        var digits = padded(thousandths, 3)
        while digits.last == "0" { digits.removeLast() }
        return "." + digits
    }
}

extension Character {
    /// Whether it is one of 0 to 9.
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
