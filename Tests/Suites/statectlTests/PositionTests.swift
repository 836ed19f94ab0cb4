// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import statectl

@Suite struct PositionTests {
    @Test(arguments: [
        ("1:02:03", 3723), ("62:03", 3723), ("12:34.5", 754.5), ("3723.5", 3723.5), ("90s", 90),
        ("1h2m", 3720), ("0", 0), ("0:00", 0), ("0:05", 5), ("1:2:3", 3723), ("100:00:00", 360_000),
        ("1h2m3.5s", 3723.5), ("90m", 5400), ("1.5h", 5400), ("2m", 120), ("0.001", 0.001),
        ("007", 7), ("1h30s", 3630), ("00:59.999", 59.999),
    ])
    func `a position is parsed in each form that the manual lists`(
        text: String,
        seconds: Double
    ) throws {
        #expect(try Position(text: text).seconds == seconds)
    }

    @Test(arguments: [
        "", " ", "abc", "-5", "+5", "1:60", "1:60:00", "1:00:60", "1:2:3:4", ":30", "1:", "1::2",
        "1.5:00", "1:02.5:03", "inf", "nan", "1e3", "0x10", "5 s", "s", "1m1h", "1h1h", "1.5h2m",
        "1d", "1.", ".5", "1..5", "5x", "1:003", "٣", "1,5", "99999999999999999999:00",
    ])
    func `a text that is not a position is refused`(text: String) {
        #expect(throws: BadValue.self) { try Position(text: text) }
    }

    @Test(arguments: [
        (0, "0:00", "0:00", "0"), (5, "0:05", "0:05", "5"), (59.999, "0:59", "0:59.999", "59.999"),
        (60, "1:00", "1:00", "60"), (754.5, "12:34", "12:34.5", "754.5"),
        (3599.9999, "1:00:00", "1:00:00", "3600"), (3723.25, "1:02:03", "1:02:03.25", "3723.25"),
        (360_000, "100:00:00", "100:00:00", "360000"), (0.0004, "0:00", "0:00", "0"),
    ])
    func `a position is printed as players show it`(
        seconds: Double,
        clock: String,
        precise: String,
        plain: String
    ) {
        let position = Position(seconds: seconds)
        #expect(position.clock == clock)
        #expect(position.preciseClock == precise)
        #expect(position.plain == plain)
    }

    @Test(arguments: [0, 1, 59, 60, 61, 999, 3599, 3600, 3661, 86_399, 1_000_000])
    func `a position that is printed is parsed to the same position`(whole: Int) throws {
        for thousandths in [0, 1, 10, 100, 120, 123, 500, 999] {
            let position = Position(seconds: Double(whole * 1000 + thousandths) / 1000)
            #expect(try Position(text: position.preciseClock) == position)
            #expect(try Position(text: position.plain) == position)
        }
    }

    @Test func `an extreme position can be printed, and a negative one is printed as zero`() {
        #expect(Position(seconds: -1).clock == "0:00")
        #expect(Position(seconds: 1e300).clock.hasSuffix(":40"))
    }

    @Test func `a percentage is from 0 to 100, whatever the fraction is`() {
        for (fraction, percent) in [(-1e300, 0), (0.29, 29), (0.999_999, 99), (1e300, 100)] {
            #expect(PointReport.percent(fraction) == percent)
        }
    }
}
