import Glibc
package import Logging
import StateSystem
import Synchronization

/// Writes the log to standard error, whole lines at a time.
package struct StandardErrorLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    /// The level of all loggers at once, so that a reload can change it.
    ///
    /// A logger that sets its own level sets everyone's.
    package var logLevel: Logger.Level {
        get { threshold.level }
        set { threshold.level = newValue }
    }

    private let threshold: LogThreshold
    private let style: LogStyle

    /// A handler whose level is the threshold's.
    ///
    /// - Parameters:
    ///   - threshold: Shared by all handlers.
    ///   - style: How lines are written.
    package init(threshold: LogThreshold, style: LogStyle) {
        self.threshold = threshold
        self.style = style
    }

    /// Makes this the log of the whole program; once, at its start.
    ///
    /// - Parameter level: The least severe messages that are logged, for now.
    /// - Returns: What changes the level later.
    package static func bootstrap(level: Logger.Level) -> LogThreshold {
        let threshold = LogThreshold(level)
        let style: LogStyle = ServiceManager.readsJournal ? .journal : .plain
        LoggingSystem.bootstrap { _ in StandardErrorLog(threshold: threshold, style: style) }
        return threshold
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        let line = LogLine(level: event.level, message: "\(event.message)", metadata: all)
        StandardError.write(line.text(style: style, time: localTime()))
    }
}

/// The level of a program's log, for every thread.
package final class LogThreshold: Sendable {
    private let value: Mutex<Logger.Level>

    /// A threshold at `level`.
    package init(_ level: Logger.Level) {
        value = Mutex(level)
    }

    /// The least severe messages that are logged.
    package var level: Logger.Level {
        get { value.withLock(\.self) }
        set { value.withLock { $0 = newValue } }
    }
}

/// Now as `2026-11-21T09:30:00+0100`.
private func localTime() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = buffer.withUnsafeMutableBytes { raw in
        raw.withMemoryRebound(to: CChar.self) { buffer in
            buffer.baseAddress.map { strftime($0, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &parts) }
                ?? 0
        }
    }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
}
