// SPDX-License-Identifier: Apache-2.0
package import StateModel

struct EventSweep: Equatable {
    /// The sequence number of the last event examined.
    var hand = SequenceNumber.start
    /// The trusted time of the next pass; `nil` if no event needs one.
    private(set) var due: Timestamp?
    /// The earliest time at which an event that the current pass has kept must be examined again.
    private var next: Timestamp?
    /// The time before which no pass may begin.
    private var notBefore = Timestamp.epoch

    /// The minimum time between two passes, in milliseconds.
    private static let pauseMilliseconds = 60_000

    /// Creates a schedule; a pass is due if there are events.
    init(of statistics: EventStatistics = EventStatistics()) {
        due = statistics.held > 0 ? .epoch : nil
    }

    /// Schedules a pass for an event that was appended at `time`; `retention` is in milliseconds.
    mutating func noteEvent(at time: Timestamp, kept retention: Int) {
        due = min(due ?? .max, time + retention)
    }

    /// Schedules a pass because an event was synced or displaced, and may no longer be needed.
    mutating func noteDispensable() {
        due = min(due ?? .max, notBefore)
        next = .epoch
    }

    func isDue(at now: Timestamp, kept retention: Int) -> Bool {
        guard let due else { return false }
        // A clock that was set back must not keep all events until it has caught up.
        return due <= now || due > now + retention + Self.pauseMilliseconds
    }

    enum Fate {
        case drops
        case stays
        /// The event and all later ones are kept, and the pass ends.
        case ends
    }

    mutating func judge(_ event: EventTable.Brief, now: Timestamp, _ options: Store.Options) -> Fate
    {
        guard event.time > now - options.settings.eventRetentionMilliseconds else {
            // Tombstones and ranks are only needed for other devices.
            let syncs = options.settings.syncs
            var isKept = event.standing.map { !$0.isTombstone || syncs } ?? false
            let isLasting = syncs && event.standing?.isLasting == true
            let topic = isKept && !isLasting ? options.settings.topics[event.topic] : nil
            if let end = topic?.end(of: event.at, arrivedAt: event.time) {
                isKept = end > now
                // A wrong clock may have set a time far in the future.
                let check = min(end, now + options.settings.eventRetentionMilliseconds)
                if isKept { next = min(next ?? check, check) }
            }
            let isAwaited = !event.isSynced && options.settings.keepsUnsyncedEvents
            return isKept || isAwaited ? .stays : .drops
        }
        let end = event.time + options.settings.eventRetentionMilliseconds
        next = min(next ?? end, end)
        // An event with a time in the future was appended before the clock was corrected, so older
        // events may follow.
        return event.time > now ? .stays : .ends
    }

    mutating func end(at now: Timestamp, kept retention: Int) {
        notBefore = now + min(Self.pauseMilliseconds, retention)
        due = next.map { max($0, notBefore) }
        next = nil
        hand = .start
    }
}

extension TopicSettings {
    func end(of at: Timestamp, arrivedAt time: Timestamp) -> Timestamp? {
        keepMilliseconds.map { min(at, time) + $0 }
    }
}

extension EventLog {
    /// The trusted time of the next pass over the events; `nil` if no event needs one.
    package var nextSweep: Timestamp? { progress.due }

    /// Schedules another pass after the settings have changed.
    package func review() {
        progress = EventSweep(of: log.statistics.events)
    }

    /// The maximum number of events examined in one slice of a pass.
    private static let sweepSlice = 128
    /// The approximate maximum size of the events removed in one slice, in bytes.
    private static let sweepBytes = 512 << 10

    /// Examines a slice of the events if a pass is due, and removes those that need not be kept.
    ///
    /// Does nothing while there are uncommitted writes. After an error, call ``Store/reopen()``
    /// before you use the store again.
    ///
    /// - Returns: True if another slice is due.
    package func sweep(now: Timestamp) throws(StoreError) -> Bool {
        let retention = log.options.settings.eventRetentionMilliseconds
        guard !log.isDirty, progress.isDue(at: now, kept: retention) else { return false }
        let events = try log.tables.events.briefs(after: progress.hand, limit: Self.sweepSlice)
        var sweep = progress
        let (dropped, isOver) = judge(events, with: &sweep, now: now)
        try drop(events: dropped)
        if isOver { sweep.end(at: now, kept: retention) }
        progress = sweep
        return !isOver
    }

    private func judge(
        _ events: [EventTable.Brief],
        with sweep: inout EventSweep,
        now: Timestamp
    ) -> (dropped: [EventTable.Brief], isOver: Bool) {
        var dropped: [EventTable.Brief] = []
        var bytes = 0
        for event in events {
            switch sweep.judge(event, now: now, log.options) {
            case .ends: return (dropped, true)
            case .stays: break
            case .drops:
                dropped.append(event)
                bytes += event.bytes
            }
            sweep.hand = event.sequence
            if bytes > Self.sweepBytes { return (dropped, false) }
        }
        return (dropped, events.count < Self.sweepSlice)
    }

    /// Removes events, and remembers their IDs forever.
    ///
    /// Whenever a remote is read again, even one that this store joins later, it may deliver the
    /// events again.
    private func drop(events dropped: [EventTable.Brief]) throws(StoreError) {
        guard let newest = dropped.last?.sequence else { return }
        var after = log.statistics.events
        after.held -= dropped.count
        after.compacted = max(after.compacted, newest)
        try log.tables.unsynced { () throws(StoreError) in
            for event in dropped {
                try log.tables.sync.remember(event: event.id)
                try log.tables.events.drop(event.sequence)
                if event.standing != nil { after.keys -= 1 }
            }
            try log.meta.set(.eventsDropped, after.last.rawValue - after.held)
            try log.meta.set(.eventsCompacted, after.compacted)
        }
        log.statistics.events = after
    }
}
