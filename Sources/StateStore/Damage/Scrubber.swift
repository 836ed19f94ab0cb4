// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The verification of all rows of a store in idle time, to find damage before a read does.
package final class Scrubber {
    /// The progress.
    package internal(set) var progress = Scrub()
    /// Damage found by other means than a read, and not yet reported.
    var findings: [DamageReport]
    private let log: ChangeLog
    private let upkeep: Upkeep

    /// Creates the scrub of an open log in which damage was found when it was opened.
    init(_ log: ChangeLog, _ upkeep: Upkeep, _ findings: [DamageReport]) {
        self.log = log
        self.upkeep = upkeep
        self.findings = findings
        progress.damaged = findings.count
    }

    /// The start of the scrub's next pass, on the trusted clock; `nil` while one is in progress.
    package var next: Timestamp? { progress.phase == .resting ? progress.due : nil }

    /// Postpones the next pass until `time`, on the trusted clock.
    package func putOff(until time: Timestamp) { progress.putOff(until: time) }

    /// The number of usual rows that a slice verifies: about half a millisecond.
    private static let slice = 256
    /// The number of items in a slice: each costs several rows, for its name and its entries.
    private static let stateSlice = 64
    /// The approximate size of the rows or events that a slice verifies, in bytes.
    private static let sliceBytes = 256 << 10

    /// Verifies a slice of the file, if a pass is in progress and the store is idle.
    ///
    /// Findings are noted for ``Store/mend(now:)``. On an error, call ``Store/reopen()`` before you
    /// use the store again.
    ///
    /// - Parameter now: trusted time, in milliseconds since 1970.
    /// - Returns: the time of the next call, on the trusted clock.
    /// - Throws: ``StoreError`` if the file cannot be read or written.
    package func run(now: Timestamp) throws(StoreError) -> Timestamp {
        guard progress.isDue(now: now) else { return progress.due }
        guard !log.isDirty, !upkeep.isNeeded, log.interruptedUpTo == nil else { return now + 10 }
        let look = upkeep.nextLook(at: now)
        guard look <= now else { return look }
        try scrubSlice(now: now)
        return log.hasDamage ? now : next ?? now
    }

    /// Verifies the whole file at once, even while callers wait.
    func verifyAll(now: Timestamp) throws(StoreError) {
        progress.begin()
        while progress.phase != .resting { try scrubSlice(now: now) }
    }

    private func scrubSlice(now: Timestamp) throws(StoreError) {
        let isOver: Bool
        switch progress.phase {
        case .rows: isOver = try scrubRows()
        case .states: isOver = try scrubStates()
        case .events: isOver = try scrubEvents()
        case .resting: isOver = false
        }
        if isOver { progress.endPhase(now: now) }
    }

    private func scrubRows() throws(StoreError) -> Bool {
        let select = try log.prepare(
            "SELECT change.sequence, change.id, kind, offset, time, key, body, checksum, "
                + "head.sequence FROM change LEFT JOIN head ON head.id = change.id "
                + "WHERE change.sequence > ?1 ORDER BY change.sequence LIMIT ?2"
        )
        select.bind(all: progress.hand, Self.slice)
        let flushed: SequenceNumber = try log.meta.number(.flushed)
        var unsummed: [StoredRow] = []
        var count = 0
        var room = Self.sliceBytes
        // A row about a player holds its whole queue, up to 128 KiB.
        while room > 0, try select.step() {
            count += 1
            room -= select.withBytes(StoredRow.bodyColumn, \.count)
            progress.hand = select.int(0)
            guard let row = log.tables.row(of: select) else { continue }
            if select.isNull(7) { unsummed.append(StoredRow(select)) }
            if row.sequence <= flushed { try check(row, newest: select.optionalInt(8)) }
        }
        select.reset()
        progress.verified += count
        if !unsummed.isEmpty {
            try log.tables.unsynced { () throws(StoreError) in
                for row in unsummed { try log.tables.addChecksum(to: row) }
            }
        }
        return room > 0 && count < Self.slice
    }

    /// Notes an item whose state is older than one of its rows, or is missing.
    private func check(_ row: LogRow, newest: SequenceNumber?) throws(StoreError) {
        guard case .item = row.body, !row.kind.isHistoryOnly, log.memtable.state(row.id) == nil
        else {
            return
        }
        if let newest {
            if newest < row.sequence { log.tables.damage.note(item: row.id) }
        } else if try log.tables.names(itemOf: row) {
            log.tables.damage.note(item: row.id)
        }
    }

    private func scrubStates() throws(StoreError) -> Bool {
        let select = try log.prepare("SELECT id FROM head WHERE id > ?1 ORDER BY id LIMIT ?2")
        select.bind(all: progress.hand, Self.stateSlice)
        let ids: [ItemID] = try select.integers()
        var missing: [ItemName] = []
        for id in ids where log.memtable.state(id) == nil {
            if try !agrees(id) { log.tables.damage.note(item: id) }
            if let name = try missingName(of: id) { missing.append(name) }
        }
        if !missing.isEmpty {
            try log.tables.unsynced { () throws(StoreError) in try log.tables.flushing.put(missing)
            }
            progress.damaged += missing.count
            findings += missing.map {
                DamageReport(subject: .entry, item: $0.text, outcome: .healed)
            }
        }
        progress.hand = ids.last?.rawValue ?? progress.hand
        progress.verified += ids.count
        return ids.count < Self.stateSlice
    }

    /// Returns true if the tables and the rows of an item agree.
    private func agrees(_ id: ItemID) throws(StoreError) -> Bool {
        guard let state = try log.tables.state(id), let entry = try log.tables.headEntry(id) else {
            return false
        }
        let column = state.kind.isLive ? 1 : state.kind == .cleared ? 0 : 2
        let plays = state.kind.isLive && state.record.point.status == .playing
        guard entry[0] == state.sequence.rawValue, entry[1] == column, entry[2] == (plays ? 1 : 0),
            entry[5] == state.historyOnly?.rawValue, entry[6] == state.ordinal, try counts(state)
        else { return false }
        guard state.kind.isLive else { return true }
        return try log.tables.hasOrders(of: state)
    }

    private func counts(_ state: ItemState) throws(StoreError) -> Bool {
        guard let historyOnly = state.historyOnly else {
            return state.ordinal == state.record.ordinal
        }
        guard let row = try log.tables.row(historyOnly), row.id == state.id, row.kind.isHistoryOnly,
            case .item(let record) = row.body
        else { return false }
        return record.ordinal == state.ordinal
    }

    /// Returns the name of an item with a point, if the table of names does not lead to the item.
    private func missingName(of id: ItemID) throws(StoreError) -> ItemName? {
        guard let state = try log.tables.state(id), state.kind.isLive else { return nil }
        let name = state.record.point.item
        guard log.memtable.id(ExactString(name)) == nil else { return nil }
        guard let owner = try log.tables.owner(ofName: name), owner != id else {
            return try log.tables.owner(ofName: name) == id ? nil : ItemName(text: name, id: id)
        }
        // The name may have passed to another item, as its own name or as a further one.
        if try log.tables.owner(ofAlias: name) == owner { return nil }
        if let other = try log.state(owner), ExactString.same(other.record.point.item, name) {
            return nil
        }
        return ItemName(text: name, id: id)
    }

    private func scrubEvents() throws(StoreError) -> Bool {
        let events = log.tables.events
        let looked = try events.verify(
            after: SequenceNumber(progress.hand),
            limit: Self.slice,
            bytes: Self.sliceBytes
        )
        if !looked.unsummed.isEmpty {
            try log.tables.unsynced { () throws(StoreError) in
                for row in looked.unsummed { try events.addChecksum(to: row) }
            }
        }
        progress.hand = looked.last?.rawValue ?? progress.hand
        progress.verified += looked.count
        return looked.last == nil
    }
}

