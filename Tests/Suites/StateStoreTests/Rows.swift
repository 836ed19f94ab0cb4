// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel

@testable import StateStore

/// Rows as a test needs them, most of their members being of no account there.
enum Rows {
    /// A value of `item`, observed at `at`, that lives for a day.
    static func record(
        _ item: String = "film",
        _ position: Double = 100,
        by player: String = "mpv",
        at: Timestamp = 0,
        device: DeviceID = 1
    ) -> ItemRecord {
        let point = ResumePoint(
            item: item,
            player: player,
            status: .paused,
            position: position,
            duration: nil,
            title: nil,
            device: "",
            at: at,
            expiresAt: at + day,
            revision: 0
        )
        return ItemRecord(point: point, device: device)
    }

    /// A row about an item.
    static func row(
        _ sequence: SequenceNumber,
        _ kind: RowKind = .saved,
        id: ItemID = 1,
        _ record: ItemRecord = record()
    ) -> LogRow {
        LogRow(
            sequence: sequence,
            offset: 0,
            kind: kind,
            id: id,
            time: record.point.at,
            key: OrderKey(value: sequence.rawValue),
            body: .item(record)
        )
    }

    /// A row about a player.
    static func row(_ sequence: SequenceNumber, player: String, item: String?) -> LogRow {
        let record = PlayerRecord(
            name: player,
            item: item,
            playing: false,
            revision: Revision(sequence)
        )
        return LogRow(
            sequence: sequence,
            offset: 0,
            kind: .player,
            id: 0,
            time: 0,
            key: OrderKey(value: 0),
            body: .player(record)
        )
    }

    /// The state that a row makes of its item.
    static func state(
        _ row: LogRow,
        historyOnly: SequenceNumber? = nil,
        due: Timestamp? = nil
    ) -> ItemState? {
        ItemState(row, historyOnly: historyOnly, due: due)
    }
}
