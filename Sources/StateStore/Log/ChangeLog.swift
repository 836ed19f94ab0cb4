// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The change log of an open store: the file, the open batch, and the memtable.
///
/// All other parts of the store use it. Writes are visible to reads at once, and on stable storage
/// after ``Store/commit()``.
package final class ChangeLog {
    /// The settings of the store; those in `settings` may change while it is open.
    package var options: Store.Options
    package internal(set) var statistics: StoreStatistics

    private(set) var tables: Tables
    private(set) var meta: Meta
    var memtable = Memtable()
    var batch = Batch()
    /// The items that were playing when the daemon stopped; `nil` once the log records all of them
    /// as paused.
    var interruption: Interruption?
    var sizing = Sizing()
    /// The last committed row whose revision was requested, as a cache.
    var lastRevision: (sequence: SequenceNumber, revision: Revision)?
    /// The number of times that an alias was added or removed, including failed batches.
    package internal(set) var aliasChanges = 0
    /// The last flushed row and the last row of the log, at the time of the last replay.
    private(set) var replayed = (after: SequenceNumber.start, upTo: SequenceNumber.start)

    init(_ opened: OpenedStore, _ options: Store.Options) {
        self.options = options
        tables = opened.tables
        meta = opened.meta
        statistics = opened.statistics
    }

    /// Discards all uncommitted writes and reads the file again, after a failed write.
    func reopen() throws(StoreError) {
        tables.rollBack()
        batch = Batch()
        let opened = try OpenedStore(options)
        tables = opened.tables
        meta = opened.meta
        statistics = opened.statistics
        try replay(after: opened.flushed)
        interruption?.restart(memtable)
    }

    func replay(after flushed: SequenceNumber) throws(StoreError) {
        memtable = Memtable(after: flushed)
        replayed = (flushed, statistics.lastSequence)
        if let newest = try tables.row(statistics.lastSequence) {
            statistics.note(newest.sequence, newest.revision, newest.time)
        }
        let rows = try prepare(
            "SELECT \(Tables.rowColumns) FROM change WHERE sequence > ?1 ORDER BY sequence",
            flushed
        )
        while try rows.step() {
            let row = try Tables.verifiedRow(of: rows)
            let entries = [try entry(ofReplayed: row)]
            memtable.apply(entries)
            statistics.absorb(entries)
        }
    }

    private func entry(ofReplayed row: LogRow) throws(StoreError) -> BatchEntry {
        var context = Memtable.Context()
        guard let item = ItemState(row) else { return BatchEntry(row, context) }
        context.player = PlayerRecord.derived(from: item) { statistics.players[$0] }
        let known = memtable.state(row.id)
        context.isNew = known == nil
        context.isUnsettled = known == nil
        context.due = known?.due
        if known != nil {
            context.standing = known
        } else if row.kind.isHistoryOnly {
            // The entry may have been removed since; replayed rows get entries for their own
            // expiry.
            context.standing = try tables.state(row.id)?.noting(due: nil)
        }
        return BatchEntry(item, context)
    }

    // Read in each turn. From other modules, a read through `statistics` would copy all of it.
    /// The number of rows and events ever written.
    package var written: Int { statistics.written }
    /// The position of the newest row as of the last commit.
    package var end: LogPlace { statistics.end }

    // MARK: Transactions

    /// True if there are uncommitted writes.
    package var isDirty: Bool { tables.hasBegun }

    /// Runs a call: all rows written by `body` share one revision.
    @discardableResult
    package func withinCall<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        batch.beginCall()
        defer { batch.beginCall() }
        return try body()
    }

    /// Adds the committed batch to the memtable and the statistics, and begins a new batch.
    func absorbBatch() {
        if let sync = batch.sync { statistics.sync = sync }
        if let devices = batch.devices { statistics.devices = devices }
        if let origin = batch.origin { statistics.origin = origin }
        memtable.apply(batch.entries)
        statistics.absorb(batch.entries)
        batch.reset()
        endInterruption()
    }

    /// Runs `body` completely or not at all, within the open batch.
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

    /// Discards all uncommitted writes after a failure; the memtable is unchanged.
    package func abandon() {
        tables.rollBack()
        batch = Batch()
        interruption?.restart(memtable)
    }

    // MARK: The file

    func prepare<each Value: StatementValue>(
        _ sql: String,
        _ values: repeat each Value
    ) throws(StoreError) -> Statement {
        try tables.file.prepare(sql, repeat each values)
    }

    package var fileBytes: Int { tables.file.bytes }

    /// The number of frames in the write-ahead log after the last commit.
    package var walFrames: Int { tables.frames.count }

    package func clockRecord() throws(StoreError) -> String? {
        try meta.text(.clock)
    }

    package func writeClockRecord(_ text: String) throws(StoreError) {
        try tables.open()
        try meta.set(.clock, text)
    }

    package func learnedRewind() throws(StoreError) -> LearnedRewind {
        LearnedRewind(text: try meta.text(.learnedRewind) ?? "")
    }

    /// Stores the learned rewind with the next commit.
    package func write(_ learned: LearnedRewind) throws(StoreError) {
        try tables.open()
        try meta.set(.learnedRewind, learned.text)
    }
}
