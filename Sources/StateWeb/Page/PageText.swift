// SPDX-License-Identifier: Apache-2.0
internal import StateModel

enum PageText {
    /// Formats a time, in milliseconds since 1970, as UTC: `2026-11-25 18:05`.
    static func time(_ milliseconds: Int) -> String {
        let civil = CivilTime(seconds: milliseconds / 1_000)
        return "\(civil.date) \(civil.hourAndMinute)"
    }

    /// Formats the age of a time, in milliseconds since 1970, as statectl does: `2 h ago`, `40 s
    /// ago`.
    static func age(of moment: Int, now: Int) -> String {
        let (distance, isTooFar) = now.subtractingReportingOverflow(moment)
        guard !isTooFar else { return "at some time" }
        return distance < 1_000 ? "just now" : "\(ClockText.rough(distance / 1_000)) ago"
    }

    static func title(_ title: String?, item: String) -> String {
        if let title, !title.isEmpty { return title }
        if item.hasPrefix("kosync:") { return "Book \(item.dropFirst(7).prefix(6))" }
        return item.split(separator: "/").last.map(String.init) ?? item
    }
}
