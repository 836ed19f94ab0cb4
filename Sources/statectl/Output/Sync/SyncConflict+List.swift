// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

extension SyncConflict: ListEntry {
    /// Returns both values of each conflict, and how to turn it round.
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
            "\(indent)holds: \(winner.text(from: context))",
            "\(indent)lost:  \(loser.text(from: context))",
            "\(indent)“statectl sync resolve \(number)” lets this one win",
            "\(indent)“statectl sync dismiss \(number)” keeps the present value",
        ]
        return [style.strong(TextWidth.cut("\(number)  \(name) \(facts)", to: width))]
            + details.map { TextWidth.cut($0, to: width) }
    }

    /// Number, strategy, the time of the decision, item, and both values as JSON.
    var fields: [String] {
        [
            String(id), strategy.rawValue, Instant(at).iso, item.visible, RawJSON.flat(winner),
            RawJSON.flat(loser),
        ]
    }
}

/// One of the two values, as far as its members are known.
private struct Side {
    private let value: JSONValue

    init(_ json: [UInt8]) {
        var reader = JSONReader(json)
        value = (try? reader.value()) ?? .object([])
    }

    var title: String? { text("title") }

    /// Returns the value in words: `1:02:03 of 1:57:00 (53 %), paused by mpv on desk, 5 min ago`.
    func text(from context: TimeContext) -> String {
        let parts: [String?] = [
            place, doing.isEmpty ? nil : doing.joined(separator: " "),
            whole("at").map { context.moment(Timestamp($0)).ago },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The position; a value without one is a removal.
    private var place: String {
        guard let position = number("position") else { return "removed" }
        return PointReport.place(position, of: number("duration"))
    }

    private var doing: [String] {
        [
            text("status"), text("player").map { "by \($0)" }, text("device").map { "on \($0)" },
        ].compactMap { $0?.visible }
    }

    private func text(_ name: String) -> String? {
        guard case .string(let text)? = value[name] else { return nil }
        return text
    }

    private func whole(_ name: String) -> Int? {
        guard case .int(let number)? = value[name] else { return nil }
        return number
    }

    private func number(_ name: String) -> Double? {
        switch value[name] {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
