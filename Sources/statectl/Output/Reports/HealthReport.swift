// SPDX-License-Identifier: Apache-2.0
import StateClient

struct HealthReport {
    let health: Health
    let context: TimeContext

    func headline(style: Style) -> String {
        let state = health.status == .ok ? style.good("ok") : style.warning("degraded")
        return "stated \(health.version.visible) is \(state): "
            + "\(Self.count(health.points, "resume point")), "
            + Self.count(health.subscribers, "subscriber")
    }

    func problems(style: Style) -> [String] {
        health.problems.map { style.warning("  ! \($0.visible)") }
    }

    func lines(style: Style) -> [String] {
        let running = TimeSpan(seconds: max(0, context.now - health.startedAt) / 1000).text
        return [headline(style: style)] + problems(style: style) + [
            "  up \(running), store opened in \(health.restoredMs) ms",
            "  \(Self.count(health.connections, "connection")), "
                + Self.count(health.events, "event"),
            "  \(health.storePath.visible), \(Self.size(health.storeBytes))",
        ]
    }

    /// Returns a number and a noun, such as `1 event` or `2 events`; `plural` is an irregular
    /// plural.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
    }

    /// Returns a size, such as `812 B`, `4.0 KiB` or `1.5 GiB`.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1024 else { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = ""
        for next in ["KiB", "MiB", "GiB", "TiB"] where value >= 1024 {
            value /= 1024
            unit = next
        }
        let tenths = Int((value * 10).rounded(.down))
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}
