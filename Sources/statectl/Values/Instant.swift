// SPDX-License-Identifier: Apache-2.0
import StateModel

/// A point in time, in milliseconds since 1970-01-01T00:00:00Z.
struct Instant: Equatable {
    let milliseconds: Int

    init(_ time: Timestamp) {
        milliseconds = time.rawValue
    }

    /// Parses a point in time.
    ///
    /// The text may be `2026-11-21T08:40:00Z`, `…+01:00`, `@1700000000`, `-5m`, `5m ago` or
    /// `1 hour ago`; as local time, it may be `2026-11-21 08:40`, `2026-11-21`, `today` or
    /// `yesterday`.
    init(text: String, now: Timestamp, zone: LocalZone = .current) throws(BadValue) {
        let found =
            Self.relative(text, now) ?? Self.unix(text) ?? Self.iso(text)
            ?? LocalTime.parse(text, now: now, zone: zone)
        guard let found else {
            throw BadValue(
                text,
                expected: "a point in time: write 2026-11-21T08:40:00Z, @1700000000, -5m, "
                    + "yesterday, or 2026-11-21 with or without 08:40"
            )
        }
        milliseconds = found
    }

    /// The time in ISO 8601, such as `2026-11-21T08:40:00Z`, with milliseconds unless they are 0.
    ///
    /// Parsing this text gives the same time.
    var iso: String {
        let thousandths = ((milliseconds % 1000) + 1000) % 1000
        let civil = CivilTime(seconds: milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0))
        return "\(civil.date)T\(civil.time)\(Decimal.fraction(thousandths: thousandths))Z"
    }

    private static func relative(_ text: String, _ now: Timestamp) -> Int? {
        if text == "now" { return now.rawValue }
        var span = text
        if text.hasPrefix("-") {
            span.removeFirst()
        } else if text.hasSuffix(" ago") {
            span.removeLast(4)
        } else {
            return nil
        }
        return Units.parse(Units.short(span), Units.calendar).flatMap(whole).flatMap { past in
            let (result, overflow) = now.rawValue.subtractingReportingOverflow(past)
            return overflow ? nil : result
        }
    }

    private static func unix(_ text: String) -> Int? {
        guard text.hasPrefix("@") else { return nil }
        return Decimal.parse(text.dropFirst()).flatMap(whole)
    }

    private static func whole(_ seconds: Double) -> Int? {
        Int(exactly: (seconds * 1000).rounded())
    }

    /// Parses a time with a zone, `YYYY-MM-DDTHH:MM[:SS[.fff]](Z|±HH[:]MM)`; returns milliseconds
    /// since 1970.
    static func iso(_ text: String) -> Int? {
        let form =
            #/
            ((?!0000) [0-9]{4} - [0-9]{2} - [0-9]{2}) [T\ ]
            [0-9]{2} : [0-9]{2} (?: : [0-5][0-9] (?: \.[0-9]+ )? )?
            (?: Z | [+\-] (?: [01][0-9] | 2[0-3] ) :? [0-5][0-9] )
            /#
        guard let found = text.uppercased().wholeMatch(of: form)?.output,
            let day = DateText("\(found.1)T00:00"),
            CivilTime(seconds: day.seconds).date == found.1
        else { return nil }
        return DateText(text)?.milliseconds
    }
}

/// A point in time on the command line, which may be relative to the present.
struct TimeArgument: TextValue {
    let time: Timestamp

    init(text: String) throws(BadValue) {
        time = Timestamp(try Instant(text: text, now: TimeContext.current.now).milliseconds)
    }
}

/// A point in time, such as `2026-11-21T08:40:00Z` or `-5d`; `5d` means the same as `-5d`.
struct Since: TextValue {
    let time: Timestamp

    init(text: String) throws(BadValue) {
        let isSpan = Units.parse(Units.short(text), Units.calendar) != nil
        time = try TimeArgument(text: isSpan ? "-\(text)" : text).time
    }
}
