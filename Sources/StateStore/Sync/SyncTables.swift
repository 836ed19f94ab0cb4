// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

/// The statistics of the outbox.
package struct SyncCounts: Sendable, Equatable {
    /// The number of rows in flight.
    package var inFlight = 0
    /// The number of rows that wait for another attempt.
    package var waiting = 0
    /// The number of waiting events.
    package var waitingEvents = 0
    /// The number of rows that cannot be sent.
    package var failed = 0
    /// The creation time of the oldest unacknowledged row, in milliseconds since 1970.
    package var oldestAt: Timestamp?

    /// Creates the statistics of an empty outbox.
    package init() {}
}

/// The statistics and the state of sync.
struct SyncStatistics: Equatable {
    /// Sync's memory of the remote.
    var memory = SyncMemory()
    /// The epoch in which the remote's acknowledgements are valid.
    var epoch = 1
    /// The number of the next item to compare with the remote; `nil` once all are compared.
    var seed: Int? = 1
    /// The number of entries that the remote has accepted.
    var synced = 0
    /// The number of entries in the queue.
    var queued = 0
}

/// A listed conflict.
package struct ListedConflict: Sendable, Equatable {
    /// The number of the table row that holds the conflict.
    var row: Int
    package var conflict: DecidedConflict

    /// The conflict's number for the user, which is the same on every device because it is derived
    /// from the two versions.
    package var id: Int {
        let (winner, loser) = (conflict.winner.stamp, conflict.loser.stamp)
        let text = [winner, loser].map { "\($0.key.value) \($0.origin) " }.joined()
        let digits = MD5.hexadecimal(of: (text + conflict.winner.key.name.text).utf8).prefix(7)
        return Int(digits, radix: 16) ?? 0
    }
}

/// The stored outcome of a received version.
package struct ListedStep: Sendable, Equatable {
    /// The store's revision at the time of the step.
    package var revision: Revision
    package var step: SyncStep
}

/// The tables of sync.
struct SyncTables {
    private let file: StoreFile

    /// Creates the tables in an open file.
    init(_ file: StoreFile) {
        self.file = file
    }

    /// The table `sync_item`, and the queue of items to send.
    var items: SyncItems { SyncItems(file) }
    /// The table of the outbox.
    var outbox: SyncOutbox { SyncOutbox(file) }

    /// Returns the statistics as of the last commit.
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

    /// Writes the statistics, except for the length of the queue.
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

    /// Returns the events of the given origin that wait for an earlier one, in order.
    func held(of origin: Origin) throws(StoreError) -> [SyncedEvent] {
        let read = try file.kept(
            "SELECT body FROM sync_held WHERE origin = ?1 ORDER BY number",
            "\(origin)"
        )
        return try read.all { row throws(StoreError) in
            try row.sealed(0, of: "sync_held") { SyncedEvent(bytes: $0) }
        }
    }

    /// Keeps an event until the earlier event that it follows arrives.
    func hold(_ event: SyncedEvent) throws(StoreError) {
        try file.run(
            "INSERT OR REPLACE INTO sync_held (id, origin, number, body) VALUES (?1, ?2, ?3, ?4)",
            event.id,
            "\(event.origin)",
            event.number,
            Sealed(event.bytes)
        )
    }

    /// Removes an event that waited for an earlier one.
    func letGo(_ id: String) throws(StoreError) {
        try file.run("DELETE FROM sync_held WHERE id = ?1", id)
    }

    /// Returns true if an event with the given ID was stored until recently.
    func knew(event id: String) throws(StoreError) -> Bool {
        try file.kept("SELECT 1 FROM sync_known WHERE hash = ?1", Self.hash(id)).hasRow()
    }

    /// Remembers the ID of a removed event.
    func remember(event id: String, now: Timestamp) throws(StoreError) {
        let sql = "INSERT OR REPLACE INTO sync_known (hash, time) VALUES (?1, ?2)"
        try file.run(sql, Self.hash(id), now)
    }

    /// Forgets the IDs of events removed before the given time.
    func forgetEvents(before time: Timestamp) throws(StoreError) {
        try file.run("DELETE FROM sync_known WHERE time < ?1", time)
    }

    /// Returns a short hash of an ID, because there may be millions of IDs.
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

    /// Returns the conflicts about an item, oldest first.
    func conflicts(of name: String) throws(StoreError) -> [ListedConflict] {
        let sql = "SELECT id, body FROM sync_conflict WHERE name = ?1 ORDER BY id"
        return try file.kept(sql, name).all(Self.conflict)
    }

    /// Returns conflicts, newest first.
    func conflicts(limit: Int) throws(StoreError) -> [ListedConflict] {
        let sql = "SELECT id, body FROM sync_conflict ORDER BY id DESC LIMIT ?1"
        return try file.kept(sql, limit).all(Self.conflict)
    }

    /// Returns the number of conflicts.
    func conflictCount() throws(StoreError) -> Int {
        try file.kept("SELECT count(*) FROM sync_conflict").integer() ?? 0
    }

    private static func conflict(of row: Statement) throws(StoreError) -> ListedConflict {
        let conflict = try row.sealed(1, of: "sync_conflict") { DecidedConflict(bytes: $0) }
        return ListedConflict(row: row.int(0), conflict: conflict)
    }

    /// Removes the conflict of the given row, those before the given time, and the oldest ones
    /// beyond `kept`.
    func dropConflicts(id: Int?, before time: Timestamp, beyond kept: Int) throws(StoreError) {
        try file.run(
            "DELETE FROM sync_conflict WHERE id = ?1 OR at < ?2 "
                + "OR id <= (SELECT max(id) FROM sync_conflict) - ?3",
            id,
            time,
            kept
        )
    }

    /// Adds a step, keeps at most `kept` steps of its item, and removes some steps older than
    /// `time`.
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

    /// Returns the steps of an item, newest first.
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
