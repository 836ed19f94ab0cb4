// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The events of a store, with the functions that append, read and remove them.
package final class EventLog {
    /// The change log, whose open batch also contains the new events.
    let log: ChangeLog
    /// The schedule and progress of the removal of old events.
    var progress = EventSweep()

    init(_ log: ChangeLog) {
        self.log = log
    }

    /// Appends an event, or finds the event with the same ID.
    ///
    /// The ID of a removed event can be used again.
    ///
    /// - Parameters:
    ///   - event: The valid event, as the caller passed it.
    ///   - source: The device that appended the event, and the number of the event among those of
    ///     the device; `nil` for this device.
    ///   - state: The state of the event's delivery to the remote store.
    ///   - now: Trusted time, in milliseconds since 1970.
    ///   - certain: A time that has certainly passed, which decides whether the current value has
    ///     expired; `nil` for `now`.
    /// - Returns: The sequence number of the new event, or the stored event with the same ID.
    /// - Throws: ``StoreError``, of kind `quota` if a limit is reached; nothing is written then.
    package func append(
        _ event: Event,
        from source: (origin: DeviceID, ordinal: Int)? = nil,
        state: SyncState = .pending,
        now: Timestamp,
        certain: Timestamp? = nil
    ) throws(StoreError) -> EventOutcome {
        if let known = try log.tables.events.row(id: event.id) { return .known(known) }
        var event = event
        let present = try log.tables.events.present(for: event)
        try checkQuota(adding: event, after: present)
        if source == nil {
            try checkKeys(adding: event, after: present)
            let rank = rank(of: event, after: present, now: now, certain: certain ?? now)
            event.key?.rank = rank
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
        try log.tables.events.insert(row, over: present, after: log.lastWritten)
        log.batch.events.add(row)
        if event.key != nil, present == nil { log.batch.events.keys += 1 }
        let retention = log.options.settings.eventRetentionMilliseconds
        if let present, present.time <= now - retention { progress.noteDispensable() }
        return .appended(row.sequence)
    }

    /// Returns the rank of an event that this device appends; it has no meaning if the event has no
    /// key.
    private func rank(
        of event: Event,
        after present: EventRow?,
        now: Timestamp,
        certain: Timestamp
    ) -> EventRank {
        (event.key?.rank ?? EventRank()).written(
            after: present?.event.key?.rank,
            isOver: present.map { isOver($0, at: certain) } ?? false,
            at: event.at,
            now: now
        )
    }

    /// Throws ``StoreError`` if an event exceeds the quota.
    ///
    /// A full store still accepts a limited number of events that change or clear existing values.
    private func checkQuota(adding event: Event, after present: EventRow?) throws(StoreError) {
        let most = log.options.settings.events
        let reserve = max(16, most / 64)
        let isFree = present != nil || event.key?.rank.isCleared == true
        let held = log.statistics.events.held + log.batch.events.count
        guard held < most + (isFree ? reserve : 0) else {
            let reason = "the store has reached its maximum number of events"
            throw StoreError(.quota(limit: "events", value: most), reason)
        }
        try log.checkSize(adding: event.body.count)
    }

    /// Throws ``StoreError`` if a new key of this device would exceed half of the quota for events.
    ///
    /// Current values are never removed for lack of room, so they must leave room for other events.
    /// Keys from other devices do not count, because refusing them would stop sync.
    private func checkKeys(
        adding event: Event,
        after present: EventRow?
    ) throws(StoreError) {
        guard present == nil, let key = event.key, !key.rank.isCleared else { return }
        let most = (log.options.settings.events + 1) / 2
        guard log.statistics.events.keys + log.batch.events.keys < most else {
            let reason = "the store has reached its maximum number of event keys"
            throw StoreError(.quota(limit: "event-keys", value: most), reason)
        }
    }

    /// Sets the state of the events' delivery to the remote store, in the open batch.
    package func set(_ state: SyncState, of sequences: [SequenceNumber]) throws(StoreError) {
        guard !sequences.isEmpty else { return }
        try log.tables.open()
        for run in sequences.map(\.rawValue).sorted().runs {
            let ends = (SequenceNumber(run.lowerBound), SequenceNumber(run.upperBound))
            try log.tables.events.set(state, of: ends.0...ends.1)
        }
        if state == .synced { progress.noteDispensable() }
    }

    /// In the open batch, removes the tombstones of keys that the remote received in the given
    /// round or earlier.
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
    /// - Parameters:
    ///   - sequence: The event after which the page begins.
    ///   - last: The newest event to return; `nil` for no such limit.
    ///   - topic: The topic of the events; `nil` for all topics.
    ///   - limit: The maximum number of events.
    ///   - bytes: The approximate maximum size, in bytes; one event is returned even if it is
    ///     larger.
    /// - Returns: The page, and the start of the next one.
    /// - Throws: ``StoreError`` if the file cannot be read.
    package func page(
        after sequence: SequenceNumber,
        upTo last: SequenceNumber? = nil,
        topic: String? = nil,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        try log.tables.events.page(
            topic.map { .topic($0) } ?? .all,
            after: sequence,
            upTo: last ?? .max,
            limit: limit,
            bytes: bytes
        )
    }

    /// Returns true if an event has been kept for as long as the settings of its topic allow.
    private func isOver(_ row: EventRow, at now: Timestamp) -> Bool {
        let settings = log.options.settings.topics[row.event.topic]
        return settings?.end(of: row.event.at, arrivedAt: row.time).map { $0 <= now } ?? false
    }

    private func isPresent(_ row: EventRow, at now: Timestamp) -> Bool {
        row.event.key?.rank.isCleared == false && !isOver(row, at: now)
    }

    /// Returns the event with the highest rank among those of a key, even if it clears the key or
    /// has expired.
    package func highest(_ topic: String, _ key: String) throws(StoreError) -> EventRow? {
        try log.tables.events.latest(topic, key)
    }

    /// Returns the current value of a key; `nil` if the key is unset, cleared or expired.
    package func latest(
        _ topic: String,
        _ key: String,
        now: Timestamp
    ) throws(StoreError) -> EventRow? {
        let row = try highest(topic, key)
        return row.flatMap { isPresent($0, at: now) ? $0 : nil }
    }

    /// Returns a page of the current values of keys, ordered by topic, then by key.
    ///
    /// - Parameters:
    ///   - place: The topic and key after which the page begins; `nil` for the first page.
    ///   - topic: The only topic to return; `nil` for all topics.
    ///   - prefix: The prefix of the keys; requires a topic.
    ///   - limit: The maximum number of values read; cleared and expired ones count, but are not
    ///     returned.
    ///   - bytes: The approximate maximum size of the page, in bytes.
    ///   - now: Trusted time, in milliseconds since 1970.
    /// - Returns: The values, and the event after whose topic and key the next page begins; `nil`
    ///   on the last page.
    /// - Throws: ``StoreError`` if the file cannot be read.
    package func latest(
        after place: (topic: String, key: String)?,
        topic: String?,
        prefix: String = "",
        limit: Int,
        bytes: Int,
        now: Timestamp
    ) throws(StoreError) -> (rows: [EventRow], next: Event?) {
        let page = try log.tables.events.latest(
            after: place,
            topic: topic,
            prefix: prefix,
            limit: limit,
            bytes: bytes
        )
        let rows = page.rows.filter { isPresent($0, at: now) }
        return (rows, page.next == nil ? nil : page.rows.last?.event)
    }

    /// Returns a page of the events in a delivery state, in order; the state must not be `synced`.
    package func page(
        in state: SyncState,
        after sequence: SequenceNumber,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        try log.tables.events.page(
            .state(state),
            after: sequence,
            upTo: .max,
            limit: limit,
            bytes: bytes
        )
    }

    /// Returns the time at which an event was appended on this device; `nil` if it is not stored.
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

    /// Returns the label of the device that appended an event.
    package func origin(of row: EventRow) -> String {
        log.devices.label(of: row.origin)
    }

    // MARK: Committing

    /// Records the number of this device's events, including those of the batch; called before the
    /// commit.
    func willCommit() throws(StoreError) {
        guard log.batch.events.own > 0 else { return }
        try log.meta.set(.eventOrdinal, log.statistics.events.ordinal + log.batch.events.own)
    }

    /// Adds the batch's events to the statistics; called after the commit.
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
    /// Reads the statistics of a newly opened file.
    init(_ table: EventTable, _ meta: Meta) throws(StoreError) {
        compacted = try meta.number(.eventsCompacted)
        last = max(try table.range()?.upperBound ?? .start, compacted, try meta.number(.eventsLast))
        held = last.rawValue - (try meta.number(.eventsDropped))
        ordinal = try meta.number(.eventOrdinal)
        keys = try table.keys()
    }
}
