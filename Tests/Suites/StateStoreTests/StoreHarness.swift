// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

/// A minute, in milliseconds.
let minute = 60_000
/// An hour, in milliseconds.
let hour = 60 * minute
/// A day, in milliseconds.
let day = 24 * hour

/// A store in a directory of its own, and what a service does with it.
///
/// Each verb is one call, committed at once unless ``isBatching``.
final class StoreHarness {
    /// Where the store lies.
    let directory: TemporaryDirectory
    /// How it is set up, from the next start on.
    var options: Store.Options
    /// Trusted time, in milliseconds since 1970.
    var now: Timestamp = 1_700_000_000_000
    /// Whether verbs leave the commit to the test.
    var isBatching = false
    /// What the last start found; `nil` if the store was as it was left.
    private(set) var recovery: Store.Recovery?
    private var opened: Store?

    /// A new store; `adjust` sets its options.
    init(_ adjust: (inout Store.Options) -> Void = { _ in }) throws {
        directory = try TemporaryDirectory()
        options = Store.Options(path: directory.file("state.db"))
        options.machine = "machine-1"
        options.device = "laptop"
        adjust(&options)
        try start()
    }

    /// The store as a power cut at this very moment would leave it, opened elsewhere.
    init(after crashed: StoreHarness) throws {
        directory = try TemporaryDirectory()
        options = crashed.options
        now = crashed.now
        options.path = directory.file("state.db")
        for suffix in ["", "-wal"] {
            try directory.copy(crashed.options.path + suffix, as: "state.db" + suffix)
        }
        try start()
    }

    /// The store in a copy of `file`, set up as another one.
    init(file: String, like other: StoreHarness) throws {
        directory = try TemporaryDirectory()
        options = other.options
        now = other.now
        options.path = directory.file("state.db")
        try directory.copy(file, as: "state.db")
        try start()
    }

    /// The open store.
    var store: Store {
        get throws { try #require(opened) }
    }

    private func start() throws {
        try replace(because: nil)
    }

    /// The daemon stops without a word, and starts again.
    func restart() throws {
        stop()
        try start()
    }

    /// The daemon opens the store, and replaces it if it is damaged.
    func replace(because damage: String?) throws {
        stop()
        let lock = try StoreLock(store: options.path)
        let opening = try Store.open(options, lock: lock, now: now, damage: damage)
        opened = opening.store
        recovery = opening.recovery
        if recovery != nil { try opening.store.forgetRecovery() }
    }

    /// The daemon stops without a word.
    func stop() {
        opened = nil
    }

    // MARK: What services do

    private func call<Value>(_ body: (Store) throws -> Value) throws -> Value {
        let store = try store
        let value = try store.log.withinCall { try body(store) }
        if !isBatching { try store.commit() }
        return value
    }

    private func record(
        _ item: String,
        _ position: Double,
        _ player: String,
        at: Timestamp? = nil,
        ttl: Int = day
    ) -> ItemRecord {
        let point = ResumePoint(
            item: item,
            player: player,
            status: .paused,
            position: position,
            duration: nil,
            title: nil,
            device: "",
            at: at ?? now,
            expiresAt: (at ?? now) + ttl,
            revision: 0
        )
        return ItemRecord(point: point, device: 1)
    }

    /// A snapshot that policy lets through.
    @discardableResult
    func save(
        _ item: String,
        _ position: Double,
        by player: String = "mpv",
        status: Status = .paused,
        device: DeviceID = 1,
        at: Timestamp? = nil,
        ttl: Int = day
    ) throws -> ItemState {
        var record = record(item, position, player, at: at, ttl: ttl)
        record.point.status = status
        record.device = device
        return try call { store in
            try store.log.append(
                record,
                .saved,
                after: try store.log.state(named: item),
                keyTime: record.point.at,
                now: now
            )
        }
    }

    /// A row that says `kind` about the value that stands.
    private func close(_ head: ItemState, _ kind: RowKind, in store: Store) throws {
        var record = ItemRecord(point: head.record.point, device: head.record.device)
        record.interrupted = head.record.interrupted
        try store.log.append(record, kind, after: head, keyTime: now, now: now)
    }

    /// The resume point is removed.
    func clear(_ item: String) throws {
        try call { store in
            let head = try #require(try store.log.state(named: item))
            try #require(head.kind.isLive)
            try close(head, .cleared, in: store)
        }
    }

    /// The same snapshot came again, and starts the time to live anew.
    func renew(_ item: String, ttl: Int = day) throws {
        try call { store in
            let head = try #require(try store.log.state(named: item))
            var record = ItemRecord(point: head.record.point, device: head.record.device)
            record.point.expiresAt = now + ttl
            try store.log.append(record, .renewed, after: head, keyTime: now, now: now)
        }
    }

    /// The daemon found the item playing when it started.
    func interrupt(_ item: String) throws {
        try call { store in
            let head = try #require(try store.log.state(named: item))
            var record = ItemRecord(point: head.record.point, device: head.record.device)
            record.point.status = .paused
            record.interrupted = true
            try store.log.append(record, .restored, after: head, keyTime: now, now: now)
        }
    }

    /// A jump that nobody explained is put aside.
    func quarantine(_ item: String, _ position: Double, by player: String = "mpv") throws {
        try putAside(record(item, position, player), .quarantined)
    }

    /// A snapshot arrives so late that it has expired.
    func archive(_ item: String, _ position: Double, age: Int = 2 * day) throws {
        try putAside(record(item, position, "mpv", at: now - age), .archived)
    }

    private func putAside(_ record: ItemRecord, _ kind: RowKind) throws {
        _ = try call { store in
            try store.log.append(
                record,
                kind,
                after: try store.log.state(named: record.point.item),
                keyTime: record.point.at,
                now: now
            )
        }
    }

    /// Undo: the newest value of the history that once stood is restored.
    @discardableResult
    func undo(_ item: String, ttl: Int = day) throws -> Double {
        try call { store in
            let head = try #require(try store.log.state(named: item))
            let past = try store.items.history(of: head, now: now, limit: 50)
            let value = try #require(past.first { $0.wasCurrent })
            var record = ItemRecord(point: value.record.point, device: 1)
            record.point.at = now
            record.point.expiresAt = now + ttl
            record.since = now
            try store.log.append(record, .restored, after: head, keyTime: now, now: now)
            return record.point.position
        }
    }

    /// The sweep: what has expired is written down as such.
    @discardableResult
    func sweep(limit: Int = 1000) throws -> [String] {
        try call { store in
            let expired = try store.expiry.take(by: now, limit: limit)
            for head in expired { try close(head, .expired, in: store) }
            return expired.map(\.record.point.item)
        }
    }

    /// Commits what was written while ``isBatching``.
    func commit() throws {
        try store.commit()
    }

    // MARK: Upkeep

    /// Gives the store slices of that size until there is nothing left to do.
    func upkeep(slice: Int = 64) throws {
        let store = try store
        while store.upkeep.isNeeded { try store.upkeep(rows: slice, now: now) }
    }

    /// Flushes all there is, and lets the hand go over the whole log.
    func tidy() throws {
        let store = try store
        try store.flushAll(now: now)
        store.compaction.progress.hand = 0
        store.compaction.progress.debt = .max
        try upkeep(slice: 256)
    }
}
