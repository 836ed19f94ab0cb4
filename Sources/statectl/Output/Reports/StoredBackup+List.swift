// SPDX-License-Identifier: Apache-2.0
import StateClient

extension StoredBackup: TableEntry {
    static let columns: [Table.Column] = [
        .init(heading: "NAME", flexible: true, comfort: 14), .init(heading: "KIND", yields: 3),
        .init(heading: "AGE"), .init(heading: "POINTS", right: true),
        .init(heading: "EVENTS", right: true, yields: 1),
        .init(heading: "SIZE", right: true, yields: 2), .init(heading: "STATE", flexible: true),
    ]

    func cells(from context: TimeContext) -> [String] {
        [
            name.visible, origin, context.moment(madeAt).ago, points.map(String.init) ?? "?",
            events.map(String.init) ?? "?", HealthReport.size(bytes), good ? "good" : fault,
        ]
    }

    var fields: [String] {
        [
            name.visible, kind.rawValue, Instant(madeAt).iso, points.map(String.init) ?? "",
            events.map(String.init) ?? "", String(bytes), good ? "" : fault,
        ]
    }

    func sentence(from context: TimeContext) -> String {
        let count = HealthReport.count(points ?? 0, "resume point")
        return "“\(name.visible)” (\(origin), \(context.moment(madeAt).ago), \(count))"
    }

    private var fault: String { problem.map { $0.visible } ?? "damaged" }

    private var origin: String {
        switch kind {
        case .automatic: "automatic"
        case .manual: "by hand"
        case .damaged: "damaged store"
        case .replaced: "former store"
        case .foreign: "other file"
        }
    }
}
