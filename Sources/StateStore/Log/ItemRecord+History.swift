// SPDX-License-Identifier: Apache-2.0
internal import StateModel

// The rules that decide which rows of an item become history, and which are removed.
//
// A row links to the newest older value in the history, and to the newest history-only snapshot
// taken while the value before it was current. The history is read along these links. A displaced
// row that no link reaches is no longer needed.
extension ItemRecord {
    /// Sets the links and counts of a record that will follow `state` in a row of `kind`.
    ///
    /// In a row that removes a value, the record is the removed value. With `keeps`, the displaced
    /// value stays in the history unconditionally. Returns the displaced row, if it is no longer
    /// needed.
    mutating func succeed(
        _ state: ItemState?,
        as kind: RowKind,
        keeps: Bool = false,
        now: Timestamp
    ) -> SequenceNumber? {
        let isValue = kind.isLive || kind.isHistoryOnly
        playedMilliseconds = 0
        guard let state else {
            currentDelta = kind.isLive ? 1 : 0
            ordinal = isValue ? 1 : 0
            return nil
        }
        ordinal = state.ordinal + (isValue ? 1 : 0)
        if kind.isHistoryOnly {
            historyOnly = state.newestHistoryOnly
            return nil
        }
        guard state.kind.isLive else { return follow(ended: state, kind: kind) }
        return displace(state, kind: kind, keeps: keeps, now: now)
    }

    private mutating func displace(
        _ state: ItemState,
        kind: RowKind,
        keeps: Bool,
        now: Timestamp
    ) -> SequenceNumber? {
        currentDelta = kind.isLive ? 0 : -1
        // A renewed point is current: it only seems expired when the clock has been corrected.
        if kind.isLive, kind != .renewed, point.expiresAt > now, let expiry = state.expired(at: now)
        {
            // The point had expired, although no row recorded that yet.
            link = Link(sequence: state.sequence, ending: .expired, endedAt: expiry)
            historyOnly = state.historyOnly
            return nil
        }
        if kind == .saved, state.record.device == device {
            playedMilliseconds = PlayedRule.milliseconds(from: state.record.point, to: point)
        }
        if keeps || Self.keeps(state, before: self, kind: kind) {
            link = Link(
                sequence: state.sequence,
                ending: Self.ending(by: kind),
                isFinished: kind == .cleared && isOver,
                endedAt: kind == .expired ? min(now, state.record.point.expiresAt) : now
            )
            historyOnly = state.historyOnly
            return nil
        }
        link = state.record.link
        historyOnly = state.record.historyOnly
        since = state.record.since
        if kind == .renewed { since += point.at - state.record.point.at }
        playedMilliseconds += state.record.playedMilliseconds
        ordinal = state.record.ordinal
        return state.sequence
    }

    private mutating func follow(ended state: ItemState, kind: RowKind) -> SequenceNumber? {
        currentDelta = kind.isLive ? 1 : 0
        historyOnly = state.newestHistoryOnly
        link = state.record.link
        // If the state itself is history only, it is the oldest of the history-only rows.
        return state.kind.isHistoryOnly ? nil : state.sequence
    }

    private static func keeps(_ state: ItemState, before record: ItemRecord, kind: RowKind) -> Bool
    {
        switch kind {
        case .cleared, .expired: return true
        case .renewed: return state.historyOnly != nil
        // A restart changes only the status, and a repeated undo not even that. It must be possible
        // to undo an undo.
        case .restored:
            let (old, new) = (state.record.point, record.point)
            let isElsewhere = old.position != new.position || old.reading != new.reading
            return state.historyOnly != nil || !record.interrupted && isElsewhere
        default:
            return state.historyOnly != nil
                || HistoryRule.keeps(
                    state.record.point,
                    before: record.point,
                    isOtherDevice: state.record.device != record.device,
                    since: state.record.since
                )
        }
    }

    private static func ending(by kind: RowKind) -> Ending {
        switch kind {
        case .cleared: .cleared
        case .expired: .expired
        default: .replaced
        }
    }
}
