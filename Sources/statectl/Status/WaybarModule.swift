// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// The status for a custom module of waybar; see waybar-custom(5).
enum WaybarModule {
    /// Returns an object with text, alt (which selects an icon), tooltip, class and percentage.
    ///
    /// The alt and the first class are the activity of the most important player. Further classes
    /// are `alert`, `degraded` and the state of sync. The tooltip is the text of “statectl status”.
    static func json(_ report: StatusReport) -> [UInt8] {
        let foremost = report.foremost.map { PlayerReport($0, context: report.context) }
        let doing = foremost.map { PlayerReport(player: $0.player).doing } ?? .idle
        var classes = [doing.rawValue]
        if !report.overview.alerts.isEmpty { classes.append("alert") }
        if report.overview.health.status != .ok { classes.append("degraded") }
        if let name = report.sync?.mark.map(syncClass) { classes.append(name) }
        let brief = report.elsewhere.map { "\($0.name) \($0.clock)" } ?? foremost?.brief
        let words = [brief, sign(report.sync?.mark)].compactMap(\.self)
        return object(
            text: words.joined(separator: " "),
            tooltip: report.lines(in: Room(width: 80), style: .plain),
            classes: classes,
            percentage: report.elsewhere.map(\.percentage) ?? foremost?.point?.percentage
        )
    }

    private static func syncClass(_ mark: SyncReport.Mark) -> String {
        switch mark {
        case .progress: "syncing"
        case .offline: "sync-offline"
        case .warning: "sync-failed"
        }
    }

    /// Returns the symbol in the bar; `nil` during a round, because frequent changes are
    /// distracting.
    private static func sign(_ mark: SyncReport.Mark?) -> String? {
        mark == .progress ? nil : mark?.rawValue
    }

    static func offline(_ reason: String) -> [UInt8] {
        object(text: "offline", tooltip: [reason], classes: ["offline"], percentage: nil)
    }

    private static func object(
        text: String,
        tooltip: [String],
        classes: [String],
        percentage: Int?
    ) -> [UInt8] {
        RawJSON.object([
            "text": .string(text.markup), "alt": .string(classes.first ?? ""),
            "tooltip": .string(tooltip.joined(separator: "\n").markup),
            "class": .array(classes.map(JSONValue.string)),
            "percentage": percentage.map(JSONValue.int),
        ])
    }
}
