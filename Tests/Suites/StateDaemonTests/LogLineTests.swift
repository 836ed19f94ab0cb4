// SPDX-License-Identifier: Apache-2.0
import Logging
import Synchronization
import Testing

@testable import StateSystem

@Suite struct LogLineTests {
    private func text(
        _ message: String,
        _ metadata: Logger.Metadata = [:],
        level: Logger.Level = .info,
        style: LogStyle = .plain
    ) -> String {
        LogLine(level: level, message: message, metadata: metadata).text(
            style: style,
            time: "12:00"
        )
    }

    @Test func `a plain log line has a time, a level and a message`() {
        #expect(text("store opened") == "12:00 info: store opened\n")
    }

    @Test func `metadata is sorted by name`() {
        let metadata: Logger.Metadata = ["store.path": "/var/a b", "points": "7", "why": ""]
        #expect(
            text("store opened", metadata)
                == "12:00 info: store opened points=7 store.path=\"/var/a b\" why=\"\"\n"
        )
    }

    @Test(arguments: [
        (Logger.Level.trace, 7), (.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3),
        (.critical, 2),
    ])
    func `a log line for the journal has a priority and no time`(level: Logger.Level, priority: Int)
    {
        #expect(text("x", level: level, style: .journal) == "<\(priority)>x\n")
    }

    @Test func `text from a client can neither begin a log line nor control a terminal`() {
        let metadata: Logger.Metadata = ["item": "a\n<2>b\r\u{1b}[2J\u{2028}\u{85}ü"]
        #expect(
            text("x", metadata, style: .journal)
                == "<6>x item=a\\u{a}<2>b\\u{d}\\u{1b}[2J\\u{2028}\\u{85}ü\n"
        )
    }

    @Test func `a change of the log level applies to every logger`() {
        let threshold = LogThreshold(.info)
        var logger = Logger(label: "x") { _ in
            StandardErrorLog(threshold: threshold, style: .plain)
        }
        #expect(logger.logLevel == .info)
        threshold.level = .debug
        #expect(logger.logLevel == .debug)
        logger.logLevel = .error
        #expect(threshold.level == .error)
    }
}
