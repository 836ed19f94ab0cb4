package import StateModel

extension Store {
    /// Appends an event, or finds the one that is held of that id.
    ///
    /// An id is known for as long as its event is held.
    ///
    /// - Parameters:
    ///   - event: what the caller gave; valid.
    ///   - source: who appended it, and its place among that device's events; nil: this device.
    ///   - state: where it stands on its way to the remote store.
    ///   - now: trusted time.
    /// - Returns: its number, or the event that has that id.
    /// - Throws: ``StoreError``, of kind `quota` before anything was written.
    package func append(
        _ event: Event,
        from source: (origin: Int, ordinal: Int)? = nil,
        state: SyncState = .pending,
        now: Int
    ) throws(StoreError) -> EventOutcome {
        if let known = try tables.events.row(id: event.id) { return .known(known) }
        try checkQuota(adding: event)
        let own = (EventRow.ownOrigin, figures.events.ordinal + batch.events.own + 1)
        let (origin, ordinal) = source ?? own
        let row = EventRow(
            sequence: lastEvent + 1,
            event: event,
            origin: origin,
            ordinal: ordinal,
            time: now,
            state: state
        )
        try tables.open()
        try tables.events.insert(row)
        batch.events.add(row)
        return .appended(row.sequence)
    }

    private func checkQuota(adding event: Event) throws(StoreError) {
        guard figures.events.held + batch.events.count < options.eventLimit else {
            throw StoreError(
                .quota(limit: "events", value: options.eventLimit),
                "the store has as many events as it may"
            )
        }
        try checkSize(adding: event.body.count)
    }

    /// Notes where an event stands on its way to the remote store, in the batch that is open.
    package func set(_ state: SyncState, ofEvent sequence: Int) throws(StoreError) {
        try tables.open()
        try tables.events.set(state, of: sequence)
        if state == .synced { eventSweep.noteSynced() }
    }

    // MARK: Reading

    /// The number of the newest event, what is not committed included.
    package var lastEvent: Int { figures.events.last + batch.events.count }

    /// Events in order, what is not committed included.
    ///
    /// - Parameters:
    ///   - sequence: begin right after this one.
    ///   - last: the newest that is wanted; nil: there is no such limit.
    ///   - topic: this topic's alone; nil: every topic's.
    ///   - limit: how many events at most.
    ///   - bytes: how many bytes of them at most, roughly; one event comes however long it is.
    /// - Returns: the page, and where the next one begins.
    /// - Throws: ``StoreError`` if the file cannot be read.
    package func events(
        after sequence: Int,
        upTo last: Int? = nil,
        topic: String? = nil,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        try tables.events.page(
            topic.map { .topic($0) } ?? .all,
            after: sequence,
            upTo: last ?? .max,
            limit: limit,
            bytes: bytes
        )
    }

    /// Events that stand there on their way to the remote store, in order; not for `synced`.
    package func events(
        in state: SyncState,
        after sequence: Int,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        try tables.events.page(
            .state(state),
            after: sequence,
            upTo: .max,
            limit: limit,
            bytes: bytes
        )
    }

    /// When the event of that number was appended here, if it is held.
    package func timeOfEvent(_ sequence: Int) throws(StoreError) -> Int? {
        try tables.events.time(of: sequence)
    }

    /// The number of the oldest event held; where there is none, that of the next one.
    package func oldestEvent() throws(StoreError) -> Int {
        try tables.events.range()?.lowerBound ?? lastEvent + 1
    }

    /// The label of the device that appended an event.
    package func origin(of row: EventRow) -> String {
        devices.label(of: row.origin)
    }

    // MARK: Committing

    /// Writes down what no table says of the batch's events, right before they are committed.
    func noteEvents() throws(StoreError) {
        guard batch.events.own > 0 else { return }
        try meta.set(.eventOrdinal, figures.events.ordinal + batch.events.own)
    }

    /// Counts the batch's events, right after they were committed.
    func absorbEvents() {
        figures.events.last += batch.events.count
        figures.events.held += batch.events.count
        figures.events.ordinal += batch.events.own
        if let earliest = batch.events.earliest {
            eventSweep.noteEvent(at: earliest, kept: options.eventRetention)
        }
    }
}

extension EventFigures {
    /// The figures of a file that was just opened.
    init(_ table: EventTable, _ meta: Meta) throws(StoreError) {
        compacted = try meta.number(.eventsCompacted)
        last = max(try table.range()?.upperBound ?? 0, compacted, try meta.number(.eventsLast))
        held = last - (try meta.number(.eventsDropped))
        ordinal = try meta.number(.eventOrdinal)
    }
}
