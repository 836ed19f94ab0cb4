// SPDX-License-Identifier: Apache-2.0

/// The text form of times in actions: UTC, in whole seconds, without a zone, such as
/// `2026-11-26T14:05:09`.
///
/// Clients also write other forms, which are accepted too, but only this form can be read by all
/// clients.
package enum ActionTime {
    /// The beginning of the year 2100, in seconds since 1970.
    private static let end = 4_102_444_800

    /// Returns the time of an event, or 0 if it is not between 1970 and 2100.
    ///
    /// Any program can append an event, and an event dated in the far future would remain the
    /// newest forever. `perSecond` is the number of time units in a second.
    static func counted(_ time: Int, perSecond: Int = 1) -> Int {
        (0..<end * perSecond).contains(time) ? time : 0
    }

    /// Returns a time in seconds since 1970; `nil` if the text is not a time between 1970 and 2100.
    static func seconds(_ text: String) -> Int? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, 4), skip(&rest, "-"), let month = number(&rest, 2),
            skip(&rest, "-"), let day = number(&rest, 2), skip(&rest, "Tt "),
            let hour = number(&rest, 2), skip(&rest, ":"), let minute = number(&rest, 2),
            (1970..<2100).contains(year), (1...12).contains(month), (1...31).contains(day),
            hour < 24, minute < 60
        else { return nil }
        let second = skip(&rest, ":") ? number(&rest, 2) : 0
        if skip(&rest, ".,") { rest = rest.drop(while: isDigit) }
        guard let second, second < 61, let zone = zone(&rest), rest.isEmpty else { return nil }
        let time = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - zone
        return (0..<end).contains(time) ? time : nil
    }

    package static func text(_ seconds: Int) -> String {
        // The inverse of `days`; the years begin in March.
        let day = seconds / 86_400 + 719_468
        let (era, dayOfEra) = (day / 146_097, day % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let date = "\(year)-\(two(month))-\(two(dayOfYear - (153 * shifted + 2) / 5 + 1))"
        let second = seconds % 86_400
        return "\(date)T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))"
    }

    /// Returns the number of days from 1970 to a date of the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// Parses the time zone at the end of a time; returns its offset in seconds, 0 without a zone,
    /// and `nil` if it is malformed.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int? {
        if rest.isEmpty || skip(&rest, "Zz") { return 0 }
        let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
        guard skip(&rest, "+-"), let hours = number(&rest, 2) else { return nil }
        _ = skip(&rest, ":")
        let minutes = rest.isEmpty ? 0 : number(&rest, 2)
        return minutes.map { sign * (hours * 3_600 + $0 * 60) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, _ allowed: String) -> Bool {
        guard let first = rest.first, allowed.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
