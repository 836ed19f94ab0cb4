internal import StateModel

// How a new row takes its place after an item's head: what becomes history, what is dropped.
//
// A row links to the newest older value that is kept, and to the newest snapshot put aside
// while the value before it stood. So the history is read by following links, and a row to
// which nothing links, and which is no head, is garbage the moment it is displaced.
extension ItemRecord {
    /// Gives a record that has no past yet the one that a row of `kind` after `head` has.
    ///
    /// - Parameters:
    ///   - head: the item's newest state; nil: there is none.
    ///   - kind: what the row says; with kinds that remove, this is the value removed.
    ///   - keeps: the value displaced goes to the history, whatever it was.
    ///   - now: trusted time.
    /// - Returns: the displaced row, if nobody will need it any more.
    mutating func succeed(_ head: Head?, as kind: RowKind, keeps: Bool = false, now: Int) -> Int? {
        let isValue = kind.isLive || kind.isAside
        guard let head else {
            standingDelta = kind.isLive ? 1 : 0
            ordinal = isValue ? 1 : 0
            return nil
        }
        ordinal = head.ordinal + (isValue ? 1 : 0)
        if kind.isAside {
            aside = head.newestAside
            return nil
        }
        guard head.kind.isLive else { return follow(ended: head, kind: kind) }
        return displace(head, kind: kind, keeps: keeps, now: now)
    }

    private mutating func displace(_ head: Head, kind: RowKind, keeps: Bool, now: Int) -> Int? {
        standingDelta = kind.isLive ? 0 : -1
        if kind.isLive, point.expiresAt > now, let expiry = head.expired(at: now) {
            // Its time was up, though nobody had written that down yet.
            link = Link(sequence: head.sequence, ending: .expired, endedAt: expiry)
            aside = head.aside
            return nil
        }
        if keeps || Self.keeps(head, before: self, kind: kind) {
            link = Link(
                sequence: head.sequence,
                ending: Self.ending(by: kind),
                endedAt: kind == .expired ? min(now, head.record.point.expiresAt) : now
            )
            aside = head.aside
            return nil
        }
        link = head.record.link
        aside = head.record.aside
        since = head.record.since
        ordinal = head.record.ordinal
        return head.sequence
    }

    private mutating func follow(ended head: Head, kind: RowKind) -> Int? {
        standingDelta = kind.isLive ? 1 : 0
        aside = head.newestAside
        link = head.record.link
        // A head that was itself put aside is the oldest of what came aside.
        return head.kind.isAside ? nil : head.sequence
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
