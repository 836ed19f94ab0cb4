// SPDX-License-Identifier: Apache-2.0

/// A date with a time of day, without a time zone.
package struct CivilTime {
    package let year: Int
    package let month: Int
    package let day: Int
    /// The time of day, in seconds since midnight.
    private let second: Int

    /// Creates the date and time for a number of seconds since the beginning of 1970.
    package init(seconds: Int) {
        let rest = seconds % 86_400
        second = rest < 0 ? rest + 86_400 : rest
        // The inverse of the calculation in `DateText`; the years begin in March.
        let days = seconds / 86_400 - (rest < 0 ? 1 : 0) + 719_468
        let era = (days < 0 ? days - 146_096 : days) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    package var date: String {
        let text = String(year)
        let zeros = String(repeating: "0", count: max(0, 4 - text.utf8.count))
        return "\(zeros)\(text)-\(Self.two(month))-\(Self.two(day))"
    }

    package var hourAndMinute: String {
        "\(Self.two(second / 3_600)):\(Self.two(second / 60 % 60))"
    }

    package var time: String { "\(hourAndMinute):\(Self.two(second % 60))" }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
