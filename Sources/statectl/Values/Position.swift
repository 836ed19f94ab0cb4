// SPDX-License-Identifier: Apache-2.0

/// A position in an item, or an item's duration, in seconds.
struct Position: TextValue, Equatable {
    let seconds: Double
}

extension Position {
    /// Parses a position such as `1:02:03`, `62:03`, `12:34.5`, `3723.5`, `90s` or `1h2m`.
    init(text: String) throws(BadValue) {
        let found = Decimal.parse(text[...]) ?? Self.fields(text) ?? Units.parse(text, Units.clock)
        guard let found, found.isFinite else {
            throw BadValue(text, expected: "a time: write 1:02:03, 62:03, 3723.5, 90s or 1h2m")
        }
        seconds = found
    }

    /// Parses two or three fields separated by colons; only the first one may be 60 or more.
    private static func fields(_ text: String) -> Double? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2 || fields.count == 3 else { return nil }
        guard let first = Decimal.whole(fields[0]), let last = fields.last else { return nil }
        guard last.prefix(while: \.isASCIIDigit).count <= 2 else { return nil }
        guard let seconds = Decimal.parse(last), seconds < 60 else { return nil }
        if fields.count == 2 { return Double(first) * 60 + seconds }
        guard fields[1].count <= 2, let minutes = Decimal.whole(fields[1]), minutes < 60 else {
            return nil
        }
        return Double(first) * 3600 + Double(minutes) * 60 + seconds
    }

    /// The position as players show it, in whole seconds, such as `1:02:03`, or `2:03` below an
    /// hour.
    var clock: String {
        Self.clock(thousandths: thousandths / 1000 * 1000)
    }

    /// The position to the millisecond, such as `2:03.5`.
    var preciseClock: String {
        Self.clock(thousandths: thousandths)
    }

    /// The position in seconds to the millisecond, such as `3723.5`.
    var plain: String {
        String(thousandths / 1000) + Decimal.fraction(thousandths: thousandths % 1000)
    }

    /// The position in milliseconds, limited to about 30 million years.
    private var thousandths: Int {
        Int((min(max(seconds, 0), 1e15) * 1000).rounded())
    }

    private static func clock(thousandths: Int) -> String {
        let whole = thousandths / 1000
        let tail =
            Decimal.padded(whole % 60, 2) + Decimal.fraction(thousandths: thousandths % 1000)
        guard whole >= 3600 else { return "\(whole / 60):\(tail)" }
        return "\(whole / 3600):\(Decimal.padded(whole / 60 % 60, 2)):\(tail)"
    }
}
