// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A date with a time of day, without a time zone.
struct CivilTime: Equatable {
    var year: Int
    var month: Int
    var day: Int
    /// The time of day, in seconds since midnight.
    var second: Int

    /// Creates the date and time for a number of seconds since the beginning of 1970.
    init(seconds: Int) {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        second = Int(parts.tm_hour) * 3600 + Int(parts.tm_min) * 60 + Int(parts.tm_sec)
    }

    /// Creates a date and time; `nil` if it does not exist.
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

    /// The number of seconds since the beginning of 1970; the inverse of ``init(seconds:)``.
    var secondsSince1970: Int {
        var parts = tm()
        parts.tm_year = Int32(clamping: year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        return timegm(&parts) + second
    }

    var date: String {
        "\(Decimal.padded(year, 4))-\(Decimal.padded(month, 2))-\(Decimal.padded(day, 2))"
    }

    var hourAndMinute: String {
        "\(Decimal.padded(second / 3600, 2)):\(Decimal.padded(second / 60 % 60, 2))"
    }

    var time: String {
        "\(hourAndMinute):\(Decimal.padded(second % 60, 2))"
    }
}
