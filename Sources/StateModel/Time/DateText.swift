// SPDX-License-Identifier: Apache-2.0

/// A date and time as text, such as `2026-11-23T19:22:29.519754785Z` (RFC 3339).
///
/// The seconds, the colon of the zone and the zone itself may be missing; a time without a zone is
/// in UTC.
package struct DateText {
    /// The whole seconds since the beginning of 1970.
    package let seconds: Int
    private let fraction: Int

    /// The time since the beginning of 1970, in microseconds.
    package var microseconds: Int { seconds * 1_000_000 + fraction }

    /// The time since the beginning of 1970, in milliseconds.
    package var milliseconds: Int { seconds * 1_000 + fraction / 1_000 }

    /// Parses a text; `nil` if it is malformed.
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = Self.number(&rest, 4), Self.skip(&rest, "-"),
            let month = Self.number(&rest, 2), Self.skip(&rest, "-"),
            let day = Self.number(&rest, 2), Self.skip(&rest, "Tt "),
            let hour = Self.number(&rest, 2), Self.skip(&rest, ":"),
            let minute = Self.number(&rest, 2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60
        else { return nil }
        let second = Self.skip(&rest, ":") ? Self.number(&rest, 2) : 0
        var digits: ArraySlice<UInt8> = []
        if Self.skip(&rest, ".,") {
            digits = rest.prefix(while: Self.isDigit)
            rest = rest.dropFirst(digits.count)
        }
        guard let second, second < 61, let zone = Self.zone(&rest), rest.isEmpty else { return nil }
        let minutes = (Self.days(year, month, day) * 24 + hour) * 60 + minute
        seconds = minutes * 60 + second - zone
        fraction = (0..<6).reduce(0) { sum, place in
            sum * 10 + (place < digits.count ? Int(digits[digits.startIndex + place] - 0x30) : 0)
        }
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
}
