// SPDX-License-Identifier: Apache-2.0
package import Logging
internal import StateModel

/// The format of log lines.
package enum LogStyle: Sendable {
    /// The format with a time, for standard error on a terminal.
    case plain
    /// The format with the priority prefix of sd-daemon(3), for the journal, which adds the time.
    case journal
}

package struct LogLine {
    package var level: Logger.Level
    /// The event, as a constant text.
    package var message: String
    /// The details of the event, by key.
    package var metadata: Logger.Metadata

    /// Returns the line, with its line feed.
    ///
    /// Text from clients is escaped, so that it cannot begin another line.
    ///
    /// - Parameters:
    ///   - style: The format of the line.
    ///   - time: The time at the beginning of a plain line.
    /// - Returns: The line.
    package func text(style: LogStyle, time: @autoclosure () -> String) -> String {
        let pairs = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\(quoted("\($0.value)"))" }
        let body = HiddenScalars.escaped(([message] + pairs).joined(separator: " "))
        switch style {
        case .plain: return "\(time()) \(level.rawValue): \(body)\n"
        case .journal: return "<\(priority)>\(body)\n"
        }
    }

    /// The number of the level's priority in syslog(3).
    private var priority: Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    private func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && !value.contains { $0 == " " || $0 == "\"" || $0 == "=" }
        return isPlain ? value : "\"" + value.replacing("\"", with: "\\\"") + "\""
    }
}
