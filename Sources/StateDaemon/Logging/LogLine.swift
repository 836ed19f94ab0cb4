package import Logging
internal import StateModel

/// How a line of the log is written.
package enum LogStyle: Sendable {
    /// With a time, for people who look at standard error.
    case plain
    /// With sd-daemon(3)'s priority in front, for the journal, which knows the time itself.
    case journal
}

/// One line of the log.
package struct LogLine {
    /// How severe it is.
    package var level: Logger.Level
    /// What happened, always in the same words.
    package var message: String
    /// To whom or to what, by name.
    package var metadata: Logger.Metadata

    /// A line with all its members.
    package init(level: Logger.Level, message: String, metadata: Logger.Metadata) {
        self.level = level
        self.message = message
        self.metadata = metadata
    }

    /// The line as it is written, with its line feed.
    ///
    /// What clients sent may stand in it, so nothing in it can begin another line.
    ///
    /// - Parameters:
    ///   - style: For whom it is.
    ///   - time: What stands in front of a plain line.
    /// - Returns: One line.
    package func text(style: LogStyle, time: @autoclosure () -> String) -> String {
        let pairs = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\(quoted("\($0.value)"))" }
        let body = printable(([message] + pairs).joined(separator: " "))
        switch style {
        case .plain: return "\(time()) \(level.rawValue): \(body)\n"
        case .journal: return "<\(priority)>\(body)\n"
        }
    }

    /// syslog(3)'s number for the level.
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

    private func printable(_ text: String) -> String {
        HiddenScalars.escaped(text) { "\\u{\(String($0.value, radix: 16))}" }
    }
}
