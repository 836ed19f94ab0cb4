// SPDX-License-Identifier: Apache-2.0

/// A date and a time of day, without a time zone.
struct CivilTime: Equatable {
    /// The year of the Gregorian calendar.
    var year: Int
    /// The month, from 1 to 12.
    var month: Int
    /// The day of the month, from 1 to 31.
    var day: Int
    /// The seconds since midnight.
    var second: Int

    /// Creates the date and time at a number of seconds since the beginning of 1970.
    ///
    /// Years begin in March here, so that the leap day is the last of its year, and the number of
    /// days before a month is (153 m + 2) / 5. An era is the 400 years after which the calendar
    /// repeats.
    init(seconds: Int) {
        let days = Self.floor(seconds, 86_400)
        let shifted = days + 719_468
        let era = Self.floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        second = seconds - days * 86_400
    }

    /// Creates a date and time; `nil` if there is no such day or time.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
        self.second = hour * 3600 + minute * 60 + second
        guard CivilTime(seconds: secondsSince1970) == self else { return nil }
    }

    /// The seconds since the beginning of 1970, the inverse of ``init(seconds:)``.
    var secondsSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = Self.floor(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400 + second
    }

    /// The date: `2026-11-21`.
    var date: String {
        "\(Decimal.padded(year, 4))-\(Decimal.padded(month, 2))-\(Decimal.padded(day, 2))"
    }

    /// The time without seconds: `08:40`.
    var hourAndMinute: String {
        "\(Decimal.padded(second / 3600, 2)):\(Decimal.padded(second / 60 % 60, 2))"
    }

    /// The time with seconds: `08:40:12`.
    var time: String {
        "\(hourAndMinute):\(Decimal.padded(second % 60, 2))"
    }

    /// Returns a quotient rounded down, also for negative numbers.
    private static func floor(_ number: Int, _ divisor: Int) -> Int {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}
