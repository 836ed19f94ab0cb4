internal import StateModel

/// When the events are looked over for those that are past keeping, and how far that has come.
struct EventSweep: Equatable {
    /// The last event looked at.
    var hand = 0
    /// When to look next, on the trusted clock; nil: there is nothing to look for.
    private(set) var due: Int?
    /// When the next look is due as far as this one has seen; nil: it has seen nothing that stays.
    private var next: Int?
    /// When the next look may begin.
    private var notBefore = 0

    /// How long after a look the next one begins at the earliest, in milliseconds.
    private static let pause = 60_000

    /// Nothing is known of the events but how many there are.
    init(of figures: EventFigures = EventFigures()) {
        due = figures.held > 0 ? 0 : nil
    }

    /// An event was appended at `time`.
    mutating func noteEvent(at time: Int, kept retention: Int) {
        due = min(due ?? .max, time + retention)
    }

    /// An event was synced, and may be past keeping by that.
    mutating func noteSynced() {
        due = min(due ?? .max, notBefore)
        next = 0
    }

    /// Whether a look is due at `now`.
    func isDue(at now: Int, kept retention: Int) -> Bool {
        guard let due else { return false }
        // A clock that was put back must not keep everything until it is there again.
        return due <= now || due > now + retention + Self.pause
    }

    /// What becomes of an event.
    enum Fate {
        case drops
        case stays
        /// It stays, and so do those after it.
        case ends
    }

    /// Looks at one event.
    mutating func judge(_ event: EventTable.Brief, now: Int, _ options: Store.Options) -> Fate {
        guard event.time > now - options.eventRetention else {
            return event.isSynced || !options.keepsUnsyncedEvents ? .drops : .stays
        }
        let end = event.time + options.eventRetention
        next = min(next ?? end, end)
        // One from the future is from before the clock was put right: older ones may follow.
        return event.time > now ? .stays : .ends
    }

    /// Everything that is old enough was looked at.
    mutating func end(at now: Int, kept retention: Int) {
        notBefore = now + min(Self.pause, retention)
        due = next.map { max($0, notBefore) }
        next = nil
        hand = 0
    }
}

extension Store {
    /// When events should be looked over next, on the trusted clock; nil: none is held that could
    /// be past keeping.
    package var nextEventSweep: Int? { eventSweep.due }

    /// Looks at the events anew, because something else holds for them now.
    package func reviewEvents() {
        eventSweep = EventSweep(of: figures.events)
    }

    /// How many events one slice of the sweep looks at.
    private static let sweepSlice = 128
    /// How many bytes of events one slice drops, roughly.
    private static let sweepBytes = 512 << 10

    /// Looks over a slice of the events, if that is due, and drops those that are past keeping.
    ///
    /// Nothing may be uncommitted. On an error call ``reopen()`` before the store is used again.
    ///
    /// - Returns: whether another slice is due.
    package func sweepEvents(now: Int) throws(StoreError) -> Bool {
        let retention = options.eventRetention
        guard !isDirty, eventSweep.isDue(at: now, kept: retention) else { return false }
        let events = try tables.events.briefs(after: eventSweep.hand, limit: Self.sweepSlice)
        var sweep = eventSweep
        let (dropped, isOver) = judge(events, with: &sweep, now: now)
        try drop(events: dropped, now: now)
        if isOver { sweep.end(at: now, kept: retention) }
        eventSweep = sweep
        return !isOver
    }

    /// Tells which of the next events are dropped, and whether the sweep is over with them.
    private func judge(
        _ events: [EventTable.Brief],
        with sweep: inout EventSweep,
        now: Int
    ) -> (dropped: [EventTable.Brief], isOver: Bool) {
        var dropped: [EventTable.Brief] = []
        var bytes = 0
        for event in events {
            switch sweep.judge(event, now: now, options) {
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

    /// For how long the ids of events are known that are gone, in milliseconds: a remote that has
    /// lost its past may tell of them once more.
    private static let idLife = 31 * 86_400_000

    private func drop(events dropped: [EventTable.Brief], now: Int) throws(StoreError) {
        guard let newest = dropped.last?.sequence else { return }
        var after = figures.events
        after.held -= dropped.count
        after.compacted = max(after.compacted, newest)
        try unsynced { () throws(StoreError) in
            for event in dropped {
                try tables.events.drop(event.sequence)
                if options.syncs { try tables.sync().remember(event: event.id, now: now) }
            }
            if options.syncs { try tables.sync().forgetEvents(before: now - Self.idLife) }
            try meta.set(.eventsDropped, after.last - after.held)
            try meta.set(.eventsCompacted, after.compacted)
        }
        figures.events = after
    }
}
