// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The newest state of an item: the row that produced it, and a link to history-only rows added
/// since.
///
/// Item states are immutable objects that all readers share. As a struct, a state would take about
/// 300 bytes, and each lookup would retain and release four strings.
package final class ItemState: Sendable {
    package let id: ItemID
    package let sequence: SequenceNumber
    package let revision: Revision
    package let kind: RowKind
    package let key: OrderKey
    package let time: Timestamp
    package let record: ItemRecord
    /// The newest history-only row that was added after the row of this state, if any.
    package let historyOnly: SequenceNumber?
    /// The highest ordinal assigned to a value of the item.
    package let ordinal: Int
    /// The time at which the expiry schedule checks the item next: its expiry or earlier.
    ///
    /// `nil` if the schedule may have no entry for the item.
    package let due: Timestamp?

    /// Creates the item state that a row produces; `nil` if the row is not about an item.
    ///
    /// Without `ordinal`, the state has that of the row.
    package convenience init?(
        _ row: LogRow,
        historyOnly: SequenceNumber? = nil,
        ordinal: Int? = nil,
        due: Timestamp? = nil
    ) {
        guard case .item(let record) = row.body else { return nil }
        self.init(
            id: row.id,
            sequence: row.sequence,
            revision: row.revision,
            kind: row.kind,
            key: row.key,
            time: row.time,
            record: record,
            historyOnly: historyOnly,
            ordinal: ordinal,
            due: due
        )
    }

    init(
        id: ItemID,
        sequence: SequenceNumber,
        revision: Revision,
        kind: RowKind,
        key: OrderKey,
        time: Timestamp,
        record: consuming ItemRecord,
        historyOnly: SequenceNumber? = nil,
        ordinal: Int? = nil,
        due: Timestamp?
    ) {
        self.id = id
        self.sequence = sequence
        self.revision = revision
        self.kind = kind
        self.key = key
        self.time = time
        self.historyOnly = historyOnly
        self.ordinal = ordinal ?? record.ordinal
        self.due = due
        self.record = record
    }

    private func copy(
        record: ItemRecord? = nil,
        historyOnly: SequenceNumber? = nil,
        ordinal: Int? = nil,
        due: Timestamp?
    ) -> ItemState {
        ItemState(
            id: id,
            sequence: sequence,
            revision: revision,
            kind: kind,
            key: key,
            time: time,
            record: record ?? self.record,
            historyOnly: historyOnly ?? self.historyOnly,
            ordinal: ordinal ?? self.ordinal,
            due: due
        )
    }

    func noting(historyOnly row: ItemState) -> ItemState {
        copy(historyOnly: row.sequence, ordinal: row.record.ordinal, due: due)
    }

    func noting(due: Timestamp?) -> ItemState { due == self.due ? self : copy(due: due) }

    func holding(_ record: ItemRecord) -> ItemState { copy(record: record, due: due) }

    /// The newest history-only row since the last resume point was written, if any.
    package var newestHistoryOnly: SequenceNumber? {
        historyOnly ?? (kind.isHistoryOnly ? sequence : kind.isLive ? nil : record.historyOnly)
    }

    var offset: Int { Revision(sequence) - revision }

    /// The state as stored in the column `state` of the table `head`.
    var column: Int { kind.isLive ? 1 : kind == .cleared ? 0 : 2 }

    var plays: Bool { kind.isLive && record.point.status == .playing }

    package func isLive(at now: Timestamp) -> Bool {
        kind.isLive && record.point.expiresAt > now
    }

    package func livePoint(at now: Timestamp) -> ResumePoint? {
        isLive(at: now) ? record.point : nil
    }

    /// Returns the time at which the resume point expired; `nil` if it has not expired at `now`, or
    /// was removed before.
    package func expired(at now: Timestamp) -> Timestamp? {
        switch kind {
        case .saved, .restored, .renewed, .expired, .archived, .merged, .joined, .lost,
            .inherited:
            record.point.expiresAt <= now ? record.point.expiresAt : nil
        case .cleared, .quarantined, .player, .alert, .aliased: nil
        }
    }
}

extension ItemState: Equatable {
    package static func == (one: ItemState, other: ItemState) -> Bool {
        one === other
            || one.id == other.id && one.sequence == other.sequence
                && one.revision == other.revision && one.kind == other.kind
                && one.key == other.key && one.time == other.time && one.record == other.record
                && one.historyOnly == other.historyOnly && one.ordinal == other.ordinal
                && one.due == other.due
    }
}
