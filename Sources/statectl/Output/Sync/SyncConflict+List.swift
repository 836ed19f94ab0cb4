// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

extension SyncConflict: ListEntry {
    static func lines(
        _ conflicts: [SyncConflict],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        conflicts.flatMap { $0.lines(from: context, width: width, style: style) }
    }

    private func lines(from context: TimeContext, width: Int, style: Style) -> [String] {
        let number = String(id)
        let indent = String(repeating: " ", count: number.count + 2)
        let winner = Side(winner)
        let loser = Side(loser)
        let name = ItemName.of(item, title: winner.title ?? loser.title)
        let facts = "(\(strategy.rawValue), \(context.moment(at).ago))"
        let details = [
            "\(indent)won:   \(winner.text(from: context))",
            "\(indent)lost:  \(loser.text(from: context))",
            "\(indent)“statectl sync resolve \(number)” lets the lost value win",
            "\(indent)“statectl sync dismiss \(number)” keeps the current value",
        ]
        return [style.strong(TextWidth.cut("\(number)  \(name) \(facts)", to: width))]
            + details.map { TextWidth.cut($0, to: width) }
    }

    var fields: [String] {
        [
            String(id), strategy.rawValue, Instant(at).iso, item.visible, RawJSON.flat(winner),
            RawJSON.flat(loser),
        ]
    }
}

private struct Side {
    private let value: JSONValue

    init(_ json: [UInt8]) {
        value = JSONValue.parse(json) ?? .null
    }

    var title: String? { text("title") }

    /// Returns the value as text, such as
    /// `1:02:03 of 1:57:00 (53 %), paused by mpv on desk, 5 min ago`.
    func text(from context: TimeContext) -> String {
        let parts: [String?] = [
            place, doing.isEmpty ? nil : doing.joined(separator: " "),
            value["at"]?.integer.map { context.moment(Timestamp($0)).ago },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private var place: String {
        if value["alias"] != nil, let item = text("item") { return "an alias of \(item.visible)" }
        guard let position = value["position"]?.numericValue else { return "removed" }
        if position == 0, let fraction = value["fraction"]?.numericValue {
            return "\(PointReport.percent(fraction)) %"
        }
        return PointReport.place(position, of: value["duration"]?.numericValue)
    }

    private var doing: [String] {
        [
            text("status"), text("player").map { "by \($0)" }, text("device").map { "on \($0)" },
        ].compactMap { $0?.visible }
    }

    private func text(_ name: String) -> String? { value[name]?.string }
}
