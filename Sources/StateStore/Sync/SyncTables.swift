// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

/// The statistics of the outbox.
package struct SyncCounts: Sendable, Equatable {
    /// The number of rows sent to the remote without an answer yet.
    package var inFlight = 0
    /// The number of rows that wait for another attempt.
    package var waiting = 0
    /// The number of events among the waiting rows.
    package var waitingEvents = 0
    /// The number of rows that can't be sent.
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
    /// The epoch within which the remote's acknowledgements are valid.
    var epoch = 1
    /// The next item to check against the remote; `nil` if all were checked.
    var seed: Int? = 1
    /// The number of entries that the remote has accepted.
    var synced = 0
    /// The number of entries in the queue.
    var queued = 0
}

/// A conflict as it is listed.
package struct ListedConflict: Sendable, Equatable {
    /// The number of its row.
    var row: Int
    /// The conflict.
    package var conflict: DecidedConflict

    /// The conflict's number for people, which is the same on each device: it follows from the two
    /// versions.
    package var id: Int {
        let (winner, loser) = (conflict.winner.stamp, conflict.loser.stamp)
        let text = [winner, loser].map { "\($0.key.value) \($0.origin) " }.joined()
        let digits = MD5.hexadecimal(of: (text + conflict.winner.key.name.text).utf8).prefix(7)
        return Int(digits, radix: 16) ?? 0
    }
}

/// The outcome of a version that arrived, as it is kept.
package struct ListedStep: Sendable, Equatable {
    /// The store's revision at the time of the step.
    package var revision: Revision
    /// The step.
    package var step: SyncStep
}

/// The tables of sync and their prepared statements.
final class SyncTables {
    /// The statements of `sync_item` and of the queue.
    let items: SyncItems
    /// The statements of the outbox.
    let outbox: SyncOutbox
    private let readState: Statement
    private let writeState: Statement
    private let readHeld: Statement
    private let hold: Statement
    private let letGo: Statement
    private let isKnown: Statement
    private let know: Statement
    private let unknow: Statement
    private let addConflict: Statement
    private let readConflictsOfItem: Statement
    private let readConflicts: Statement
    private let countConflicts: Statement
    private let dropConflicts: Statement
    private let addStep: Statement
    private let readSteps: Statement
    private let dropSteps: Statement
    private let dropOldSteps: Statement

    /// Prepares the statements.
    init(_ file: StoreFile) throws(StoreError) {
        items = try SyncItems(file)
        outbox = try SyncOutbox(file)
        readState = try file.prepare("SELECT memory, epoch, seed, synced FROM sync_state")
        writeState = try file.prepare(
            "INSERT OR REPLACE INTO sync_state (number, memory, epoch, seed, synced) "
                + "VALUES (1, ?1, ?2, ?3, ?4)"
        )
        readHeld = try file.prepare("SELECT body FROM sync_held WHERE origin = ?1 ORDER BY number")
        hold = try file.prepare(
            "INSERT OR REPLACE INTO sync_held (id, origin, number, body) VALUES (?1, ?2, ?3, ?4)"
        )
        letGo = try file.prepare("DELETE FROM sync_held WHERE id = ?1")
        isKnown = try file.prepare("SELECT 1 FROM sync_known WHERE hash = ?1")
        know = try file.prepare("INSERT OR REPLACE INTO sync_known (hash, time) VALUES (?1, ?2)")
        unknow = try file.prepare("DELETE FROM sync_known WHERE time < ?1")
        addConflict = try file.prepare(
            "INSERT INTO sync_conflict (name, at, body) VALUES (?1, ?2, ?3)"
        )
        readConflictsOfItem = try file.prepare(
            "SELECT id, body FROM sync_conflict WHERE name = ?1 ORDER BY id"
        )
        readConflicts = try file.prepare(
            "SELECT id, body FROM sync_conflict ORDER BY id DESC LIMIT ?1"
        )
        countConflicts = try file.prepare("SELECT count(*) FROM sync_conflict")
        dropConflicts = try file.prepare(
            "DELETE FROM sync_conflict WHERE id = ?1 OR at < ?2 "
                + "OR id <= (SELECT max(id) FROM sync_conflict) - ?3"
        )
        addStep = try file.prepare(
            "INSERT INTO sync_step (name, at, revision, body) VALUES (?1, ?2, ?3, ?4)"
        )
        readSteps = try file.prepare(
            "SELECT revision, body FROM sync_step WHERE name = ?1 ORDER BY id DESC LIMIT ?2"
        )
        dropSteps = try file.prepare(
            "DELETE FROM sync_step WHERE name = ?1 AND id <= (SELECT id FROM sync_step "
                + "WHERE name = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)"
        )
        dropOldSteps = try file.prepare(
            "DELETE FROM sync_step WHERE id IN (SELECT id FROM sync_step "
                + "ORDER BY id LIMIT ?2) AND at < ?1"
        )
    }

