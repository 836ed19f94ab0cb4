internal import StateModel

/// What played when the daemon stopped, and how far the log says by now that it no longer does.
///
/// At a start nobody plays yet, so what plays in the log, however old, was interrupted. That is
/// known without looking at any of it: from the number of the newest row. What reads give takes
/// it into account; the rows that say so are written a few at a time. Should the daemon stop
/// before all are, the next start sees what is left in the same way, so nothing of this is stored.
struct Interruption {
    /// The newest row as of the start.
    let newest: Int
    /// The items that played in the ledger and have yet to be looked at, the next one last.
    private var unfolded: [Int]
    /// The last item of the table of heads that was looked at.
    private var cursor = 0
    /// All were looked at.
    private(set) var isExhausted = false

    init(upTo newest: Int, _ ledger: Ledger) {
        self.newest = newest
        unfolded = []
        beginAnew(ledger)
    }

    /// Whether the value of that row was interrupted: it played, and on this device.
    func concerns(_ sequence: Int, _ kind: RowKind, _ record: ItemRecord) -> Bool {
        // What plays on another device goes on there.
        sequence <= newest && record.point.status == .playing && record.device == 1 && kind.isLive
    }

    /// What was looked at is to be looked at once more: the rows about it may be lost.
    mutating func beginAnew(_ ledger: Ledger) {
        unfolded = []
        ledger.forEachHead { head in
            if concerns(head.sequence, head.kind, head.record) { unfolded.append(head.id) }
        }
        unfolded.sort(by: >)
        cursor = 0
        isExhausted = false
    }

    /// The next items that may play in the log, `limit` of them at most.
    mutating func next(_ limit: Int, in tables: Tables) throws(StoreError) -> [Int] {
        let changed = unfolded.suffix(limit)
        unfolded.removeLast(changed.count)
        let room = limit - changed.count
        guard room > 0 else { return changed.reversed() }
        let stored = try tables.playing(after: cursor, limit: room)
        cursor = stored.last ?? cursor
        isExhausted = stored.count < room
        return changed.reversed() + stored
    }
}

extension Store {
    /// What plays in rows up to this one was interrupted, and no row says so yet of all of it;
    /// nil: the log says everything.
    package var interruptedUpTo: Int? { interruption?.newest }

    /// From now on what plays in the log is served as paused and interrupted: the daemon starts.
    package func interrupt() {
        interruption = Interruption(upTo: figures.lastSequence, ledger)
    }

    /// Writes of some more points that they were interrupted, in the batch that is open.
    ///
    /// Each is handed out once. Once all are committed, ``interruptedUpTo`` is nil.
    ///
    /// - Parameters:
    ///   - limit: how many points are looked at; fewer may have been interrupted.
    ///   - now: trusted time.
    /// - Returns: the items' newest states.
    /// - Throws: ``StoreError`` if the file can't be read or written.
    package func restoreInterrupted(limit: Int, now: Int) throws(StoreError) -> [Head] {
        guard let ids = try interruption?.next(limit, in: tables) else { return [] }
        var restored: [Head] = []
        for id in ids {
            guard let head = try storedHead(id), isInterrupted(head), head.standing(at: now) != nil
            else { continue }
            beginCall()
            restored.append(try writeRestored(head, now: now))
        }
        if !isDirty { endInterruption() }
        return restored
    }

    /// It takes the place of a row as long as itself: no limit stands in its way.
    private func writeRestored(_ head: Head, now: Int) throws(StoreError) -> Head {
        let point = head.record.point
        var record = ItemRecord(point: point, device: head.record.device)
        record.interrupt()
        return try write(
            record,
            .restored,
            after: head,
            key: try key(of: .restored, point.item, at: point.at, after: head),
            keeps: false,
            isPending: true,
            now: now
        )
    }

    /// Forgets what was interrupted, once the log says it of all.
    func endInterruption() {
        if interruption?.isExhausted == true { interruption = nil }
    }

    // MARK: Reading

    /// Whether what the log has as the item's state was interrupted, and no row says so yet.
    func isInterrupted(_ head: Head) -> Bool {
        interruption?.concerns(head.sequence, head.kind, head.record) == true
    }

    /// The state as readers are to see it.
    func served(_ head: Head) -> Head {
        isInterrupted(head) ? head.interrupted() : head
    }

    /// The row as readers are to see it.
    func served(_ row: LogRow) -> LogRow {
        guard let interruption, case .item(let record) = row.body,
            interruption.concerns(row.sequence, row.kind, record)
        else { return row }
        var row = row
        var served = record
        served.interrupt()
        row.body = .item(served)
        return row
    }

    /// The state as the log has it, for one that was read before.
    func stored(_ head: Head) throws(StoreError) -> Head {
        guard let interruption, head.sequence <= interruption.newest else { return head }
        return try storedHead(head.id) ?? head
    }
}

extension ItemRecord {
    /// Says of a value that plays that it no longer does, and why.
    mutating func interrupt() {
        point.status = .paused
        interrupted = true
    }
}

extension Head {
    /// The state if the player went away right after it.
    fileprivate func interrupted() -> Head {
        var record = record
        record.interrupt()
        return holding(record)
    }
}
