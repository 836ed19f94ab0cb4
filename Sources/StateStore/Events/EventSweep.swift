// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The schedule and progress of the compaction of events past retention.
struct EventSweep: Equatable {
    /// The last event examined.
    var hand = SequenceNumber.start
    /// The time of the next pass on the trusted clock; `nil` if there is nothing to examine.
    private(set) var due: Timestamp?
    /// The time at which the next pass is due according to this one; `nil` if it kept no event yet.
    private var next: Timestamp?
    /// The earliest time of the next pass.
    private var notBefore = Timestamp.epoch

    /// The minimum pause between two passes, in milliseconds.
    private static let pauseMilliseconds = 60_000

    /// Creates a schedule from the number of held events; if there are any, a pass is due.
    init(of statistics: EventStatistics = EventStatistics()) {
        due = statistics.held > 0 ? .epoch : nil
    }

    /// Records that an event was appended at `time`.
    mutating func noteEvent(at time: Timestamp, kept retention: Int) {
        due = min(due ?? .max, time + retention)
    }

    /// Records that an event was synced or displaced, which may have ended its retention.
    mutating func noteDispensable() {
        due = min(due ?? .max, notBefore)
        next = .epoch
    }

    /// Returns true if a pass is due at `now`.
    func isDue(at now: Timestamp, kept retention: Int) -> Bool {
        guard let due else { return false }
        // A clock that was set back must not keep all events until it has caught up.
        return due <= now || due > now + retention + Self.pauseMilliseconds
    }

    /// The decision about an event.
    enum Fate {
        /// The event is dropped.
        case drops
        /// The event is kept.
        case stays
        /// The event is kept, and so are all events after it.
        case ends
    }

    /// Decides about one event.
    mutating func judge(_ event: EventTable.Brief, now: Timestamp, _ options: Store.Options) -> Fate
    {
        guard event.time > now - options.settings.eventRetentionMilliseconds else {
            // Tombstones and ranks matter only to other devices.
            let syncs = options.settings.syncs
            var isKept = event.standing.map { !$0.isTombstone || syncs } ?? false
            let isLasting = syncs && event.standing?.isLasting == true
            let topic = isKept && !isLasting ? options.settings.topics[event.topic] : nil
            if let end = topic?.end(of: event.at, arrivedAt: event.time) {
                isKept = end > now
                // A pass that is due much later counts as one that a wrong clock has set.
                let check = min(end, now + options.settings.eventRetentionMilliseconds)
                if isKept { next = min(next ?? check, check) }
            }
            let isAwaited = !event.isSynced && options.settings.keepsUnsyncedEvents
            return isKept || isAwaited ? .stays : .drops
        }
        let end = event.time + options.settings.eventRetentionMilliseconds
        next = min(next ?? end, end)
        // An event from the future was appended before the clock was corrected: older events
        // may follow.
        return event.time > now ? .stays : .ends
    }

    /// Ends a pass: every event that is old enough was examined.
    mutating func end(at now: Timestamp, kept retention: Int) {
        notBefore = now + min(Self.pauseMilliseconds, retention)
        due = next.map { max($0, notBefore) }
        next = nil
        hand = .start
    }
}

extension TopicSettings {
    /// Returns the time at which a present value ends; `nil` if it is kept without a limit.
    func end(of at: Timestamp, arrivedAt time: Timestamp) -> Timestamp? {
        keepMilliseconds.map { min(at, time) + $0 }
    }
}

extension EventLog {
    /// The time of the next pass over the events, on the trusted clock.
    ///
    /// `nil` if no event is held that could be past retention.
    package var nextSweep: Timestamp? { progress.due }

    /// Schedules a new pass over the events, because the rules for them have changed.
    package func review() {
        progress = EventSweep(of: log.statistics.events)
    }

    /// The number of events that one slice of a pass examines.
    private static let sweepSlice = 128
    /// The approximate size of the events that one slice drops, in bytes.
    private static let sweepBytes = 512 << 10

    /// Examines a slice of the events if a pass is due, and drops those past retention.
    ///
    /// There must be no uncommitted writes. On an error, call ``Store/reopen()`` before you use the
    /// store again.
    ///
    /// - Returns: true if another slice is due.
    package func sweep(now: Timestamp) throws(StoreError) -> Bool {
        let retention = log.options.settings.eventRetentionMilliseconds
        guard !log.isDirty, progress.isDue(at: now, kept: retention) else { return false }
        let events = try log.tables.events.briefs(after: progress.hand, limit: Self.sweepSlice)
        var sweep = progress
        let (dropped, isOver) = judge(events, with: &sweep, now: now)
        try drop(events: dropped, now: now)
        if isOver { sweep.end(at: now, kept: retention) }
        progress = sweep
        return !isOver
    }

    /// Returns the events to drop, and true if the pass is over with them.
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

    /// The time for which the ids of dropped events are remembered, in milliseconds.
    ///
    /// A remote that has lost its past may send those events again. Those with keys are remembered
    /// for good: a folder keeps the last value that each device gave a key.
    private static let idLifeMilliseconds = 31 * 86_400_000

    private func drop(events dropped: [EventTable.Brief], now: Timestamp) throws(StoreError) {
        guard let newest = dropped.last?.sequence else { return }
        var after = log.statistics.events
        after.held -= dropped.count
        after.compacted = max(after.compacted, newest)
        try log.tables.unsynced { () throws(StoreError) in
            for event in dropped {
                if log.options.settings.syncs {
                    let hasKey = try log.tables.events.hasKey(event.sequence)
                    try log.tables.sync.remember(event: event.id, now: hasKey ? .max : now)
                }
                try log.tables.events.drop(event.sequence)
                if event.standing != nil { after.keys -= 1 }
            }
            if log.options.settings.syncs {
                try log.tables.sync.forgetEvents(before: now - Self.idLifeMilliseconds)
            }
            try log.meta.set(.eventsDropped, after.last.rawValue - after.held)
            try log.meta.set(.eventsCompacted, after.compacted)
        }
        log.statistics.events = after
    }
}
