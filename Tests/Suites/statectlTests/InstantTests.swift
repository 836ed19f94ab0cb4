// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import statectl

@Suite struct InstantTests {
    /// 2026-11-21T08:40:00Z.
    private let now: Timestamp = 1_795_250_400_000

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-21T08:40:00Z", 1_795_250_400_000),
        ("2026-11-21T09:40:00+01:00", 1_795_250_400_000),
        ("2026-11-21T03:10:00-0530", 1_795_250_400_000),
        ("2026-11-21 08:40Z", 1_795_250_400_000), ("2026-11-21t08:40:00z", 1_795_250_400_000),
        ("2026-11-21T08:40:00.29Z", 1_795_250_400_290),
        ("2000-02-29T23:59:59.999Z", 951_868_799_999), ("1969-12-31T23:59:59Z", -1000),
        ("@1700000000", 1_700_000_000_000), ("@1700000000.5", 1_700_000_000_500), ("@0", 0),
        ("now", 1_795_250_400_000), ("-5m", 1_795_250_100_000), ("5m ago", 1_795_250_100_000),
        ("-1d12h", 1_795_120_800_000), ("0.5s ago", 1_795_250_399_500),
        ("1 hour ago", 1_795_246_800_000), ("2 days 3 hours ago", 1_795_066_800_000),
        ("- 5 min", 1_795_250_100_000), ("1 hour 30 minutes ago", 1_795_245_000_000),
    ])
    func `a time is parsed in each form that the manual lists`(
        text: String,
        milliseconds: Int
    ) throws {
        #expect(try Instant(text: text, now: now).milliseconds == milliseconds)
    }

    /// An hour and a half east of Greenwich, and two and a half from 2026-11-21T00:00:00Z on.
    private let zone = LocalZone { $0 < 1_795_219_200 ? 5_400 : 9_000 }

    @Test(arguments: [
        ("2026-11-21 11:10", 1_795_250_400_000), ("2026-11-21T11:10:00.5", 1_795_250_400_500),
        ("2026-11-20", 1_795_132_800_000 - 5_400_000), ("2026-11-22", 1_795_296_600_000),
        ("today", 1_795_219_200_000 - 5_400_000), ("yesterday", 1_795_132_800_000 - 5_400_000),
        ("2026-11-21 11:10+00:00", 1_795_259_400_000),
    ])
    func `a time without a zone is a local time`(text: String, milliseconds: Int) throws {
        #expect(try Instant(text: text, now: now, zone: zone).milliseconds == milliseconds)
    }

    /// The offset from UTC in seconds before and from a time, and a local time near it.
    @Test(arguments: [
        ("2026-03-08 02:30", -18_000, 1_772_953_200, -14_400, 1_772_955_000),
        ("2026-03-08 01:59", -18_000, 1_772_953_200, -14_400, 1_772_953_140),
        ("2026-09-06", -14_400, 1_788_667_200, -10_800, 1_788_667_200),
        ("2026-10-25 02:30", 7_200, 1_792_890_000, 3_600, 1_792_888_200),
        ("2026-10-25 03:00", 7_200, 1_792_890_000, 3_600, 1_792_893_600),
    ])
    func `a skipped local time is one after the change, and a repeated one the first`(
        text: String,
        before: Int,
        change: Int,
        after: Int,
        seconds: Int
    ) throws {
        let zone = LocalZone { $0 < change ? before : after }
        #expect(try Instant(text: text, now: now, zone: zone).milliseconds == seconds * 1_000)
    }

    @Test func `a time in the past can be given as an age`() throws {
        for text in ["2 days", "2d", "2 days ago", "-2d", "48 hours"] {
            let begin = TimeContext.current.now
            let time = try Since(text: text).time + 172_800_000
            #expect((begin...TimeContext.current.now).contains(time), "\(text)")
        }
    }

    @Test(arguments: [
        "", "5m", "@", "@-5", "@x", "-", "ago", " ago", "2026-02-29", "2026-1-21", "tomorrow",
        "2026-11-21 8:40", "1 fortnight ago", "hour ago", "1 h our ago",
        "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T08:60:00Z", "26-11-21T08:40:00Z",
        "2026-11-21T08:40:00+25:00", "2026-11-21T08:40:00+1", "2026-11-21T8:40:00Z",
        "2026-11-21T08:40:00ZZ", "2026-1121T08:40:00Z",
    ])
    func `a text that is not a time is refused`(text: String) {
        #expect(throws: BadValue.self) { try Instant(text: text, now: now) }
    }

    @Test(arguments: [0, 1, -1, 951_868_799_999, 1_795_250_400_120, -62_135_596_800_000])
    func `a time that is printed is parsed to the same time`(milliseconds: Int) throws {
        let instant = Instant(Timestamp(milliseconds))
        #expect(try Instant(text: instant.iso, now: 0) == instant)
    }

    @Test func `extreme numbers of milliseconds are converted to dates`() {
        for milliseconds in Extremes.integers {
            #expect(Instant(Timestamp(milliseconds)).iso.contains("-"))
        }
        #expect(Instant(.min).iso.hasSuffix(".192Z"))
    }

    @Test func `each day of four hundred years is followed by the right date`() {
        var last = CivilTime(seconds: -25_568 * 86_400)
        for day in -25_567..<(-25_567 + 146_097) {
            let civil = CivilTime(seconds: day * 86_400)
            #expect(DateText("\(civil.date)T00:00")?.seconds == day * 86_400)
            let isNextDay = civil.day == last.day + 1 && civil.month == last.month
            let isNextMonth = civil.day == 1 && civil.month == last.month % 12 + 1
            #expect(isNextDay || isNextMonth)
            last = civil
        }
        #expect(last.date == "2299-12-31")
    }
}
