import StateClient
import Varlink

/// How things stand, at a glance: the daemon's health, and where the last item stands.
struct StatusReport {
    /// What the daemon says of itself.
    let health: HealthReport
    /// Where the item observed last stands; nil: there is none.
    let latest: PointReport?

    /// For a terminal.
    func lines(style: Style) -> [String] {
        [health.headline(style: style)] + health.problems(style: style)
            + [latest?.sentence].compactMap(\.self)
    }

    /// For waybar's custom modules, as waybar-custom(5) has it.
    var waybar: [UInt8] {
        let classes = [
            latest?.point.status.rawValue ?? "idle",
            health.health.status == .ok ? nil : "degraded",
        ].compactMap(\.self)
        let tooltip = lines(style: .plain).joined(separator: "\n")
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("text")
        writer.string(Self.markup(latest.map { "\($0.name) \($0.clock)" } ?? ""))
        writer.key("alt")
        writer.string(classes[0])
        writer.key("tooltip")
        writer.string(Self.markup(tooltip))
        writer.key("class")
        writer.beginArray()
        for name in classes { writer.string(name) }
        writer.endArray()
        if let share = latest?.percentage {
            writer.key("percentage")
            writer.int(share)
        }
        writer.endObject()
        return writer.bytes
    }

    /// Waybar takes text as Pango markup.
    private static func markup(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
