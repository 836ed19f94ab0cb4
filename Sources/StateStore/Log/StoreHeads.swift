package import StateModel

extension Store {
    /// The revision of the newest change, including uncommitted ones.
    package var revision: Int { batch.revision ?? statistics.revision }

    /// The sequence number of the newest row, including uncommitted ones.
    package var lastWritten: Int { batch.entries.last?.sequence ?? statistics.lastSequence }

    /// Returns the newest state of the item with that name, including uncommitted rows.
    package func head(named name: String) throws(StoreError) -> ItemState? {
        try head(named: ExactString(name))
    }

    /// Returns the newest state of the item with that name, including uncommitted rows.
    package func head(named name: ExactString) throws(StoreError) -> ItemState? {
        if let id = knownID(name) { return id == 0 ? nil : try head(id) }
        guard let found = try tables.head(named: name.text) else { return nil }
        // For a further name, the item itself may have changed since.
        return (knownHead(found.id) ?? found.head).map(served)
    }

    private func knownID(_ name: ExactString) -> Int? {
        // Holds one table at a time while names are compared, instead of the whole object that
        // owns it.
        let written = batch.ids
        if let id = written[name] { return id }
        let active = memtable.active.ids
        if let id = active[name] { return id }
        let frozen = memtable.frozen?.ids
        return frozen?[name]
    }

    private func knownHead(_ id: Int) -> ItemState? {
        if let head = batch.head(id) { return head }
        return memtable.head(id)
    }

    /// Returns the newest state of the item with that number, including uncommitted rows.
    package func head(_ id: Int) throws(StoreError) -> ItemState? {
        try storedHead(id).map(served)
    }

    /// Returns the newest state of the item with that number as the log has it.
    func storedHead(_ id: Int) throws(StoreError) -> ItemState? {
        if let head = knownHead(id) { return head }
        return try tables.head(id)
    }

    /// Returns the player with that name, including uncommitted rows.
    package func player(named name: String) -> PlayerRecord? {
        player(named: ExactString(name))
    }

    /// Returns the player with that name, given as a key, including uncommitted rows.
    package func player(named name: ExactString) -> PlayerRecord? {
        batch.player(named: name) { statistics.players[$0] }
    }

    /// Returns the resume point of a record, completed with its revision and device label.
    package func point(_ record: ItemRecord, revision: Int) -> ResumePoint {
        // Built member by member: a copy of all with some replaced costs twice as much, for
        // each Save.
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
            revision: revision
        )
    }
}
