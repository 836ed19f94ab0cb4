// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

/// The state of a document, which decides whether a push is accepted and which place a reply
/// contains.
///
/// A push does not contain its time. After being offline, an e-reader sends its own places before
/// it reads those of other devices, so the last push may be the oldest.
package struct ReaderShelf: Equatable, Sendable {
    package var point: ResumePoint?
    package var rows: [ReaderRow] = []
    /// The place that was last sent to the client; `nil` if there is none.
    package var pulled: ReadingPlace?

    package init() {}

    /// The time, in milliseconds, after which continued reading at an earlier place than that of
    /// another device counts as intended.
    private static let meant = 60_000
    /// The maximum pause within continuous reading, in milliseconds.
    private static let pause = 6 * 3_600_000

    /// Returns `nil` if a push is accepted, otherwise the start of the series of places that are
    /// not.
    package func behind(_ push: ReaderPush, now: Timestamp) -> ReaderRow.Behind? {
        guard let point, let furthest = point.share else { return nil }
        let row = rows.first { $0.device == push.device }
        if let row, row.behind == nil,
            row.reading == point.reading || row.displaced?.isSame(as: point) ?? false
        {
            return nil
        }
        let beginning = ReaderRow.Behind(at: now, fraction: push.fraction)
        // A book that was only opened on a device does not replace another device's place.
        if push.fraction == 0 { return beginning }
        let isSeen = pulled != nil && pulled == point.reading
        if push.fraction >= furthest || isSeen { return nil }
        // Another program may have stored a row with an arbitrary time.
        guard let row, let behind = row.behind, now - row.at <= Self.pause, behind.at <= now,
            push.fraction >= behind.fraction
        else { return beginning }
        let readsOn = push.fraction > behind.fraction && now - behind.at >= Self.meant
        return readsOn ? nil : behind
    }

    /// Returns the snapshot for a push; unless the push is accepted, the snapshot expires
    /// immediately, and is visible only in the history.
    package func snapshot(of push: ReaderPush, _ row: ReaderRow) -> Snapshot {
        let isBehind = row.behind != nil
        return Snapshot(
            item: Self.item(push.document),
            player: "kosync",
            status: .paused,
            position: 0,
            title: push.title,
            // An accepted push changes the known place on purpose, like a seek.
            cause: point == nil ? nil : .seek,
            at: isBehind ? min(row.at, point?.at ?? row.at) - Self.meant : nil,
            ttl: isBehind ? 1 : nil,
            reading: push.reading
        )
    }

    package static func item(_ document: String) -> String { "kosync:" + document }

    /// Returns the body of the reply to an e-reader, with the place of the resume point; empty if
    /// there is none.
    package func reply(of document: String) -> JSONValue {
        guard let point, let place = point.reading, let fraction = place.fraction,
            let locator = place.locator
        else { return .object([]) }
        let row = rows.filter { $0.reading == place }.max { $0.at < $1.at }
        return .members([
            "document": .string(document), "percentage": .double(fraction),
            "progress": .string(locator),
            // An e-reader ignores its own places, so a restored one must appear to come from
            // another device.
            "device": .string(row?.device.name ?? point.device),
            "device_id": row?.device.id.map { .string($0) },
            "timestamp": .int(point.at.rawValue / 1_000),
        ])
    }
}
