internal import StateModel

// The succession of rows: what becomes history and what is dropped after a new row.
//
// A row links to the newest older value that is kept, and to the newest history-only snapshot from
// the time in which the value before it was current. The history is therefore read by following
// links. A row that no link reaches, and that is not an item's newest state, is garbage from the
// moment it is displaced.
extension ItemRecord {
    /// Completes a record without a past with the past of a row of `kind` after `head`.
    ///
    /// - Parameters:
    ///   - head: the item's newest state; `nil` if there is none.
    ///   - kind: the kind of the row; for kinds that remove, the record is the value removed.
    ///   - keeps: true to keep the displaced value in the history in any case.
    ///   - now: trusted time, in milliseconds since 1970.
    /// - Returns: the displaced row, if nothing will need it any more.
    mutating func succeed(
        _ head: ItemState?,
        as kind: RowKind,
        keeps: Bool = false,
        now: Int
    ) -> Int? {
        let isValue = kind.isLive || kind.isHistoryOnly
        guard let head else {
            standingDelta = kind.isLive ? 1 : 0
            ordinal = isValue ? 1 : 0
            return nil
        }
        ordinal = head.ordinal + (isValue ? 1 : 0)
        if kind.isHistoryOnly {
            historyOnly = head.newestHistoryOnly
            return nil
        }
        guard head.kind.isLive else { return follow(ended: head, kind: kind) }
        return displace(head, kind: kind, keeps: keeps, now: now)
    }

    private mutating func displace(_ head: ItemState, kind: RowKind, keeps: Bool, now: Int) -> Int?
    {
        standingDelta = kind.isLive ? 0 : -1
        if kind.isLive, point.expiresAt > now, let expiry = head.expired(at: now) {
            // The point had expired, though no row recorded that yet.
            link = Link(sequence: head.sequence, ending: .expired, endedAt: expiry)
            historyOnly = head.historyOnly
            return nil
        }
        if keeps || Self.keeps(head, before: self, kind: kind) {
            link = Link(
                sequence: head.sequence,
                ending: Self.ending(by: kind),
                endedAt: kind == .expired ? min(now, head.record.point.expiresAt) : now
            )
            historyOnly = head.historyOnly
            return nil
        }
        link = head.record.link
        historyOnly = head.record.historyOnly
        since = head.record.since
        ordinal = head.record.ordinal
        return head.sequence
    }

    private mutating func follow(ended head: ItemState, kind: RowKind) -> Int? {
        standingDelta = kind.isLive ? 1 : 0
        historyOnly = head.newestHistoryOnly
        link = head.record.link
        // A head that is itself history only is the oldest of the history-only rows.
        return head.kind.isHistoryOnly ? nil : head.sequence
    }

    private static func keeps(_ head: ItemState, before record: ItemRecord, kind: RowKind) -> Bool {
        switch kind {
        case .cleared, .expired: true
        case .renewed: head.historyOnly != nil
        // A restart changes only the status. Undo must itself be revertible by Undo.
        case .restored: head.historyOnly != nil || !record.interrupted
        default:
            head.historyOnly != nil || head.record.device != record.device
                || HistoryRule.keeps(
                    head.record.point,
                    before: record.point,
                    since: head.record.since
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
