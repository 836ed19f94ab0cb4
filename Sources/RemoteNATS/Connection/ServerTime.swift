// SPDX-License-Identifier: Apache-2.0

/// A time in the format of NATS servers: `2026-11-23T19:22:29.519754785Z` (RFC 3339, in UTC).
struct ServerTime {
    let microseconds: Int

    var milliseconds: Int { microseconds / 1_000 }

    init?(_ text: String?) {
        guard let text, text.hasSuffix("Z"), let mark = text.firstIndex(of: "T") else {
            return nil
        }
        let date = text[..<mark].split(separator: "-").compactMap { Int($0) }
        let clock = text[text.index(after: mark)...].dropLast().split(separator: ".")
        guard let whole = clock.first else { return nil }
        let time = whole.split(separator: ":").compactMap { Int($0) }
        guard date.count == 3, time.count == 3, (0...9_999).contains(date[0]),
            (1...12).contains(date[1]), (1...31).contains(date[2]), (0...24).contains(time[0]),
            (0...60).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        let digits = clock.count > 1 ? String(clock[1].prefix(6)) : ""
        let padded = digits + String(repeating: "0", count: 6 - digits.count)
        guard let fraction = Int(padded) else { return nil }
        let seconds = (Self.days(date) * 24 + time[0]) * 3_600 + time[1] * 60 + time[2]
        microseconds = seconds * 1_000_000 + fraction
    }

    /// Returns the number of days from the beginning of 1970 to a date in the Gregorian calendar.
    ///
    /// Years are counted from March, so that a leap day is the last day of a year.
    private static func days(_ date: [Int]) -> Int {
        let year = date[1] > 2 ? date[0] : date[0] - 1
        let month = (date[1] + 9) % 12
        let dayOfYear = (153 * month + 2) / 5 + date[2] - 1
        let leapDays = year / 4 - year / 100 + year / 400
        // The number of days from 0000-03-01 to 1970-01-01.
        let start = 719_468
        return 365 * year + leapDays + dayOfYear - start
    }
}
