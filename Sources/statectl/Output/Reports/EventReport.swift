// SPDX-License-Identifier: Apache-2.0
import StateClient

struct EventReport: TableEntry {
    let event: StoredEvent

    /// Returns the event as a line, such as `08:40:12    17  score.entered  desk  {"points":7}`.
    ///
    /// The line is at most `width` columns wide, unless the terminal is very narrow.
    func line(from context: TimeContext, width: Int, style: Style) -> String {
        let time = TextWidth.left(context.moment(event.at).timeOrDate, 10)
        let start = [time, event.sequence.description, event.topic.visible, event.origin.visible]
        let room = start.reduce(width) { $0 - TextWidth.of($1) - 2 }
        // On a very narrow terminal, the line is longer and wraps.
        let body = TextWidth.cut(keyAndBody, to: max(room, 8))
        return [
            style.faint(start[0]), start[1], style.strong(start[2]), style.faint(start[3]), body,
        ]
        .joined(separator: "  ")
    }

    var fields: [String] {
        [
            event.sequence.description, Instant(event.at).iso, event.topic.visible,
            event.origin.visible, event.state.rawValue, event.id.visible, flatBody,
            (event.key ?? "").visible, event.isCleared ? "cleared" : "",
        ] + (event.isLost ? ["lost"] : [])
    }

    static let columns: [Table.Column] = [
        .init(heading: "NUMBER", right: true), .init(heading: "WHEN"), .init(heading: "TOPIC"),
        .init(heading: "DEVICE", yields: 2), .init(heading: "STATE", yields: 1),
        .init(heading: "BODY", flexible: true, comfort: 12),
    ]

    func cells(from context: TimeContext) -> [String] {
        [
            event.sequence.description, context.moment(event.at).ago, event.topic.visible,
            event.origin.visible, event.state.rawValue, keyAndBody,
        ]
    }

    static func sentence(_ reply: Events.Append.Reply, topic: String) -> String {
        reply.duplicate
            ? "already stored as event \(reply.sequence)"
            : "appended \(topic.visible) as event \(reply.sequence)"
    }

    var keyAndBody: String {
        guard let key = event.key else { return flatBody }
        let body = event.isCleared ? "cleared" : flatBody
        return "\(key.visible)  \(event.isLost ? "lost  " : "")\(body)"
    }

    var flatBody: String { RawJSON.flat(event.body.utf8) }
}

struct ValueReport: TableEntry {
    let event: StoredEvent

    /// The fields for programs; the body is the last, because it may be long.
    var fields: [String] {
        [
            event.topic.visible, (event.key ?? "").visible, Instant(event.at).iso,
            event.origin.visible, event.id.visible, EventReport(event: event).flatBody,
        ]
    }

    static let columns: [Table.Column] = [
        .init(heading: "TOPIC", yields: 1), .init(heading: "KEY"), .init(heading: "WHEN"),
        .init(heading: "DEVICE", yields: 2), .init(heading: "BODY", flexible: true, comfort: 12),
    ]

    func cells(from context: TimeContext) -> [String] {
        [
            event.topic.visible, (event.key ?? "").visible, context.moment(event.at).ago,
            event.origin.visible, EventReport(event: event).flatBody,
        ]
    }
}
