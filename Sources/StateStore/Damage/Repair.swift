// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
internal import SyncModel

/// The repair of the file after damage was found.
final class Repair {
    private let log: ChangeLog
    private let sync: SyncStorage
    private let scrubber: Scrubber

    /// Creates the repair of an open log.
    init(_ log: ChangeLog, _ sync: SyncStorage, _ scrubber: Scrubber) {
        self.log = log
        self.sync = sync
        self.scrubber = scrubber
    }

    /// Moves rows that do not verify out of the way, and replaces them.
    ///
    /// - Parameter now: trusted time, in milliseconds since 1970.
    /// - Returns: the findings, and true if a restored row must be replayed from the log.
    /// - Throws: ``StoreError`` if the file cannot be read or written.
    func run(now: Timestamp) throws(StoreError) -> (findings: [DamageReport], mustReopen: Bool) {
        let findings = scrubber.findings
        scrubber.findings = []
        guard log.hasDamage else { return (findings, false) }
        let numbered = try log.meta.number(.numbered)
        let mending = Mending(log, scrubber, numbered: numbered, now: now)
        do throws(StoreError) {
            try log.tables.open()
            try mending.run()
            try log.meta.set(.last, log.statistics.lastSequence)
            if mending.takesBack { try takeBack(mending.lostItems, numbered: numbered) }
            try log.tables.commit()
            if mending.takesBack, log.options.settings.syncs { try sync.noteIncarnation() }
        } catch {
            log.tables.rollBack()
            scrubber.findings = findings
            throw error
        }
        mending.forget()
        scrubber.progress.damaged += mending.findings.count
        if !mending.hasBroughtBack { try log.recount() }
        return (findings + mending.findings, mending.hasBroughtBack)
    }

    /// Makes all tokens of readers invalid, because they may have received the lost data.
    private func takeBack(_ items: [String], numbered: Int) throws(StoreError) {
        if numbered == 0 { try log.meta.set(.numbered, log.statistics.identity.epoch) }
        log.statistics.identity.epoch += Int.random(in: 1...1_000_000)
        try log.meta.set(.epoch, log.statistics.identity.epoch)
        try sync.readRemoteAgain(about: items)
    }
}

/// One transaction that repairs the damage found.
private final class Mending {
    private let log: ChangeLog
    private let scrubber: Scrubber
    private let tables: Tables
    private let now: Timestamp
    private let backups: BackupRows
    private var rows: [SequenceNumber] = []
    private var items: Set<ItemID> = []
    private var events: [SequenceNumber] = []
    /// The lost rows that were the newest of their items, by item.
    private var lostStates: [ItemID: SequenceNumber] = [:]
    /// The items with a restored row that was reported.
    private var restoredItems: Set<ItemID> = []
    /// The rows that are referenced and exist nowhere.
    private var absent: Set<SequenceNumber> = []
    private(set) var findings: [DamageReport] = []
    /// The names of the items whose newest value is lost.
    private(set) var lostItems: [String] = []
    /// True if a restored row is in neither the memtable nor the tables.
    private(set) var hasBroughtBack = false

    /// The maximum number of rows that one transaction repairs.
    private static let most = 256

    init(_ log: ChangeLog, _ scrubber: Scrubber, numbered: Int, now: Timestamp) {
        self.log = log
        self.scrubber = scrubber
        tables = log.tables
        self.now = now
        backups = BackupRows(
            of: log.options.path,
            log.statistics.identity,
            numbered: numbered
        )
    }

    var takesBack: Bool { findings.contains { $0.takesBack } }

    func run() throws(StoreError) {
        rows = Array(tables.damage.rows.sorted().prefix(Self.most))
        let owners = try owners(of: rows)
        for sequence in rows { try mend(row: sequence, owner: owners[sequence]) }
        let noted = tables.damage.items
        items.formUnion(noted)
        for id in items.sorted() { try mend(item: id, isNoted: noted.contains(id)) }
        for name in tables.damage.names { try mend(name: name) }
        events = Array(tables.damage.events.sorted().prefix(Self.most))
        for sequence in events { try mend(event: sequence) }
        if tables.damage.isInSync { try mendSync() }
    }

