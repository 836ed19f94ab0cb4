// SPDX-License-Identifier: Apache-2.0
import StateClient

extension OutboxEntry: ListEntry {
    var fields: [String] {
        [
            String(id), state.rawValue, kind.rawValue, String(attempts), Instant(createdAt).iso,
            nextAttemptAt.map { Instant($0).iso } ?? "", key.visible, error?.visible ?? "",
        ]
    }

    static func lines(
        _ entries: [OutboxEntry],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        let columns: [Table.Column] = [
            .init(heading: "NUMBER", right: true), .init(heading: "STATE"),
            .init(heading: "KIND", yields: 1), .init(heading: "MADE", yields: 3),
            .init(heading: "TRIED", right: true, yields: 2), .init(heading: "AGAIN", yields: 4),
            .init(heading: "WHAT", flexible: true, comfort: 16),
        ]
        let lines = Table(columns: columns, rows: entries.map { $0.cells(from: context) })
            .lines(width: width, style: style)
        return lines.prefix(1)
            + zip(lines.dropFirst(), entries).flatMap { line, entry -> [String] in
                guard let error = entry.error else { return [line] }
                let reason = TextWidth.cut("        \(error.visible)", to: width)
                return [line, entry.state == .failed ? style.warning(reason) : reason]
            }
    }

    private func cells(from context: TimeContext) -> [String] {
        [
            String(id), state == .inFlight ? "in flight" : state.rawValue, kind.rawValue,
            context.moment(createdAt).ago, String(attempts),
            nextAttemptAt.map { context.moment($0).ago } ?? "",
            kind == .event ? key.visible : ItemName.of(key, title: nil),
        ]
    }
}
