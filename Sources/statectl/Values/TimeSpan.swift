// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A duration in whole seconds, such as a time to live.
struct TimeSpan: TextValue, Equatable {
    let seconds: Int
}

extension TimeSpan {
    /// Parses a duration such as `24h`, `30d`, `90s`, `1d12h`, or a whole number of seconds.
    init(text: String) throws(BadValue) {
        let found = Decimal.whole(text[...]).map(Double.init) ?? Units.parse(text, Units.calendar)
        guard let found, let seconds = Int(exactly: found) else {
            throw BadValue(text, expected: "a length of time: write 90s, 24h, 30d or 1d12h")
        }
        self.seconds = seconds
    }

    /// The exact text, such as `1d12h`, `1m30s` or `0s`.
    var text: String {
        guard seconds > 0 else { return "0s" }
        var rest = seconds
        var parts: [String] = []
        for (letter, size) in [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)] where rest >= size {
            parts.append("\(rest / size)\(letter)")
            rest %= size
        }
        return parts.joined()
    }

    /// The text rounded to the largest unit, such as `5 min`, `3 h` or `2 days`.
    var rough: String { ClockText.rough(seconds) }
}
