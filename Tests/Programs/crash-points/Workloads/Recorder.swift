// SPDX-License-Identifier: Apache-2.0
package import CrashModel
import Glibc
import ModelTesting
package import StateModel
package import StateStore

/// A store in use, whose user notes what was written and what was acknowledged.
package final class Recorder {
    /// The store's directory.
    package let directory: String
    /// The settings, from the next opening on.
    package var options: Store.Options
    /// Trusted time, in milliseconds since 1970.
    package private(set) var now: Timestamp = 1_700_000_000_000
    /// What was written and what was acknowledged.
    package private(set) var promises = Promises()
    private var opened: Store?
    private let notes: Int32
    private var events: [String] = []

    /// The file of the notes, in the directory of a store.
    package static let notes = "notes"
    /// The file that controls the faults, in the directory of a store.
    package static let controls = "controls"

    /// Creates a store in an empty directory.
    package init(in directory: String) throws {
        self.directory = directory
        options = Self.options(in: directory)
        notes = Glibc.open("\(directory)/\(Self.notes)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard notes >= 0 else { throw Violation("cannot write in \(directory)") }
        try open()
    }

    /// The settings of a store in a directory.
    package static func options(in directory: String) -> Store.Options {
        var options = Store.Options(path: "\(directory)/state.db")
        options.machine = "machine-1"
        options.device = "laptop"
        options.flushRows = 24
        options.reserveBytes = 0
        options.settings.syncs = true
        options.settings.eventRetentionMilliseconds = 60_000
        return options
    }

    /// The file that lets writes of this process fail.
    package var controls: String { "\(directory)/\(Self.controls)" }

    /// The open store.
    package var store: Store {
        get throws {
            guard let opened else { throw Violation("the store is closed") }
            return opened
        }
    }

    // MARK: Notes

    /// Notes that a subject is about to have a value.
    package func intend(_ subject: String, _ value: String) {
        note("w \(subject) \(value)\n")
    }

    /// Notes that a subject may be gone from now on.
    package func mayGo(_ subject: String) {
        note("g \(subject)\n")
    }

    /// Notes that a subject may be absent no longer.
    package func keep(_ subject: String) {
        note("k \(subject)\n")
    }

    /// Commits, and notes that everything written so far is acknowledged.
    package func commit() throws {
        try store.commit()
        note("p\n")
    }

    /// Notes that the store holds these values, and that all of them are acknowledged.
    package func settle(_ found: [String: String]) {
        for (subject, value) in found { intend(subject, value) }
        note("p\n")
    }

    /// Begins anew after a commit that failed.
    package func abandon() throws {
        note("f\n")
        guard let opened else { return try open() }
        try opened.reopen()
    }

    private func note(_ line: String) {
        for part in line.split(separator: "\n") { promises.read(part) }
        let bytes = Array(line.utf8)
        // Unlike a write at an offset, this one never fails on purpose.
        guard write(notes, bytes, bytes.count) == bytes.count else { abort() }
    }

    // MARK: The store

    /// Lets time pass.
    package func wait(_ milliseconds: Int) {
        now += milliseconds
    }

    /// Opens the store.
    package func open() throws {
        let lock = try StoreLock(store: options.path)
        let opening = try Store.open(options, lock: lock, now: now)
        opened = opening.store
        guard opening.recovery != nil else { return }
        try opening.store.forgetRecovery()
    }

    /// Closes the store.
    package func close() {
        opened = nil
    }

    /// Writes a row about an item into the open batch; without a position, the item is cleared.
    ///
    /// A row that sync brought is that of another device.
    package func save(
        _ item: String,
        _ position: Int?,
        status: Status = .paused,
        ttl: Int = 86_400_000,
        title: String? = nil,
        from device: DeviceID? = nil
    ) throws {
        let store = try store
        let head = try store.log.state(named: item)
        var point = ResumePoint(
            item: item,
            player: "mpv",
            status: status,
            position: Double(position ?? 0),
            duration: nil,
            title: title,
            device: "",
            at: now,
            expiresAt: now + ttl,
            revision: 0
        )
        if position == nil, let head { point = head.record.point }
        let record = ItemRecord(point: point, device: device ?? .own)
        let kind: RowKind = position == nil ? .cleared : .saved
        intend(item, position.map { "\($0)" } ?? Picture.cleared)
        try store.log.withinCall {
            if device == nil {
                try store.log.append(record, kind, after: head, keyTime: now, now: now)
            } else {
                let key = OrderKey(time: now, after: head?.key)
                _ = try store.sync.append(
                    record,
                    kind,
                    after: head,
                    key: key,
                    isPending: false,
                    now: now
                )
            }
        }
    }

    /// Writes an event into the open batch; one with a key is the key's current value.
    package func append(_ id: String, key: String? = nil, clears: Bool = false) throws {
        let rank = EventRank(isCleared: clears)
        let event = Event(
            id: id,
            topic: "score",
            body: Array("{}".utf8),
            at: now,
            key: key.map { EventKey($0, rank) }
        )
        intend("event:\(id)", Picture.there)
        if key == nil { events.append(id) }
        if let key { intend("key:\(key)", clears ? Picture.cleared : id) }
        _ = try store.events.append(event, now: now)
    }

    /// Removes the events past retention.
    package func sweepEvents() throws {
        wait(options.settings.eventRetentionMilliseconds)
        for id in events { mayGo("event:\(id)") }
        events = []
        while try store.events.sweep(now: now) {}
        try commit()
    }

    /// Returns the value of an item, as ``Picture`` names it.
    package func value(of item: String) throws -> String {
        try Picture.value(of: item, in: store) ?? Promises.absent
    }

    /// Does the upkeep that is due.
    package func upkeep() throws {
        for _ in 0..<64 where try store.upkeep.isNeeded {
            wait(20)
            _ = try store.upkeep.run(now: now, certain: now)
        }
    }
}
