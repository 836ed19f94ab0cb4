// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import statectl

@Suite struct TimeSpanTests {
    @Test(arguments: [
        ("24h", 86_400), ("30d", 2_592_000), ("90s", 90), ("1d12h", 129_600), ("1w", 604_800),
        ("3600", 3600), ("0", 0), ("0.5h", 1800), ("1h30m", 5400),
    ])
    func `a duration is parsed in each form that the manual lists`(
        text: String,
        seconds: Int
    ) throws {
        #expect(try TimeSpan(text: text).seconds == seconds)
    }

    @Test(arguments: [
        "", "d", "-1d", "1.5", "0.5s", "1y", "1h1d", "forever", "1:00", "9999999999999999999d",
    ])
    func `a text that is not a duration is refused`(text: String) {
        #expect(throws: BadValue.self) { try TimeSpan(text: text) }
    }

    @Test(arguments: [
        (0, "0s"), (1, "1s"), (90, "1m30s"), (3600, "1h"), (86_400, "1d"), (129_601, "1d12h1s"),
        (31_622_400, "366d"),
    ])
    func `a duration that is printed is parsed to the same duration`(
        seconds: Int,
        text: String
    ) throws {
        #expect(TimeSpan(seconds: seconds).text == text)
        #expect(try TimeSpan(text: text).seconds == seconds)
    }

    @Test(arguments: [
        (-3, "0 s"), (59, "59 s"), (60, "1 min"), (90, "2 min"), (3569, "59 min"), (3570, "1 h"),
        (5400, "2 h"), (86_399, "24 h"), (170_999, "47 h"), (171_000, "2 days"),
        (31_536_000, "365 days"),
    ])
    func `a duration is rounded to its largest unit`(seconds: Int, text: String) {
        #expect(TimeSpan(seconds: seconds).rough == text)
    }
}
