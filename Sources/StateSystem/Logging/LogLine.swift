// SPDX-License-Identifier: Apache-2.0
package import Logging
internal import StateModel

package enum LogStyle: Sendable {
    case plain
    /// Lines with a priority as in sd-daemon(3), for the journal, which adds the time itself.
    case journal
}

package struct LogLine {
    package var level: Logger.Level
    package var message: String
    package var metadata: Logger.Metadata

    /// Returns the line, including its line feed.
    ///
    /// Control characters are escaped, so that text from clients cannot begin another line.
    package func text(style: LogStyle, time: @autoclosure () -> String) -> String {
        let pairs = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\(quoted("\($0.value)"))" }
        let body = HiddenScalars.escaped(([message] + pairs).joined(separator: " "))
        switch style {
        case .plain: return "\(time()) \(level.rawValue): \(body)\n"
        case .journal: return "<\(priority)>\(body)\n"
        }
    }

    /// The level's priority as in syslog(3).
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
