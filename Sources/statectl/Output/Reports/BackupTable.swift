// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// A table of the copies of the store, for a person or as fields for a program.
struct BackupTable {
    /// The time context.
    let context: TimeContext

    /// Returns the lines of a table, at most `width` wide.
    func lines(_ copies: [StoredBackup], width: Int, style: Style) -> [String] {
        var table = Table(columns: [
            .init(heading: "NAME", flexible: true, comfort: 14),
            .init(heading: "KIND", yields: 3), .init(heading: "AGE"),
            .init(heading: "POINTS", right: true), .init(heading: "EVENTS", right: true, yields: 1),
            .init(heading: "SIZE", right: true, yields: 2),
            .init(heading: "STATE", flexible: true),
        ])
        table.rows = copies.map { copy in
            [
                copy.name.visible, Self.kind(copy.kind), context.moment(copy.madeAt).ago,
                copy.points.map(String.init) ?? "?", copy.events.map(String.init) ?? "?",
                HealthReport.size(copy.bytes), copy.good ? "good" : Self.problem(copy),
            ]
        }
        return table.lines(width: width, style: style)
    }

    /// Returns one copy's fields, separated by tabs.
    ///
    /// Name, kind, the time at which it was made, points, events, bytes and its problem; unknown
    /// values are empty.
    static func fields(_ copy: StoredBackup) -> String {
        [
            copy.name.visible, copy.kind.rawValue, Instant(copy.madeAt).iso,
            copy.points.map(String.init) ?? "", copy.events.map(String.init) ?? "",
            String(copy.bytes), copy.good ? "" : problem(copy),
        ].joined(separator: "\t")
    }

    /// Returns a description: `“before-upgrade” (by hand, 2 h ago, 12 resume points)`.
    func sentence(_ copy: StoredBackup) -> String {
        let points = HealthReport.count(copy.points ?? 0, "resume point")
        let age = context.moment(copy.madeAt).ago
        return "“\(copy.name.visible)” (\(Self.kind(copy.kind)), \(age), \(points))"
    }

    private static func problem(_ copy: StoredBackup) -> String {
        copy.problem.map { $0.visible } ?? "damaged"
    }

    private static func kind(_ kind: StoredBackup.Kind) -> String {
        switch kind {
        case .automatic: "automatic"
        case .manual: "by hand"
        case .damaged: "damaged store"
        case .replaced: "former store"
        case .foreign: "other file"
        }
    }
}
