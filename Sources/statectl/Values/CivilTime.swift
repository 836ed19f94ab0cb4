// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A date with a time of day, without a time zone.
struct CivilTime {
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
