package import StateModel

extension Store {
    /// The revision of the newest change, what is not committed included.
    package var revision: Int { batch.revision ?? figures.revision }

    /// The number of the newest row, what is not committed included.
    package var lastWritten: Int { batch.entries.last?.sequence ?? figures.lastSequence }

    /// The newest state of the item of that name, what is not committed included.
    package func head(named name: String) throws(StoreError) -> Head? {
        try head(named: Verbatim(name))
    }

    /// The newest state of the item of that name, what is not committed included.
    package func head(named name: Verbatim) throws(StoreError) -> Head? {
        if let id = knownID(name) { return id == 0 ? nil : try head(id) }
        guard let found = try tables.head(named: name.text) else { return nil }
        // A further name: the item itself may have changed since.
        return (knownHead(found.id) ?? found.head).map(served)
    }

    private func knownID(_ name: Verbatim) -> Int? {
        // A table at a time is held while names are compared, instead of all that has one.
        let written = batch.ids
        if let id = written[name] { return id }
        let active = ledger.active.ids
        if let id = active[name] { return id }
        let frozen = ledger.frozen?.ids
        return frozen?[name]
    }

    private func knownHead(_ id: Int) -> Head? {
        if let head = batch.head(id) { return head }
        return ledger.head(id)
    }

    /// The newest state of the item of that number, what is not committed included.
    package func head(_ id: Int) throws(StoreError) -> Head? {
        try storedHead(id).map(served)
    }

    /// The same as the log has it.
    func storedHead(_ id: Int) throws(StoreError) -> Head? {
        if let head = knownHead(id) { return head }
        return try tables.head(id)
    }

    /// The player of that name, what is not committed included.
    package func player(named name: String) -> PlayerRecord? {
        player(named: Verbatim(name))
    }

    /// The same, by a name that is a key already.
    package func player(named name: Verbatim) -> PlayerRecord? {
        batch.player(named: name) { figures.players[$0] }
    }

    /// The resume point in a record, with the revision and the device's label that it lacks.
    package func point(_ record: ItemRecord, revision: Int) -> ResumePoint {
        // Member by member: to copy all and replace some costs twice as much, for each Save.
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
