// SPDX-License-Identifier: Apache-2.0
internal import StateSystem

/// The texts of the page for browsers without scripts.
enum PageText {
    /// Formats a position or duration in seconds: `1:02:03`, `4:05`.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 1e9))
        let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
        let last = padded(whole % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(last)" : "\(minutes):\(last)"
    }

    /// Formats a time, in milliseconds since 1970, in UTC: `2026-11-25 18:05`.
    static func time(_ milliseconds: Int) -> String {
        UTCDate.text(milliseconds / 1_000, "%Y-%m-%d %H:%M")
    }

    /// Formats the age of a moment as statectl does: `2 h ago`, `40 s ago`.
    ///
    /// Both times are milliseconds since 1970.
    static func age(of moment: Int, now: Int) -> String {
        let (distance, isTooFar) = now.subtractingReportingOverflow(moment)
        guard !isTooFar else { return "at some time" }
        let seconds = max(0, distance / 1_000)
        return switch seconds {
        case 0: "just now"
        case ..<60: "\(seconds) s ago"
        case ..<3_570: "\((seconds + 30) / 60) min ago"
        case ..<171_000: "\((seconds + 1_800) / 3_600) h ago"
        default: "\((seconds + 43_200) / 86_400) days ago"
        }
    }

    /// Returns the display name of an item: its title, or the last part of its name.
    static func title(_ title: String?, item: String) -> String {
        if let title, !title.isEmpty { return title }
        if item.hasPrefix("kosync:") { return "Book \(item.dropFirst(7).prefix(6))" }
        return item.split(separator: "/").last.map(String.init) ?? item
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
