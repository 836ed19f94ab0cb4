// SPDX-License-Identifier: Apache-2.0
package import StateModel

package final class EventLog {
    let log: ChangeLog
    var progress = EventSweep()

    init(_ log: ChangeLog) {
        self.log = log
    }

    /// Appends an event, or finds the event with the same ID.
    ///
    /// The ID of a removed event can be used again. `source` is the device that appended the event,
    /// and the event's number among those of the device; `nil` for this device. `certain` is a time
    /// that has certainly passed, and decides whether the current value has expired for an event of
    /// this device. With `restores`, the event becomes the current value whatever the rule.
    ///
    /// - Throws: ``StoreError``, of kind `quota` if a limit is reached; nothing is written then.
    package func append(
        _ event: Event,
        from source: (origin: DeviceID, ordinal: Int)? = nil,
        state: SyncState = .pending,
        now: Timestamp,
        certain: Timestamp? = nil,
        restores: Bool = false
    ) throws(StoreError) -> EventOutcome {
        if let known = try log.tables.events.row(id: event.id) { return .known(known) }
        var event = event
        let present = try log.tables.events.present(for: event)
        try log.checkSize(adding: event.body.count)
        if source == nil {
            try checkQuotas(adding: event, after: present)
            if let key = event.key {
                let isFinished = present.map { isOver($0, at: certain ?? now) } ?? false
                let ends = restores || isFinished
                let rank = try rank(of: event, key, after: present, isOver: ends, now: now)
                event.key = EventKey(key.name, rank)
            }
        }
        let own = (DeviceID.own, log.statistics.events.ordinal + log.batch.events.own + 1)
        let (origin, ordinal) = source ?? own
        let row = EventRow(
            sequence: last + 1,
            event: event,
            origin: origin,
            ordinal: ordinal,
            time: now,
            state: state
        )
        try log.tables.open()
        let settings = log.options.settings.topics[event.topic]
        try log.tables.events.insert(row, over: present, settings, after: log.lastWritten)
        log.batch.events.add(row)
        if event.key != nil, present == nil { log.batch.events.keys += 1 }
        let retention = log.options.settings.eventRetentionMilliseconds
        if let present, present.time <= now - retention { progress.noteDispensable() }
        return .appended(row.sequence)
    }

    /// Throws ``StoreError`` if an event of this device would exceed the quota for events, or the
    /// keys half of it.
    ///
    /// Events and keys from other devices count, but are not refused, because that would stop sync.
    /// A full store still accepts a limited number of events that change or clear existing values.
    /// Current values are never removed for lack of room, so they must leave room for other events.
    private func checkQuotas(adding event: Event, after present: EventRow?) throws(StoreError) {
        let most = log.options.settings.events
        let clears = event.key?.rank.isCleared == true
        let reserve = present != nil || clears ? max(16, most / 64) : 0
        guard log.statistics.events.held + log.batch.events.count < most + reserve else {
            let reason = "the store has reached its maximum number of events"
            throw StoreError(.quota(limit: "events", value: most), reason)
        }
        guard event.key != nil, !clears, present == nil else { return }
        let mostKeys = (most + 1) / 2
        guard log.statistics.events.keys + log.batch.events.keys < mostKeys else {
            let reason = "the store has reached its maximum number of event keys"
            throw StoreError(.quota(limit: "event-keys", value: mostKeys), reason)
        }
    }

    package func set(_ state: SyncState, of sequences: [SequenceNumber]) throws(StoreError) {
        guard !sequences.isEmpty else { return }
        try log.tables.open()
        for run in sequences.map(\.rawValue).sorted().runs {
            let ends = (SequenceNumber(run.lowerBound), SequenceNumber(run.upperBound))
            try log.tables.events.set(state, of: ends.0...ends.1)
        }
        if state == .synced { progress.noteDispensable() }
    }

    /// Removes the tombstones of keys that the remote received in the given round or earlier, in
    /// the open batch.
    func forgetTombstones(acknowledgedBy round: Int) throws(StoreError) {
        let forgotten = try log.tables.events.forgetTombstones(before: round)
        log.batch.events.keys -= forgotten
        if forgotten > 0 { progress.noteDispensable() }
    }

    // MARK: Reading

    /// The sequence number of the newest event, including uncommitted ones.
    package var last: SequenceNumber { log.statistics.events.last + log.batch.events.count }

    /// Returns a page of events in order, including uncommitted ones.
    ///
    /// `bytes` is an approximate limit; one event is returned even if it is larger.
    package func page(
        after sequence: SequenceNumber,
        upTo last: SequenceNumber? = nil,
        topic: String? = nil,
        key: String? = nil,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        try log.tables.events.page(
            topic.map { topic in key.map { .key(topic: topic, key: $0) } ?? .topic(topic) } ?? .all,
            after: sequence,
            upTo: last ?? .max,
            limit: limit,
            bytes: bytes
        )
    }

    /// Returns the time at which an event was appended or arrived; `nil` if it is not stored.
    package func time(of sequence: SequenceNumber) throws(StoreError) -> Timestamp? {
        try log.tables.events.time(of: sequence)
    }

    /// Returns the sequence number of the log row that an event follows in a stream of changes and
    /// events.
    package func place(of sequence: SequenceNumber) throws(StoreError) -> SequenceNumber {
        try log.tables.events.place(of: sequence)
    }

    /// Returns the sequence number of the oldest stored event; if there is none, that of the next
    /// event.
    package func oldest() throws(StoreError) -> SequenceNumber {
        try log.tables.events.range()?.lowerBound ?? last + 1
    }

    package func origin(of row: EventRow) -> String {
        log.devices.label(of: row.origin)
    }

    // MARK: Committing

    func willCommit() throws(StoreError) {
        guard log.batch.events.own > 0 else { return }
        try log.meta.set(.eventOrdinal, log.statistics.events.ordinal + log.batch.events.own)
    }

    func didCommit() {
        log.statistics.events.last += log.batch.events.count
        log.statistics.events.held += log.batch.events.count
        log.statistics.events.ordinal += log.batch.events.own
        log.statistics.events.keys += log.batch.events.keys
        if let earliest = log.batch.events.earliest {
            progress.noteEvent(at: earliest, kept: log.options.settings.eventRetentionMilliseconds)
        }
    }
}

extension EventStatistics {
    init(_ table: EventTable, _ meta: Meta) throws(StoreError) {
        compacted = try meta.number(.eventsCompacted)
        last = max(try table.range()?.upperBound ?? .start, compacted, try meta.number(.eventsLast))
        held = last.rawValue - (try meta.number(.eventsDropped))
        ordinal = try meta.number(.eventOrdinal)
        keys = try table.keys()
    }
}
