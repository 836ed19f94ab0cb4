// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

extension ChangeLog {
    /// The revision of the newest change, including uncommitted ones.
    package var revision: Revision {
        // Reads single properties, because passing the batch would copy everything stored in it.
        if let waiting = batch.heldPlayers?.first, let player = batch.players[waiting] {
            // A delayed row has the revision of its call.
            return player.revision
        }
        let count = batch.entries.count
        // A subscript reads the entry in place, while `last` would copy all of it.
        return count == 0 ? statistics.revision : batch.entries[count - 1].revision
    }

    /// The sequence number of the newest row, including uncommitted ones.
    package var lastWritten: SequenceNumber {
        batch.entries.last?.sequence ?? statistics.lastSequence
    }

    package func state(named name: String) throws(StoreError) -> ItemState? {
        try state(named: ExactString(name))
    }

    /// Returns the newest state of the item with the given name, including uncommitted rows.
    package func state(named name: ExactString) throws(StoreError) -> ItemState? {
        if let id = knownID(name) { return id == .absent ? nil : try state(id) }
        guard let found = try tables.state(named: name) else { return nil }
        // The item may have changed since it was read, or under another of its names.
        return (knownState(found.id) ?? found.state).map(served)
    }

    /// Returns an item's number, or 0 if its name was removed; `nil` if only the tables can tell.
    func knownID(_ name: ExactString) -> ItemID? {
        batch.ids[name] ?? memtable.active.ids[name] ?? memtable.frozen?.ids[name]
    }

    private func knownState(_ id: ItemID) -> ItemState? {
        batch.state(id) ?? memtable.state(id)
    }

    package func state(_ id: ItemID) throws(StoreError) -> ItemState? {
        try storedState(id).map(served)
    }

    func storedState(_ id: ItemID) throws(StoreError) -> ItemState? {
        if let state = knownState(id) { return state }
        return try tables.state(id)
    }

    package func player(named name: String) -> PlayerRecord? {
        player(named: ExactString(name))
    }

    package func player(named name: ExactString) -> PlayerRecord? {
        batch.player(named: name) { statistics.players[$0] }
    }

    /// Returns the resume point of a record, with its revision and device label filled in.
    package func point(_ record: ItemRecord, revision: Revision) -> ResumePoint {
        // Built member by member, because replacing members of a copy costs twice as much per Save.
        ResumePoint(
            item: record.point.item,
            player: record.point.player,
            status: record.point.status,
            position: record.point.position,
            duration: record.point.duration,
            title: record.point.title,
            device: devices.label(of: record.device),
            at: record.point.at,
            expiresAt: record.point.expiresAt,
            revision: revision,
            reading: record.point.reading
        )
    }

    package func point(of state: ItemState) -> ResumePoint {
        point(state.record, revision: state.revision)
    }

    /// All alerts except dismissed ones, including uncommitted changes.
    package var alerts: [AlertID: Alert] {
        guard !batch.alerts.isEmpty else { return statistics.alerts }
        return statistics.alerts.merging(batch.alerts) { $1 }.filter {
            $0.value.state != .dismissed
        }
    }

    /// Returns false if the item certainly has no alert.
    ///
    /// Each Save calls this function, so it does not search all alerts.
    package func mayHaveAlert(about item: ExactString) -> Bool {
        !batch.alerts.isEmpty
            || !statistics.alertedItems.isEmpty && statistics.alertedItems.contains(item)
    }

    /// Returns the aliases of an item in sorted order, including uncommitted ones.
    package func aliases(of id: ItemID) throws(StoreError) -> [String] {
        guard statistics.hasAliases || !batch.aliases.isEmpty else { return [] }
        let select = try prepare("SELECT name FROM alias WHERE id = ?1", id)
        var names = Set(try select.all { ExactString($0.text(0)) })
        // Later changes take precedence.
        for changes in [memtable.frozen?.aliases, memtable.active.aliases, batch.aliases] {
            for (name, owner) in changes ?? [:] {
                if owner == id { names.insert(name) } else { names.remove(name) }
            }
        }
        return names.map(\.text).sorted()
    }

    package var hasAliases: Bool { statistics.hasAliases || !batch.aliases.isEmpty }

    package var origin: Origin { batch.origin ?? statistics.origin }

    package var devices: DeviceRegistry { batch.devices ?? statistics.devices }

    /// Returns the number that identifies a device in rows; registers the device, or changes its
    /// label, if necessary.
    package func number(ofDevice text: String, label: String) throws(StoreError) -> DeviceID {
        var registry = devices
        let known = registry.number(of: text)
        if let known, registry.label(of: known) == label { return known }
        let number = known ?? registry.next
        try tables.open()
        try tables.file.run(
            "INSERT INTO device (number, origin, label) VALUES (?1, ?2, ?3) "
                + "ON CONFLICT (number) DO UPDATE SET label = excluded.label",
            number,
            text,
            label
        )
        registry.set(DeviceRegistry.Entry(text: text, label: label), as: number)
        batch.devices = registry
        return number
    }

    // MARK: Rows

    /// Returns the committed rows after `sequence`, oldest first.
    ///
    /// `bytes` is the approximate maximum size of the rows; a player's row contains its queue.
    package func page(
        after sequence: SequenceNumber,
        limit: Int,
        bytes: Int = .max
    ) throws(StoreError) -> LogPage {
        let select = try prepare(
            "SELECT \(Tables.rowColumns) FROM change "
                + "WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence"
        )
        defer { select.reset() }
        select.bind(all: sequence, statistics.lastSequence)
        var page = LogPage(rows: [], isLast: false)
        var room = bytes
        while page.rows.count < limit, room > 0 {
            guard try select.step() else {
                page.isLast = true
                break
            }
            let row = try Tables.verifiedRow(of: select)
            room -= select.withBytes(Tables.bodyColumn, \.count)
            page.rows.append(served(row))
        }
        return page
    }

    /// Returns the revision of a row, if the log still holds it.
    package func revision(of sequence: SequenceNumber) throws(StoreError) -> Revision? {
        if let last = lastRevision, last.sequence == sequence { return last.revision }
        let revision = try tables.row(sequence)?.revision
        // The row may contain a queue of thousands, and many subscribers begin at the same row. A
        // committed row never changes; the number of an uncommitted row may be used again.
        if let revision, sequence <= statistics.lastSequence { lastRevision = (sequence, revision) }
        return revision
    }

    package func time(of sequence: SequenceNumber) throws(StoreError) -> Timestamp? {
        try tables.time(of: sequence)
    }

    // MARK: Sync

    func syncStatistics() throws(StoreError) -> SyncStatistics {
        if let known = batch.sync ?? statistics.sync { return known }
        let read = try tables.sync.statistics()
        statistics.sync = read
        return read
    }

    /// Changes the statistics of sync in the open batch; the caller writes them to the file.
    func updateSync(
        _ change: (inout SyncStatistics) -> Void
    ) throws(StoreError) {
        var statistics = try syncStatistics()
        change(&statistics)
        batch.sync = statistics
    }

    func enqueue(_ kind: SyncItems.QueueKind, _ number: Int) throws(StoreError) {
        let statistics = try syncStatistics()
        batch.needsPush = true
        guard try tables.sync.items.enqueue(kind, number) else { return }
        batch.sync = statistics
        batch.sync?.queued += 1
    }
}
