// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// The present value of a key in words.
struct ValueReport: TableEntry {
    /// The event that is the value.
    let event: StoredEvent

    /// The topic, the key, the time, the device, the ID and the body, which is last because it is long.
    var fields: [String] {
        [
            event.topic.visible, (event.key ?? "").visible, Instant(event.at).iso,
            event.origin.visible, event.id.visible, EventReport(event: event).flatBody,
        ]
    }

    /// The columns of the table.
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
