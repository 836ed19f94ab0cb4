// SPDX-License-Identifier: Apache-2.0
import StateClient

/// A round of sync in words.
struct RoundReport {
    /// The round.
    let round: SyncRound

    /// The round's fields, separated by tabs.
    var fields: String {
        let counts = [round.pushed, round.pulled, round.changed, round.conflicts, round.failed]
        return [
            String(round.number), Instant(round.startedAt).iso,
            Instant(round.endedAt).iso, round.outcome.rawValue,
            round.triggers.joined(separator: ","),
        ].joined(separator: "\t") + "\t"
            + counts.map(String.init).joined(separator: "\t") + "\t"
            + (round.error ?? "").visible
    }

    /// The result: `12 sent, 3 received, 1 conflict`, or the error.
    var result: String {
        if let error = round.error { return error.visible }
        var parts: [String] = []
        if round.pushed > 0 { parts.append("\(round.pushed) sent") }
        if round.pulled > 0 { parts.append("\(round.pulled) received") }
        if round.conflicts > 0 {
            parts.append(round.conflicts == 1 ? "1 conflict" : "\(round.conflicts) conflicts")
        }
        if round.failed > 0 { parts.append("\(round.failed) failed") }
        return parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
    }

    /// Returns the lines of a table of rounds, at most `width` wide.
    static func table(
        _ rounds: [RoundReport],
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        var table = Table(columns: [
            .init(heading: "ROUND", yields: 2), .init(heading: "WHEN"), .init(heading: "OUTCOME"),
            .init(heading: "WHY", flexible: true, yields: 1),
            .init(heading: "RESULT", flexible: true, comfort: 18),
        ])
        table.rows = rounds.map { report in
            [
                String(report.round.number), context.moment(report.round.startedAt).ago,
                report.round.outcome.rawValue, report.round.triggers.joined(separator: ", "),
                report.result,
            ]
        }
        return table.lines(width: width, style: style)
    }
}
