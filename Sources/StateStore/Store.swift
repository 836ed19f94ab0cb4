package import StateModel

/// The store of one user: the change log, what it adds up to, and the file it lives in.
///
/// It belongs to one thread. What is written is seen by the next read here at once, and is on
/// stable storage once ``commit()`` has returned; until then nobody may be told of it.
package final class Store {
    /// How the store is set up.
    package struct Options: Sendable {
        /// Where the database file is.
        package var path: String
        /// The label of this device in resume points.
        package var device = "localhost"
        /// A hash that tells this machine from others; empty: not known.
        package var machine = ""
        /// How many older values are kept of an item.
        package var historyPerItem = 50
        /// For how many milliseconds older values are kept.
        package var historyRetention = 30 * 86_400_000
        /// How many bytes of older values are kept in all, roughly.
        package var historyBytes = 256 << 20
        /// How many rows the ledger takes before it is folded into the tables.
        package var foldRows = 20_000
        /// How many resume points may stand.
        package var pointLimit = 2_000_000
        /// How many bytes the file may have.
        package var byteLimit = 2 << 30
        /// How many events may be held.
        package var eventLimit = 1_000_000
        /// For how many milliseconds events are kept.
        package var eventRetention = 86_400_000
        /// Whether events are kept until they are synced, however long that takes.
        package var keepsUnsyncedEvents = false
        /// Whether there is a remote store, for which changes are noted.
        package var syncs = false

        /// How many bytes of the disk are set aside for when it is full; 0: none.
        package var reserveBytes = 8 << 20

        /// The defaults, for a store at `path`.
        package init(path: String) {
            self.path = path
        }
    }

    /// How the store is set up; limits may change while it is open.
    package var options: Options
    /// What the log adds up to, apart from the items themselves.
    package internal(set) var figures: StoreFigures
    /// What plays in rows up to this one stopped when the daemon did; nil: the log says so itself.
    package var interruptedUpTo: Int?

    var tables: Tables
    var meta: Meta
    var ledger = Ledger()
    var batch = Batch()
    var fold: Fold?
    var prune = Prune()
    var eventSweep = EventSweep()
    var pace = UpkeepPace()
    /// Something was committed that the remote has to hear of.
    var hasSyncNews = false
    let lock: StoreLock
    private var rowsSinceSizing = Store.rowsPerSizing
    private var isOversized = false
    /// After how many rows the files' size is looked at again.
    private static let rowsPerSizing = 1_000

    /// Opens the store, or makes it, and takes in what the log holds beyond the tables.
    ///
    /// - Parameters:
    ///   - options: where it is, and its limits.
    ///   - lock: proof that no other process has it.
    /// - Throws: ``StoreError``, of kind `corrupt` if it is no intact store.
    package init(_ options: Options, lock: StoreLock) throws(StoreError) {
        self.options = options
        self.lock = lock
        let opened = try OpenedStore(options)
        tables = opened.tables
        meta = opened.meta
        figures = opened.figures
        reviewEvents()
        try replay(after: opened.folded)
    }

    /// Drops what is not committed and begins again from the file, as after a failed write.
    package func reopen() throws(StoreError) {
        tables.rollBack()
        batch = Batch()
        let opened = try OpenedStore(options)
        fold = nil
        tables = opened.tables
        meta = opened.meta
        figures = opened.figures
        reviewEvents()
        try replay(after: opened.folded)
    }

    private func replay(after folded: Int) throws(StoreError) {
        ledger = Ledger(after: folded)
        prune = Prune(unknownUpTo: figures.lastSequence)
        if let newest = try tables.row(figures.lastSequence) { figures.note(newest) }
        let rows = try Statement(
            "SELECT sequence, id, kind, offset, time, key, body FROM change "
                + "WHERE sequence > ?1 ORDER BY sequence",
            on: tables.file.handle
        )
        rows.bind(1, folded)
        while try rows.step() {
            let row = try Tables.row(of: rows)
            let context = try context(ofReplayed: row)
            ledger.apply(row, context)
            figures.absorb(row, player: context.player)
        }
    }

    /// What is known around a row of the log when it is taken in again.
    private func context(
        ofReplayed row: LogRow
    ) throws(StoreError) -> Ledger.Context {
        var context = Ledger.Context()
        guard case .item = row.body else { return context }
        context.player = PlayerRecord.derived(from: row) { figures.players[$0] }
        let known = ledger.head(row.id)
        context.isNew = known == nil
        context.isUnsettled = known == nil
        context.due = known?.due
        if known != nil {
            context.standing = known
        } else if row.kind.isAside {
            // Its entry may have been taken since: replayed rows note a time of their own.
            context.standing = try tables.head(row.id)?.noting(due: nil)
        }
        return context
    }

    // MARK: Writing

    /// Whether something was written that is not committed.
    package var isDirty: Bool { tables.hasBegun }

    /// What is written from here on belongs to one call and shares one revision.
    package func beginCall() {
        batch.beginCall()
    }

    /// Writes a row about an item after its head; seen by the next read, not yet durable.
    ///
    /// - Parameters:
    ///   - record: the value, without a past.
    ///   - kind: what the row says.
    ///   - name: the item's name, where somebody has made a key of it already.
    ///   - head: the item's newest state, as read before; nil: there is none.
    ///   - keyTime: the time that the write has in the order of all devices' writes.
    ///   - keeps: the value displaced goes to the history, whatever it was.
    ///   - now: trusted time.
    /// - Returns: the item's newest state.
    /// - Throws: ``StoreError``, of kind `quota` before anything was written.
    @discardableResult
    package func write(
        _ record: ItemRecord,
        _ kind: RowKind,
        name: Verbatim? = nil,
        after head: Head?,
        keyTime: Int,
        keeps: Bool = false,
        now: Int
    ) throws(StoreError) -> Head {
        try checkQuota(head, kind)
        return try write(
            record,
            kind,
            name: name,
            after: head,
            key: try key(of: kind, record.point.item, at: keyTime, after: head),
            keeps: keeps,
            isPending: !kind.isAside && kind != .expired,
            now: now
        )
    }

    /// Writes a row about an item under a key of the caller's; the remote store is to hear of it,
    /// or not.
    func write(
        _ record: ItemRecord,
        _ kind: RowKind,
        name: Verbatim? = nil,
        after head: Head?,
        key: OrderKey,
        keeps: Bool,
        isPending: Bool,
        now: Int
    ) throws(StoreError) -> Head {
        let succession = Succession(record, kind: kind, after: head, keeps: keeps, now: now)
        let id = head?.id ?? figures.nextID + batch.newcomers
        let row = try append(.item(succession.record), kind, id: id, key: key, now: now)
        if isPending, options.syncs { try enqueue(.head, id) }
        var context = Ledger.Context()
        context.name = name ?? Verbatim(record.point.item)
        context.isNew = head == nil
        context.standing = head
        context.due = head?.due
        context.garbage = succession.garbage
        context.outdated = outdated(by: kind, head)
        context.player = PlayerRecord.derived(from: row) { player(named: $0) }
        guard let written = batch.add(row, context) else {
            throw StoreError(.other, "a row about an item made no state of it")
        }
        return written
    }

    /// The entry of `recent` that a row after `head` makes wrong, if a fold has written one.
    private func outdated(by kind: RowKind, _ head: Head?) -> Ledger.Outdated? {
        guard let head, head.kind.isLive, !kind.isAside, ledger.isBeforeActive(head.sequence)
        else { return nil }
        let point = head.record.point
        return Ledger.Outdated(player: point.player, at: point.at, id: head.id)
    }

    /// Writes an alert; one whose number is 0 is new and gets the number of its row.
    ///
    /// - Returns: the alert as written.
    package func write(_ alert: Alert, now: Int) throws(StoreError) -> Alert {
        var alert = alert
        if alert.id == 0 { alert.id = lastWritten + 1 }
        let key = OrderKey(time: now, after: nil)
        let row = try append(.alert(alert), .alert, id: 0, key: key, now: now)
        _ = batch.add(row, Ledger.Context())
        return alert
    }

    /// Every alert that is not dismissed, what is not committed included.
    package var alerts: [Int: Alert] {
        guard !batch.alerts.isEmpty else { return figures.alerts }
        return figures.alerts.merging(batch.alerts) { $1 }.filter { $0.value.state != .dismissed }
    }

    /// Writes a player's state; its revision is filled in.
    package func write(_ player: PlayerRecord, now: Int) throws(StoreError) {
        var player = player
        let sequence = figures.lastSequence + batch.entries.count + 1
        player.revision = sequence - batch.offset(of: sequence)
        let key = OrderKey(time: now, after: nil)
        let row = try append(.player(player), .player, id: 0, key: key, now: now)
        _ = batch.add(row, Ledger.Context())
    }

    /// Looks at the files' size, once in a while: it only ever grows by so much a row.
    func checkSize(adding bytes: Int = 0) throws(StoreError) {
        rowsSinceSizing += 1 + bytes / 256
        guard rowsSinceSizing >= Self.rowsPerSizing || isOversized else { return }
        rowsSinceSizing = 0
        isOversized = try usedBytes() >= options.byteLimit
        if isOversized {
            throw StoreError(
                .quota(limit: "bytes-per-uid", value: options.byteLimit),
                "the store has as many bytes as it may"
            )
        }
    }

    func append(
        _ body: LogRow.Body,
        _ kind: RowKind,
        id: Int,
        key: OrderKey,
        now: Int
    ) throws(StoreError) -> LogRow {
        let sequence = figures.lastSequence + batch.entries.count + 1
        let row = LogRow(
            sequence: sequence,
            offset: batch.offset(of: sequence),
            kind: kind,
            id: id,
            time: now,
            key: key,
            body: body
        )
        try tables.open()
        try tables.append(row)
        return row
    }

    private func checkQuota(_ head: Head?, _ kind: RowKind) throws(StoreError) {
        guard kind.isLive else { return }
        try checkSize()
        guard head?.kind.isLive != true else { return }
        if figures.standing + batch.standingDelta >= options.pointLimit {
            throw StoreError(
                .quota(limit: "points", value: options.pointLimit),
                "too many resume points"
            )
        }
    }

    /// Puts everything written since the last commit on stable storage.
    ///
    /// On an error nothing of it is kept: call ``reopen()`` before the store is used again.
    package func commit() throws(StoreError) {
        guard isDirty else { return }
        try noteEvents()
        try tables.commit()
        absorbEvents()
        if batch.isNews || batch.events.own > 0 { hasSyncNews = options.syncs }
        if let sync = batch.sync { figures.sync = sync }
        if let devices = batch.devices { figures.devices = devices }
        if let origin = batch.origin { figures.origin = origin }
        ledger.apply(batch.entries)
        figures.absorb(batch.entries)
        if let newest = batch.entries.last { pace.wrote(batch.entries.count, at: newest.row.time) }
        batch.reset()
    }

    /// Carries out `body` whole or not at all, within the batch that is open.
    package func atomically<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value,
        orElse undo: (Failure) -> Void
    ) throws(Failure) -> Value {
        let before = batch
        let wasOpen = tables.isOpen
        if wasOpen { try? RawSQLite.execute("SAVEPOINT call", on: tables.file.handle) }
        do throws(Failure) {
            let value = try body()
            if wasOpen { try? RawSQLite.execute("RELEASE call", on: tables.file.handle) }
            return value
        } catch {
            if wasOpen {
                tables.rollBackToSavepoint("call")
            } else {
                tables.rollBack()
            }
            batch = before
            undo(error)
            throw error
        }
    }

    /// Drops what is not committed, as after a failed write; the ledger stays as it was.
    package func abandon() {
        tables.rollBack()
        batch = Batch()
    }
}
