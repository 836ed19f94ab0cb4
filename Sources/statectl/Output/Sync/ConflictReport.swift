// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

/// A conflict between two devices, in words.
struct ConflictReport {
    /// The conflict.
    let conflict: SyncConflict
    /// The time context.
    let context: TimeContext

    /// Returns the full text, with no line wider than `width`.
    func lines(width: Int, style: Style) -> [String] {
        let number = String(conflict.id)
        let indent = String(repeating: " ", count: number.count + 2)
        let winner = Side(conflict.winner)
        let loser = Side(conflict.loser)
        let name = ItemName.of(conflict.item, title: winner.title ?? loser.title)
        let facts = "(\(conflict.strategy.rawValue), \(context.moment(conflict.at).ago))"
        let details = [
            "\(indent)holds: \(winner.text(from: context))",
            "\(indent)lost:  \(loser.text(from: context))",
            "\(indent)“statectl sync resolve \(number)” lets this one win",
            "\(indent)“statectl sync dismiss \(number)” keeps the present value",
        ]
        return [style.strong(TextWidth.cut("\(number)  \(name) \(facts)", to: width))]
            + details.map { TextWidth.cut($0, to: width) }
    }

    /// The conflict's fields, separated by tabs.
    ///
    /// Number, strategy, the time of the decision, item, and both values as JSON.
    var fields: String {
        [
            String(conflict.id), conflict.strategy.rawValue, Instant(conflict.at).iso,
            conflict.item.visible, Self.flat(conflict.winner), Self.flat(conflict.loser),
        ].joined(separator: "\t")
    }

    /// Returns JSON on one line, without the line breaks and tabs between its tokens.
    private static func flat(_ json: [UInt8]) -> String {
        let bytes = json.map { [0x09, 0x0A, 0x0D].contains($0) ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self).visible
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
