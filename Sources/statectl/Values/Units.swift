// SPDX-License-Identifier: Apache-2.0

/// Durations written as numbers with units, such as `90s`, `1h2m` or `30d`.
enum Units {
    typealias Unit = (letter: Character, seconds: Double)

    /// The units of positions in an item.
    static let clock: [Unit] = [("h", 3600), ("m", 60), ("s", 1)]
    /// The units of other durations.
    static let calendar: [Unit] = [("w", 604_800), ("d", 86_400)] + clock

    /// Returns the short form of a duration in words: `1h30m` for `1 hour 30 minutes`.
    static func short(_ text: String) -> String {
        text.split(separator: " ").map { word in
            let name = word.hasSuffix("s") ? word.dropLast() : word
            let isUnit = ["week", "day", "hour", "minute", "min", "second", "sec"].contains(name)
            return String(isUnit ? word.prefix(1) : word)
        }.joined()
    }

    /// Parses a duration; returns seconds, or `nil` for any other text.
    ///
    /// Larger units must come first, each at most once, and only the last number may have a decimal
    /// point.
    static func parse(_ text: String, _ units: [Unit]) -> Double? {
        var rest = text[...]
        var allowed = units[...]
        var total = 0.0
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCIIDigit || $0 == "." }
            rest = rest.dropFirst(number.count)
            guard let value = Decimal.parse(number), let letter = rest.popFirst(),
                let index = allowed.firstIndex(where: { $0.letter == letter })
            else { return nil }
            guard rest.isEmpty || !number.contains(".") else { return nil }
            total += value * allowed[index].seconds
            allowed = allowed[(index + 1)...]
        }
        return text.isEmpty ? nil : total
    }
}
