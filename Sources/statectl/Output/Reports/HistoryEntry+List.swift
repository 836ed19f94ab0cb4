// SPDX-License-Identifier: Apache-2.0
import StateModel

extension HistoryEntry: TableEntry {
    static let columns: [Table.Column] = [
        .init(heading: "REVISION", right: true), .init(heading: "POSITION", right: true),
        .init(heading: "PLAYER", flexible: true, yields: 3),
        .init(heading: "DEVICE", flexible: true, yields: 2), .init(heading: "OBSERVED"),
        .init(heading: "ENDED", yields: 1), .init(heading: "HOW", flexible: true),
    ]

    func cells(from context: TimeContext) -> [String] {
        [
            revision.description, PointReport.clock(of: point), point.player.visible,
            point.device.visible, context.moment(point.at).ago, context.moment(endedAt).ago, how,
        ]
    }

    var fields: [String] {
        [
            revision.description,
            PointReport.plain(point.position, fraction: point.onlyFraction), point.player.visible,
            point.device.visible, Instant(point.at).iso, Instant(endedAt).iso, endingName,
            reason?.visible ?? "",
        ]
    }

    private var how: String {
        guard let reason, !reason.isEmpty else { return endingName }
        return "\(endingName): \(reason.visible)"
    }
}