    /// Returns the statistics as of the last commit.
    func statistics() throws(StoreError) -> SyncStatistics {
        defer { readState.reset() }
        var statistics = SyncStatistics()
        if try readState.step() {
            statistics.memory = try readState.sealed(0, of: "sync_state") { SyncMemory(bytes: $0) }
            statistics.epoch = readState.int(1)
            statistics.seed = readState.optionalInt(2)
            statistics.synced = readState.int(3)
        }
        statistics.queued = try items.queueLength()
        return statistics
    }

    /// Writes the statistics, except for the length of the queue.
    func write(_ statistics: SyncStatistics) throws(StoreError) {
        writeState.bindSealed(1, statistics.memory.bytes)
        writeState.bind(2, statistics.epoch)
        writeState.bind(3, statistics.seed)
        writeState.bind(4, statistics.synced)
        try writeState.run()
    }

    // MARK: Events

    /// Returns the events of that origin that wait for their predecessor, in order.
    func held(of origin: Origin) throws(StoreError) -> [SyncedEvent] {
        readHeld.bind(1, "\(origin)")
        defer { readHeld.reset() }
        var events: [SyncedEvent] = []
        while try readHeld.step() {
            events.append(try readHeld.sealed(0, of: "sync_held") { SyncedEvent(bytes: $0) })
        }
        return events
    }

    /// Keeps an event until its predecessor arrives.
    func hold(_ event: SyncedEvent) throws(StoreError) {
        hold.bind(all: event.id, "\(event.origin)", event.number)
        hold.bindSealed(4, event.bytes)
        try hold.run()
    }

    /// Removes an event that waited for its predecessor.
    func letGo(_ id: String) throws(StoreError) {
        letGo.bind(1, id)
        try letGo.run()
    }

    /// Returns true if an event with that id was held until recently.
    func knew(event id: String) throws(StoreError) -> Bool {
        isKnown.bind(1, Self.hash(id))
        defer { isKnown.reset() }
        return try isKnown.step()
    }

    /// Remembers the id of an event that is dropped.
    func remember(event id: String, now: Timestamp) throws(StoreError) {
        know.bind(all: Self.hash(id), now)
        try know.run()
    }

    /// Removes the ids of events that were dropped before that time.
    func forgetEvents(before time: Timestamp) throws(StoreError) {
        unknow.bind(1, time)
        try unknow.run()
    }

    /// Returns a short hash of an id, because there may be millions of ids.
    private static func hash(_ id: String) -> Int {
        let digits = MD5.hexadecimal(of: id.utf8).prefix(16)
        return Int(truncatingIfNeeded: UInt64(digits, radix: 16) ?? 0)
    }

    // MARK: Conflicts and steps

    /// Adds a conflict.
    func add(_ conflict: DecidedConflict) throws(StoreError) {
        addConflict.bind(all: conflict.winner.key.name.text, conflict.at)
        addConflict.bindSealed(3, conflict.bytes)
        try addConflict.run()
    }

    /// Returns the conflicts about an item, the oldest first.
    func conflicts(of name: String) throws(StoreError) -> [ListedConflict] {
        readConflictsOfItem.bind(1, name)
        return try conflicts(under: readConflictsOfItem)
    }

    /// Returns the newest conflicts first.
    func conflicts(limit: Int) throws(StoreError) -> [ListedConflict] {
        readConflicts.bind(1, limit)
        return try conflicts(under: readConflicts)
    }

    /// Returns the number of conflicts.
    func conflictCount() throws(StoreError) -> Int {
        try countConflicts.integer() ?? 0
    }

    private func conflicts(under statement: Statement) throws(StoreError) -> [ListedConflict] {
        defer { statement.reset() }
        var conflicts: [ListedConflict] = []
        while try statement.step() {
            let conflict = try statement.sealed(1, of: "sync_conflict") {
                DecidedConflict(bytes: $0)
            }
            conflicts.append(ListedConflict(row: statement.int(0), conflict: conflict))
        }
        return conflicts
    }

    /// Drops the conflict of that row, those before that time, and the oldest beyond `kept`.
    func dropConflicts(id: Int?, before time: Timestamp, beyond kept: Int) throws(StoreError) {
        dropConflicts.bind(all: id, time, kept)
        try dropConflicts.run()
    }

    /// Adds a step; keeps at most `kept` steps of its item, and drops some from before `time`.
    func add(
        _ step: SyncStep,
        revision: Revision,
        kept: Int,
        notBefore time: Timestamp
    ) throws(StoreError) {
        let name = step.version.key.name.text
        addStep.bind(all: name, step.at, revision)
        addStep.bindSealed(4, step.bytes)
        try addStep.run()
        dropSteps.bind(all: name, kept)
        try dropSteps.run()
        dropOldSteps.bind(all: time, 4)
        try dropOldSteps.run()
    }

    /// Returns the newest steps of the item first.
    func steps(of name: String, limit: Int) throws(StoreError) -> [ListedStep] {
        readSteps.bind(all: name, limit)
        defer { readSteps.reset() }
        var steps: [ListedStep] = []
        while try readSteps.step() {
            let step = try readSteps.sealed(1, of: "sync_step") { SyncStep(bytes: $0) }
            steps.append(ListedStep(revision: readSteps.int(0), step: step))
        }
        return steps
    }
}
