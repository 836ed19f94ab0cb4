// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

package struct SyncCounts: Sendable, Equatable {
    package var inFlight = 0
    package var waiting = 0
    package var waitingEvents = 0
    package var failed = 0
    /// The time of the oldest entry that is not acknowledged.
    package var oldestAt: Timestamp?

    package init() {}
}

struct SyncStatistics: Equatable {
    var memory = SyncMemory()
    /// The number of the period in which acknowledgements are valid; a new one begins when they are
    /// forgotten.
    var epoch = 1
    /// The number of the next item to add to the queue for a new remote; `nil` once all were added.
    var seed: Int? = 1
    var synced = 0
    var queued = 0
}

package struct ListedConflict: Sendable, Equatable {
    var row: Int
    package var conflict: DecidedConflict

    /// The number by which the user selects the conflict.
    ///
    /// It is derived from the version that lost, and therefore the same on every device; which
    /// version that met first may differ.
    package var id: Int {
        let loser = conflict.loser.stamp
        let text = "\(loser.key.value) \(loser.origin) \(conflict.winner.key.name.text)"
        let digits = MD5.hexadecimal(of: text.utf8).prefix(7)
        return Int(digits, radix: 16) ?? 0
    }
}

package struct ListedStep: Sendable, Equatable {
    /// The store's revision when the version was received.
    package var revision: Revision
    package var step: SyncStep
}

/// The tables whose names begin with `sync_`, except `sync_round`.
struct SyncTables {
    let file: StoreFile

    var items: SyncItems { SyncItems(file: file) }
    var outbox: SyncOutbox { SyncOutbox(file: file) }

    func statistics() throws(StoreError) -> SyncStatistics {
        let read = try file.kept("SELECT memory, epoch, seed, synced FROM sync_state")
        let known = try read.first { row throws(StoreError) in
            SyncStatistics(
                memory: try row.sealed(0, of: "sync_state") { SyncMemory(bytes: $0) },
                epoch: row.int(1),
                seed: row.optionalInt(2),
                synced: row.int(3)
            )
        }
        var statistics = known ?? SyncStatistics()
        statistics.queued = try items.queueLength()
        return statistics
    }

    /// Writes the statistics, except for `queued`.
    func write(_ statistics: SyncStatistics) throws(StoreError) {
        try file.run(
            "INSERT OR REPLACE INTO sync_state (number, memory, epoch, seed, synced) "
                + "VALUES (1, ?1, ?2, ?3, ?4)",
            Sealed(statistics.memory.bytes),
            statistics.epoch,
            statistics.seed,
            statistics.synced
        )
    }

    // MARK: Events

    func held(of origin: Origin) throws(StoreError) -> [SyncedEvent] {
        let read = try file.kept(
            "SELECT body FROM sync_held WHERE origin = ?1 ORDER BY number",
            "\(origin)"
        )
        return try read.all { row throws(StoreError) in
            try row.sealed(0, of: "sync_held") { SyncedEvent(bytes: $0) }
        }
    }

    func hold(_ event: SyncedEvent) throws(StoreError) {
        try file.run(
            "INSERT OR REPLACE INTO sync_held (id, origin, number, body) VALUES (?1, ?2, ?3, ?4)",
            event.event.id,
            "\(event.origin)",
            event.number,
            Sealed(event.bytes)
        )
    }

    func removeHeldEvent(_ id: String) throws(StoreError) {
        try file.run("DELETE FROM sync_held WHERE id = ?1", id)
    }

    func isKnown(event id: String) throws(StoreError) -> Bool {
        try file.kept("SELECT 1 FROM sync_known WHERE hash = ?1", Self.hash(id)).hasRow()
    }

    func remember(event id: String) throws(StoreError) {
        try file.run("INSERT OR IGNORE INTO sync_known (hash) VALUES (?1)", Self.hash(id))
    }

    /// Returns a short hash of an ID, which saves space, because there may be millions of IDs.
    private static func hash(_ id: String) -> Int {
        let digits = MD5.hexadecimal(of: id.utf8).prefix(16)
        return Int(truncatingIfNeeded: UInt64(digits, radix: 16) ?? 0)
    }

    // MARK: Conflicts and steps

    func add(_ conflict: DecidedConflict) throws(StoreError) {
        try file.run(
            "INSERT INTO sync_conflict (name, at, body) VALUES (?1, ?2, ?3)",
            conflict.winner.key.name.text,
            conflict.at,
            Sealed(conflict.bytes)
        )
    }

    func conflicts(of name: String) throws(StoreError) -> [ListedConflict] {
        let sql = "SELECT id, body FROM sync_conflict WHERE name = ?1 ORDER BY id"
        return try file.kept(sql, name).all(Self.conflict)
    }

    func conflicts(limit: Int) throws(StoreError) -> [ListedConflict] {
        let sql = "SELECT id, body FROM sync_conflict ORDER BY id DESC LIMIT ?1"
        return try file.kept(sql, limit).all(Self.conflict)
    }

    func conflictCount() throws(StoreError) -> Int {
        try file.kept("SELECT count(*) FROM sync_conflict").integer() ?? 0
    }

    private static func conflict(of row: Statement) throws(StoreError) -> ListedConflict {
        let conflict = try row.sealed(1, of: "sync_conflict") { DecidedConflict(bytes: $0) }
        return ListedConflict(row: row.int(0), conflict: conflict)
    }

    /// Removes the conflict with the given row number, those older than the given time, and the
    /// oldest ones beyond `kept`.
    func dropConflicts(id: Int?, before time: Timestamp, beyond kept: Int) throws(StoreError) {
        try file.run(
            "DELETE FROM sync_conflict WHERE id = ?1 OR at < ?2 "
                + "OR id <= (SELECT max(id) FROM sync_conflict) - ?3",
            id,
            time,
            kept
        )
    }

    /// Adds a step of an item, and removes the item's oldest steps beyond `kept`, and some older
    /// than `time`.
    func add(
        _ step: SyncStep,
        revision: Revision,
        kept: Int,
        notBefore time: Timestamp
    ) throws(StoreError) {
        let name = step.version.key.name.text
        try file.run(
            "INSERT INTO sync_step (name, at, revision, body) VALUES (?1, ?2, ?3, ?4)",
            name,
            step.at,
            revision,
            Sealed(step.bytes)
        )
        try file.run(
            "DELETE FROM sync_step WHERE name = ?1 AND id <= (SELECT id FROM sync_step "
                + "WHERE name = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
            name,
            kept
        )
        try file.run(
            "DELETE FROM sync_step WHERE id IN (SELECT id FROM sync_step ORDER BY id LIMIT 4) "
                + "AND at < ?1",
            time
        )
    }

    func steps(of name: String, limit: Int) throws(StoreError) -> [ListedStep] {
        let read = try file.kept(
            "SELECT revision, body FROM sync_step WHERE name = ?1 ORDER BY id DESC LIMIT ?2",
            name,
            limit
        )
        return try read.all { row throws(StoreError) in
            let step = try row.sealed(1, of: "sync_step") { SyncStep(bytes: $0) }
            return ListedStep(revision: row.int(0), step: step)
        }
    }
}
