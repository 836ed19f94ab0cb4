internal import StateModel

/// How a new row takes its place after an item's head: what becomes history, what is dropped.
///
/// A row links to the newest older value that is kept, and to the newest snapshot put aside
/// while the value before it stood. So the history is read by following links, and a row to
/// which nothing links, and which is no head, is garbage the moment it is displaced.
package struct Succession: Sendable, Equatable {
    /// The record of the new row.
    package var record: ItemRecord
    /// The displaced row, if nobody will need it any more.
    package var garbage: Int?

    /// What a row of `kind` with `record`, which has no past yet, is once it follows `head`.
    ///
    /// - Parameters:
    ///   - record: the value written or, with kinds that remove, the value removed.
    ///   - kind: what the row says.
    ///   - head: the item's newest state; nil: there is none.
    ///   - keeps: the value displaced goes to the history, whatever it was.
    ///   - now: trusted time.
    package init(
        _ record: ItemRecord,
        kind: RowKind,
        after head: Head?,
        keeps: Bool = false,
        now: Int
    ) {
        self.record = record
        guard let head else {
            self.record.standingDelta = kind.isLive ? 1 : 0
            self.record.ordinal = kind.isLive || kind.isAside ? 1 : 0
            return
        }
        self.record.ordinal = head.ordinal + (kind.isLive || kind.isAside ? 1 : 0)
        if kind.isAside {
            self.record.aside = head.newestAside
        } else if head.kind.isLive {
            displace(head, kind: kind, keeps: keeps, now: now)
        } else {
            follow(ended: head, kind: kind)
        }
    }

    private mutating func displace(_ head: Head, kind: RowKind, keeps: Bool, now: Int) {
        let old = head.record
        record.standingDelta = kind.isLive ? 0 : -1
        if kind.isLive, record.point.expiresAt > now, let expiry = head.expired(at: now) {
            // Its time was up, though nobody had written that down yet.
            record.link = Link(sequence: head.sequence, ending: .expired, endedAt: expiry)
            record.aside = head.aside
        } else if keeps || Self.keeps(head, before: record, kind: kind) {
            record.link = Link(
                sequence: head.sequence,
                ending: Self.ending(by: kind),
                endedAt: kind == .expired ? min(now, old.point.expiresAt) : now
            )
            record.aside = head.aside
        } else {
            record.link = old.link
            record.aside = old.aside
            record.since = old.since
            record.ordinal = old.ordinal
            garbage = head.sequence
        }
    }

    private mutating func follow(ended head: Head, kind: RowKind) {
        record.standingDelta = kind.isLive ? 1 : 0
        record.aside = head.newestAside
        record.link = head.record.link
        // A head that was itself put aside is the oldest of what came aside.
        if !head.kind.isAside { garbage = head.sequence }
    }

    private static func keeps(_ head: Head, before record: ItemRecord, kind: RowKind) -> Bool {
        switch kind {
        case .cleared, .expired: true
        case .renewed: head.aside != nil
        // A restart changes the status alone; Undo must itself be undone by Undo.
        case .restored: head.aside != nil || !record.interrupted
        default:
            head.aside != nil || head.record.device != record.device
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
