// SPDX-License-Identifier: Apache-2.0
import StateClient

extension SyncRound: TableEntry {
    static let columns: [Table.Column] = [
        .init(heading: "ROUND", yields: 2), .init(heading: "WHEN"), .init(heading: "OUTCOME"),
        .init(heading: "WHY", flexible: true, yields: 1),
        .init(heading: "RESULT", flexible: true, comfort: 18),
    ]

    func cells(from context: TimeContext) -> [String] {
        [
            String(number), context.moment(startedAt).ago, outcome.rawValue,
            triggers.joined(separator: ", "), result,
        ]
    }

    var fields: [String] {
        [
            String(number), Instant(startedAt).iso, Instant(endedAt).iso, outcome.rawValue,
            triggers.joined(separator: ","),
        ] + [pushed, pulled, changed, conflicts, failed].map(String.init) + [error?.visible ?? ""]
    }

    private var result: String {
        if let error { return error.visible }
        let counts = [
            (pushed, "\(pushed) sent"), (pulled, "\(pulled) received"),
            (conflicts, HealthReport.count(conflicts, "conflict")), (failed, "\(failed) failed"),
        ]
        let known = counts.filter { $0.0 > 0 }.map(\.1)
        return known.isEmpty ? "nothing new" : known.joined(separator: ", ")
    }
}