    func forget() {
        let damage = tables.damage
        damage.forget(rows: rows)
        damage.forget(items: items)
        damage.forget(events: events)
        damage.forgetRest()
    }

    // MARK: Rows

    /// Returns the items whose newest rows these are, as far as the tables know.
    private func owners(of rows: [SequenceNumber]) throws(StoreError) -> [SequenceNumber: ItemID] {
        guard !rows.isEmpty else { return [:] }
        var owners: [SequenceNumber: ItemID] = [:]
        // No index leads from a row to its state: one scan of the item states serves all rows.
        let list = rows.map(\.description).joined(separator: ", ")
        let select = try tables.file.prepare(
            "SELECT sequence, id FROM head WHERE sequence IN (\(list))"
        )
        while try select.step() { owners[select.int(0)] = select.int(1) }
        return owners
    }

    private func mend(row sequence: SequenceNumber, owner: ItemID?) throws(StoreError) {
        let stored = try tables.storedRow(sequence)
        if stored?.row != nil { return }
        if stored == nil { absent.insert(sequence) }
        if let id = owner { items.insert(id) }
        let id = owner ?? stored?.id
        if let state = id.flatMap({ log.memtable.state($0) }), state.sequence == sequence {
            try tables.replace(StoredRow(state))
            return report(.row(sequence), state.record.point.item, .healed)
        }
        if let found = backups.row(sequence, damaged: stored, id: owner) {
            try tables.replace(found.row)
            items.insert(found.row.id)
            restoredItems.insert(found.row.id)
            if sequence > log.replayed.after { hasBroughtBack = true }
            let name = try name(of: found.row.id, found.row)
            return report(.row(sequence), name, .restored(backup: found.backup))
        }
        try putAside(sequence, stored, id: id ?? .absent)
        if let owner, log.memtable.state(owner) == nil {
            // The replacement is found and reported with the item.
            lostStates[owner] = sequence
            return
        }
        report(.row(sequence), try name(of: id, stored), loss(of: stored, sequence, id))
    }

    /// Returns the consequence of losing a row that no table names as the newest of its item.
    private func loss(
        of stored: StoredRow?,
        _ sequence: SequenceNumber,
        _ id: ItemID?
    ) -> DamageReport.Outcome {
        guard sequence > log.replayed.after else { return .unaffected }
        guard let id, id != .absent else { return .lost }
        // The row may have been the newest, or a later one exists: without the row this is unknown.
        guard let state = log.memtable.state(id) ?? ((try? tables.state(id)) ?? nil) else {
            return .lost
        }
        return state.sequence > sequence
            ? .unaffected : .older(at: state.record.point.at, backup: nil)
    }

    private func putAside(
        _ sequence: SequenceNumber,
        _ stored: StoredRow?,
        id: ItemID
    ) throws(StoreError) {
        var next: SequenceNumber?
        try tables.forEachRow(of: id, before: sequence) { older throws(StoreError) in
            guard let row = try tables.row(older), row.id == id, !row.kind.isHistoryOnly else {
                return true
            }
            next = older
            return false
        }
        try tables.putAside(
            .row,
            sequence,
            id: id,
            next: next,
            name: try name(of: id, stored),
            body: stored?.bytes ?? [],
            now: now
        )
        try tables.flushing.dropRow(sequence)
    }

    /// Returns the item's name from the tables, or else from the damaged row.
    private func name(of id: ItemID?, _ stored: StoredRow?) throws(StoreError) -> String? {
        if let id, id != .absent {
            var state = log.memtable.state(id)
            if state == nil { state = try tables.state(id) }
            if let state {
                return state.record.point.item
            }
            let select = try tables.file.prepare("SELECT name FROM name WHERE id = ?1", id)
            if try select.step() { return select.text(0) }
        }
        guard case .item(let record)? = stored?.unverifiedRow?.body else { return nil }
        return record.point.item
    }

    // MARK: Items