// The queries and writes of the scrub.
extension Tables {
    /// Adds the checksum to a row of an older version.
    func addChecksum(to row: StoredRow) throws(StoreError) {
        let write = try file.prepare(
            "UPDATE change SET checksum = ?2 WHERE sequence = ?1 AND checksum IS NULL"
        )
        write.bind(all: row.sequence, row.fittingChecksum)
        try write.run()
    }

    /// Returns true if a state with a point has its entries in `recent` and `due`.
    func hasOrders(of state: ItemState) throws(StoreError) -> Bool {
        let point = state.record.point
        let recent = try file.prepare(
            "SELECT 1 FROM player CROSS JOIN recent ON recent.player = player.number "
                + "WHERE player.name = ?1 AND at = ?2 AND id = ?3"
        )
        recent.bind(all: point.player, point.at, state.id)
        guard try recent.step() else { return false }
        let due = try file.prepare("SELECT 1 FROM due WHERE expires = ?1 AND id = ?2")
        due.bind(all: state.due ?? point.expiresAt, state.id)
        return try due.step()
    }

    /// Returns true if the item of a row still has the name that the row gives it.
    ///
    /// A forgotten item loses its name with its state, before its last rows are dropped.
    func names(itemOf row: LogRow) throws(StoreError) -> Bool {
        guard case .item(let record) = row.body else { return false }
        return try owner(ofName: record.point.item) == row.id
    }

    /// Returns the item that the table of names gives for a name.
    func owner(ofName name: String) throws(StoreError) -> ItemID? {
        try file.prepare("SELECT id FROM name WHERE name = ?1", name).integer()
    }
}

extension EventTable {
    /// A range of verified events.
    struct Verified {
        /// The last of them; `nil` if there were none.
        var last: SequenceNumber?
        /// The number of events.
        var count = 0
        /// The events of older versions, without a checksum.
        var unsummed: [EventRow] = []
    }

    /// Verifies the next events after `sequence`, as many as two limits allow; damage is noted.
    func verify(
        after sequence: SequenceNumber,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> Verified {
        var verified = Verified()
        var room = bytes
        try forEach(after: sequence) { sequence, row, hasChecksum in
            verified.last = sequence
            verified.count += 1
            room -= row?.bytes ?? 0
            if let row, !hasChecksum { verified.unsummed.append(row) }
            return verified.count < limit && room > 0
        }
        return verified
    }
}
