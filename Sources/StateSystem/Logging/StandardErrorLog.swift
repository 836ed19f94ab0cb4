// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Logging
import Synchronization

package struct StandardErrorLog: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    /// The level, which all loggers share.
    package var logLevel: Logger.Level {
        get { threshold.level }
        set { threshold.level = newValue }
    }

    let threshold: LogThreshold
    let style: LogStyle

    /// Installs the handler for the whole program; must be called once, at the start.
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

package final class LogThreshold: Sendable {
    private let value: Mutex<Logger.Level>

    package init(_ level: Logger.Level) {
        value = Mutex(level)
    }

    package var level: Logger.Level {
        get { value.withLock(\.self) }
        set { value.withLock { $0 = newValue } }
    }
}

/// Returns the local time, such as `2026-11-21T09:30:00+0100`.
private func localTime() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return UTCDate.text(&parts, "%Y-%m-%dT%H:%M:%S%z")
}
