// SPDX-License-Identifier: Apache-2.0
import StateClient

/// An entry of the outbox in words.
struct OutboxReport {
    /// The entry.
    let entry: OutboxEntry

    /// The entry's fields, separated by tabs.
    ///
    /// Number, state, kind, attempts, the times of its creation and of the next attempt, key and
    /// error; unknown values are empty.
    var fields: String {
        [
            String(entry.id), entry.state.rawValue, entry.kind.rawValue, String(entry.attempts),
            Instant(entry.createdAt).iso,
            entry.nextAttemptAt.map { Instant($0).iso } ?? "", entry.key.visible,
            entry.error?.visible ?? "",
        ].joined(separator: "\t")
    }

    /// Returns the lines of a table of entries, at most `width` wide, with each error below its
    /// entry.
    static func table(
        _ entries: [OutboxReport],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        var table = Table(columns: [
            .init(heading: "NUMBER", right: true), .init(heading: "STATE"),
            .init(heading: "KIND", yields: 1), .init(heading: "MADE", yields: 3),
            .init(heading: "TRIED", right: true, yields: 2), .init(heading: "AGAIN", yields: 4),
            .init(heading: "WHAT", flexible: true, comfort: 16),
        ])
        table.rows = entries.map(\.entry).map { entry in
            [
                String(entry.id), state(entry.state), entry.kind.rawValue,
                context.moment(entry.createdAt).ago, String(entry.attempts),
                entry.nextAttemptAt.map { context.moment($0).ago } ?? "",
                entry.kind == .event ? entry.key.visible : ItemName.of(entry.key, title: nil),
            ]
        }
        let lines = table.lines(width: width, style: style)
        return lines.prefix(1)
            + zip(lines.dropFirst(), entries).flatMap { line, report -> [String] in
                guard let error = report.entry.error else { return [line] }
                let reason = TextWidth.cut("        \(error.visible)", to: width)
                return [line, report.entry.state == .failed ? style.warning(reason) : reason]
            }
    }

    /// Returns a number of entries: `1 entry`, `2 entries`.
    static func count(_ number: Int) -> String {
        HealthReport.count(number, "entry", "entries")
    }

    private static func state(_ state: SyncTypes.EntryState) -> String {
        state == .inFlight ? "in flight" : state.rawValue
    }
}