    private func mend(item id: ItemID, isNoted: Bool) throws(StoreError) {
        // The memtable has a newer state, and a flush updates the tables.
        guard log.memtable.state(id) == nil else { return }
        tables.damage.forget(items: [id])
        var state = try tables.newestState(of: id)
        var backup: String?
        let lost = lostStates[id]
        if let lost {
            let newer = backups.newest(of: id, after: state?.sequence ?? .start, before: lost)
            if let newer {
                try tables.replace(newer.row)
                state = try tables.newestState(of: id)
                backup = newer.backup
            }
        }
        let name = try name(of: id, nil)
        let before = try tables.headEntry(id)
        try tables.set(state, of: id)
        guard let lost else {
            if isNoted, !restoredItems.contains(id) { report(.entry, name, .healed) }
            return
        }
        if let state, absent.contains(lost), before?[3] == state.record.point.at.rawValue,
            before?[4] == state.record.point.expiresAt.rawValue
        {
            // The newest row still exists: its sequence number was the damaged part.
            return report(.entry, name, .healed)
        }
        guard let state else { return report(.row(lost), name, .lost) }
        report(.row(lost), name, .older(at: state.record.point.at, backup: backup))
    }

    private func mend(name: String) throws(StoreError) {
        try tables.file.prepare("DELETE FROM name WHERE name = ?1", name).run()
        // The item states determine which item has the name: the scrub adds it again.
        scrubber.progress.begin(at: .states)
        report(.entry, name, .healed)
    }

    // MARK: Events

    private func mend(event sequence: SequenceNumber) throws(StoreError) {
        let select = try tables.file.prepare("SELECT id FROM event WHERE sequence = ?1", sequence)
        var id: String?
        if try select.step() { id = select.text(0) }
        select.reset()
        try tables.events.drop(sequence)
        if let found = backups.event(sequence, id: id) {
            try tables.events.insert(found.row)
            return report(.event(sequence), nil, .restored(backup: found.backup))
        }
        try tables.putAside(
            .event,
            sequence,
            id: .absent,
            next: nil,
            name: id,
            body: [],
            now: now
        )
        log.statistics.events.held -= 1
        try log.meta.set(.eventsLast, log.statistics.events.last)
        try log.meta.set(
            .eventsDropped,
            log.statistics.events.last.rawValue - log.statistics.events.held
        )
        report(.event(sequence), nil, .lost)
    }

    // MARK: Sync

    /// Removes damaged rows from the tables of sync.
    ///
    /// All items are then checked against the remote.
    private func mendSync() throws(StoreError) {
        let bodies: [(table: String, column: String, isWhole: ([UInt8]) -> Bool)] = [
            ("sync_send", "record", { RemoteRecord(bytes: $0) != nil }),
            ("sync_held", "body", { SyncedEvent(bytes: $0) != nil }),
            ("sync_conflict", "body", { DecidedConflict(bytes: $0) != nil }),
            ("sync_step", "body", { SyncStep(bytes: $0) != nil }),
            ("sync_item", "mark", { SyncMark(bytes: $0) != nil }),
        ]
        for body in bodies { try drop(body.table, body.column, unless: body.isWhole) }
        try RawSQLite.execute("UPDATE sync_state SET seed = 1", on: tables.file.handle)
        log.statistics.sync?.seed = 1
        report(.syncMemory, nil, .unaffected)
    }

    private func drop(
        _ table: String,
        _ column: String,
        unless isWhole: ([UInt8]) -> Bool
    ) throws(StoreError) {
        // The only table without numbers uses a text as its key.
        let key = table == "sync_item" ? "number" : "id"
        let select = try tables.file.prepare(
            "SELECT \(key), \(column) FROM \(table) WHERE \(column) IS NOT NULL"
        )
        let drop = try tables.file.prepare("DELETE FROM \(table) WHERE \(key) = ?1")
        var damaged: [String] = []
        while try select.step() {
            let bytes = select.sealedBytes(1)
            if bytes.map({ !isWhole($0) }) ?? true { damaged.append(select.text(0)) }
        }
        for key in damaged {
            if table == "sync_held" { drop.bind(1, key) } else { drop.bind(1, Int(key)) }
            try drop.run()
        }
    }

    private func report(
        _ subject: DamageReport.Subject,
        _ item: String?,
        _ outcome: DamageReport.Outcome
    ) {
        let finding = DamageReport(subject: subject, item: item, outcome: outcome)
        findings.append(finding)
        if finding.takesBack, let item { lostItems.append(item) }
    }
}
