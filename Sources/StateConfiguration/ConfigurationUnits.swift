// SPDX-License-Identifier: Apache-2.0

enum DurationText {
    /// The units and their lengths in milliseconds, largest first.
    private static let units = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// Parses a duration; returns `nil` for any other text.
    ///
    /// A duration consists of numbers with units, the largest unit first.
    static func parse(_ text: String) -> Duration? {
        var rest = text[...]
        var units = self.units[...]
        var total = 0
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            guard let index = units.firstIndex(where: { $0.0 == unit }), let number = Int(digits)
            else { return nil }
            let (part, isTooLarge) = number.multipliedReportingOverflow(by: units[index].1)
            let (sum, isTooMuch) = total.addingReportingOverflow(part)
            if isTooLarge || isTooMuch { return nil }
            total = sum
            units = units[(index + 1)...]
            rest = rest.dropFirst(digits.count + unit.count)
        } while !rest.isEmpty
        return .milliseconds(total)
    }

    /// Returns the text with the largest unit that needs no fraction; one day is `24h`, not `1d`.
    static func format(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        for (name, size) in units where milliseconds % size == 0 {
            let count = milliseconds / size
            if name == "d", count < 2 { continue }
            if count == 0, name != "s" { continue }
            return "\(count)\(name)"
        }
        return "\(milliseconds)ms"
    }
}

extension Duration {
    package var wholeMilliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }

    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
