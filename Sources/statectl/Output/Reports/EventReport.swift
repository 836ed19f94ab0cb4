// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// An event as text.
struct EventReport: TableEntry {
    let event: StoredEvent

    /// Returns the event as a line, such as `08:40:12    17  score.entered  desk  {"points":7}`.
    ///
    /// The line has at most `width` columns.
    func line(from context: TimeContext, width: Int, style: Style) -> String {
        let time = TextWidth.left(context.moment(event.at).timeOrDate, 10)
        let start = [time, event.sequence.description, event.topic.visible, event.origin.visible]
        let room = start.reduce(width) { $0 - TextWidth.of($1) - 2 }
        // On a narrow terminal, the line may be longer, and is wrapped.
        let body = TextWidth.cut(keyAndBody, to: max(room, 8))
        return [
            style.faint(start[0]), start[1], style.strong(start[2]), style.faint(start[3]), body,
        ]
        .joined(separator: "  ")
    }

    /// Number, time, topic, device, state, ID, body, key, and `cleared` if the event clears its
    /// key.
    var fields: [String] {
        [
            event.sequence.description, Instant(event.at).iso, event.topic.visible,
            event.origin.visible, event.state.rawValue, event.id.visible, flatBody,
            (event.key ?? "").visible, event.isCleared ? "cleared" : "",
        ]
    }

    static let columns: [Table.Column] = [
        .init(heading: "NUMBER", right: true), .init(heading: "WHEN"), .init(heading: "TOPIC"),
        .init(heading: "DEVICE", yields: 2), .init(heading: "STATE", yields: 1),
        .init(heading: "BODY", flexible: true, comfort: 12),
    ]

    /// Returns the number, the age, the topic, the device, the state and the body.
    func cells(from context: TimeContext) -> [String] {
        [
            event.sequence.description, context.moment(event.at).ago, event.topic.visible,
            event.origin.visible, event.state.rawValue, keyAndBody,
        ]
    }

    /// Returns a sentence about the result of appending, such as
    /// `appended score.entered as event 17`.
    static func sentence(_ reply: Events.Append.Reply, topic: String) -> String {
        reply.duplicate
            ? "already stored as event \(reply.sequence)"
            : "appended \(topic.visible) as event \(reply.sequence)"
    }

    /// The key, if any, followed by the body or `cleared`.
    var keyAndBody: String {
        guard let key = event.key else { return flatBody }
        return "\(key.visible)  \(event.isCleared ? "cleared" : flatBody)"
    }

    /// The body on one line; JSON contains line breaks and tabs only between tokens.
    var flatBody: String { RawJSON.flat(event.body.utf8) }
}

/// The present value of a key as text.
struct ValueReport: TableEntry {
    /// The event that contains the value.
    let event: StoredEvent

    /// Topic, key, time, device, ID and body; the body is last because it is long.
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

    /// Returns the topic, the key, the age, the device and the body.
    func cells(from context: TimeContext) -> [String] {
        [
            event.topic.visible, (event.key ?? "").visible, context.moment(event.at).ago,
            event.origin.visible, EventReport(event: event).flatBody,
        ]
    }
}
