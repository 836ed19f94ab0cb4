import StateClient
import Varlink

/// How things stand, for a custom module of waybar, as waybar-custom(5) has it.
enum WaybarModule {
    /// One object: text, alt (for icons), tooltip, class and percentage.
    ///
    /// The first class is what the foremost player does, and alt the same; `alert`, `degraded` and
    /// how synchronisation is doing come after it. The tooltip is all that “statectl status” tells.
    static func json(_ report: StatusReport) -> [UInt8] {
        let foremost = report.foremost.map { StandingReport(standing: $0, view: report.view) }
        let doing = foremost?.doing ?? .idle
        var classes = [doing.rawValue]
        if !report.overview.alerts.isEmpty { classes.append("alert") }
        if report.overview.health.status != .ok { classes.append("degraded") }
        if let name = report.sync?.mark.map(syncClass) { classes.append(name) }
        let words = [foremost?.brief, sign(report.sync?.mark)].compactMap(\.self)
        return object(
            text: words.joined(separator: " "),
            tooltip: report.lines(in: Room(width: 80), style: .plain),
            classes: classes,
            percentage: foremost?.percentage
        )
    }

    /// The class of how synchronisation is doing.
    private static func syncClass(_ mark: SyncReport.Mark) -> String {
        switch mark {
        case .progress: "syncing"
        case .offline: "sync-offline"
        case .warning: "sync-failed"
        }
    }

    /// What stands in the bar; progress is quiet, for text that comes and goes is not.
    private static func sign(_ mark: SyncReport.Mark?) -> String? {
        mark == .progress ? nil : mark?.rawValue
    }

    /// The same without a daemon, so that a bar shows that nothing is kept; `why` says what is wrong
    /// and what to do.
    static func offline(_ why: String) -> [UInt8] {
        object(text: "offline", tooltip: [why], classes: ["offline"], percentage: nil)
    }

    private static func object(
        text: String,
        tooltip: [String],
        classes: [String],
        percentage: Int?
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("text")
        writer.string(markup(text))
        writer.key("alt")
        writer.string(classes.first ?? "")
        writer.key("tooltip")
        writer.string(markup(tooltip.joined(separator: "\n")))
        writer.key("class")
        writer.beginArray()
        for name in classes { writer.string(name) }
        writer.endArray()
        if let percentage {
            writer.key("percentage")
            writer.int(percentage)
        }
        writer.endObject()
        return writer.bytes
    }

    /// Waybar takes text as Pango markup.
    private static func markup(_ text: String) -> String {
        // By scalars: an ampersand with an accent is one to Pango, too.
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
