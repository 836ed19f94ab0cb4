// SPDX-License-Identifier: Apache-2.0
import CSQLite
import CrashModel
import Glibc
import ModelTesting
import StateModel
import StateStore
package import SyncModel

/// What the user of a store does while each of its writes is noted.
package struct Workload: Sendable {
    /// The name.
    package let name: String
    /// The items that it may write.
    package static let items = (0..<40).map { "item-\($0)" }
    /// The keys that it may write.
    package static let keys = (0..<4).map { "key-\($0)" }
    /// The calls, on a store that is open.
    package let run: @Sendable (Recorder) throws -> Void

    /// All of them.
    package static let all = [
        Workload(name: "saves", run: saves),
        Workload(name: "groups", run: groups),
        Workload(name: "ticks", run: ticks),
        Workload(name: "first-sync", run: firstSync),
        Workload(name: "expiry", run: expiry),
        Workload(name: "checkpoint", run: checkpoint),
        Workload(name: "backup", run: backup),
        Workload(name: "events", run: events),
        Workload(name: "keyed-events", run: keyedEvents),
        Workload(name: "sync-page", run: syncPage),
        Workload(name: "restore", run: restore),
        Workload(name: "full-disk", run: fullDisk),
    ]

    // MARK: Points

    /// One item a commit, with a removal now and then, and the flushes that this leads to.
    private static func saves(_ recorder: Recorder) throws {
        for number in 0..<160 {
            recorder.wait(1_000)
            try recorder.save("item-\(number % 7)", number % 11 == 10 ? nil : number)
            try recorder.commit()
            try recorder.upkeep()
        }
        recorder.close()
        try recorder.open()
        try recorder.save("item-1", 9_999)
        try recorder.commit()
    }

    /// Several items a commit.
    private static func groups(_ recorder: Recorder) throws {
        for group in 0..<40 {
            recorder.wait(1_000)
            for number in 0..<(1 + group % 16) {
                try recorder.save("item-\((group + number) % 40)", group * 100 + number)
            }
            try recorder.commit()
            try recorder.upkeep()
        }
    }

    /// Players that report each few seconds that they play.
    private static func ticks(_ recorder: Recorder) throws {
        for number in 0..<120 {
            recorder.wait(2_500)
            for player in 0..<3 {
                try recorder.save("item-\(player)", number * 3, status: .playing)
            }
            try recorder.commit()
            try recorder.upkeep()
        }
    }

    /// Points of another device, 40 a commit.
    private static func firstSync(_ recorder: Recorder) throws {
        let other = try recorder.store.log.number(
            ofDevice: "0123456789abcdef0123456789abcdef",
            label: "tv"
        )
        for round in 0..<25 {
            recorder.wait(1_000)
            for number in 0..<40 {
                try recorder.save("item-\(number)", round * 100 + number, from: other)
            }
            try recorder.commit()
            try recorder.upkeep()
        }
    }

    /// Points that expire, and the sweep that closes them.
    private static func expiry(_ recorder: Recorder) throws {
        for round in 0..<24 {
            for number in 0..<6 {
                try recorder.save("item-\(number)", round * 10 + number, ttl: 1_000 + number)
            }
            try recorder.commit()
            recorder.wait(2_000)
            let store = try recorder.store
            for head in try store.expiry.take(by: recorder.now, limit: 4) {
                recorder.intend(head.record.point.item, Picture.expired)
                let record = ItemRecord(point: head.record.point, device: head.record.device)
                try store.log.withinCall {
                    try store.log.append(
                        record,
                        .expired,
                        after: head,
                        keyTime: recorder.now,
                        now: recorder.now
                    )
                }
            }
            try recorder.commit()
            try recorder.upkeep()
        }
    }

    // MARK: Files

    /// Commits between passes that copy the write-ahead log into the database.
    private static func checkpoint(_ recorder: Recorder) throws {
        for number in 0..<120 {
            recorder.wait(1_000)
            try recorder.save("item-\(number % 20)", number)
            try recorder.commit()
            if number % 6 == 5 {
                try copyLog(recorder.options.path, number % 12 == 5 ? "PASSIVE" : "RESTART")
            }
            try recorder.upkeep()
        }
    }

    /// Copies the write-ahead log as the daemon's helper does: by a connection of its own.
    private static func copyLog(_ path: String, _ mode: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_exec(handle, "PRAGMA wal_checkpoint(\(mode))", nil, nil, nil) == SQLITE_OK
        else { throw Violation("the log cannot be copied") }
    }

    /// Backups of a store that is in use.
    private static func backup(_ recorder: Recorder) throws {
        // More pages than a step of a backup copies.
        for number in 0..<240 {
            let title = String(repeating: "\(number % 10)", count: 1_000)
            try recorder.save("item-\(10 + number % 30)", number, title: title)
            if number % 24 == 23 { try recorder.commit() }
            try recorder.upkeep()
        }
        for round in 0..<4 {
            try makeBackup(recorder) { number in
                recorder.wait(1_000)
                try recorder.save("item-\(number % 9)", round * 1_000 + number)
                try recorder.commit()
            }
            try recorder.commit()
            let backups = BackupCatalog(recorder.options.path).backups().map(\.path)
            for path in backups.dropLast() { recorder.mayGo(Picture.subject(ofBackup: path)) }
            let dropped = try recorder.store.automaticBackups.drop(beyond: 2)
            for path in backups where !dropped.contains(path) {
                recorder.keep(Picture.subject(ofBackup: path))
            }
        }
    }

    /// Makes a backup, with a call between any two of its steps.
    private static func makeBackup(_ recorder: Recorder, between: (Int) throws -> Void) throws {
        for number in 0..<6 { try between(number) }
        recorder.wait(1_000)
        let backup = try recorder.store.automaticBackups.begin(kept: 2, now: recorder.now)
        let subject = Picture.subject(ofBackup: backup.path)
        recorder.mayGo(subject)
        recorder.intend(subject, Picture.there)
        var number = 6
        while try !backup.step() {
            // Another thread seals the copy: a call while it does would come at any moment.
            if !backup.isWaiting { try between(number) }
            number += 1
        }
        try recorder.commit()
        recorder.keep(subject)
    }

    /// A restore of a backup, and the calls after it.
    private static func restore(_ recorder: Recorder) throws {
        for round in 0..<4 {
            try makeBackup(recorder) { number in
                try recorder.save("item-\(number % 9)", number)
                try recorder.commit()
            }
            let files = BackupCatalog(recorder.options.path).backups()
            guard let newest = files.last else { throw Violation("there is no backup") }
            let held = try items.map { ($0, try recorder.value(of: $0)) }
            let copy = try PreparedRestore(of: newest, for: recorder.options.path) { true }
            for number in 0..<9 {
                recorder.wait(1_000)
                try recorder.save("item-\(number)", round * 1_000 + 100 + number)
                try recorder.commit()
            }
            for (item, value) in held { recorder.intend(item, value) }
            recorder.close()
            _ = try copy.install(now: recorder.now)
            try recorder.open()
            try recorder.commit()
            try recorder.save("item-0", round)
            try recorder.commit()
        }
    }

    // MARK: Events

    /// Events, and the sweep of those past retention.
    private static func events(_ recorder: Recorder) throws {
        for number in 0..<80 {
            recorder.wait(100)
            for part in 0..<(1 + number % 5) { try recorder.append("e\(number)-\(part)") }
            try recorder.commit()
            if number % 20 == 19 { try recorder.sweepEvents() }
            try recorder.upkeep()
        }
    }

    /// Values of keys, and their removal.
    private static func keyedEvents(_ recorder: Recorder) throws {
        for number in 0..<120 {
            recorder.wait(100)
            try recorder.append("k\(number)", key: "key-\(number % 4)", clears: number % 13 == 12)
            try recorder.commit()
            try recorder.upkeep()
        }
    }

    // MARK: Sync

    private static let origin = Origin(device: 1, incarnation: 1)
    /// The operations of the outbox that ``syncPage(_:)`` writes.
    package static let operations = (1...60).map { Operation(origin: origin, number: $0) }

    /// Returns the word for an outbox entry's state.
    package static func word(_ state: SendRow.State) -> String {
        switch state {
        case .inFlight: "sent"
        case .waiting: "waiting"
        case .failed: "failed"
        case .acknowledged: "acknowledged"
        }
    }

    /// Events on their way to a remote: sent, acknowledged, and done, a page a commit.
    private static func syncPage(_ recorder: Recorder) throws {
        let store = try recorder.store
        for page in 0..<6 {
            let numbers = (page * 10 + 1)...(page * 10 + 10)
            for number in numbers { try recorder.append("e\(number)") }
            try recorder.commit()
            var rows = numbers.map { row($0, at: recorder.now) }
            try write(&rows, .inFlight, recorder)
            recorder.wait(1_000)
            try write(
                &rows,
                page % 3 == 2 ? .failed : .acknowledged(until: recorder.now + 1),
                recorder
            )
            var changes = SyncChanges()
            for row in rows where page % 3 == 0 {
                changes.removedRows[row.record.operation] = row.subject
                recorder.intend("row:\(row.number)", Promises.absent)
            }
            try store.sync.write(changes, now: recorder.now)
            try recorder.commit()
        }
    }

    private static func write(
        _ rows: inout [SendRow],
        _ state: SendRow.State,
        _ recorder: Recorder
    ) throws {
        var changes = SyncChanges()
        for index in rows.indices {
            rows[index].state = state
            changes.rows[rows[index].record.operation] = rows[index]
            recorder.intend("row:\(rows[index].number)", word(state))
        }
        try recorder.store.sync.write(changes, now: recorder.now)
        try recorder.commit()
    }

    private static func row(_ number: Int, at now: Timestamp) -> SendRow {
        let event = SyncedEvent(
            event: Event(id: "e\(number)", topic: "score", body: [], at: now),
            origin: origin,
            device: "laptop",
            number: number,
            previous: 0
        )
        let operation = Operation(origin: origin, number: number)
        let record = RemoteRecord(operation: operation, sentAt: now, content: .event(event))
        return SendRow(
            subject: .event(sequence: SequenceNumber(number)),
            record: record,
            createdAt: now
        )
    }

    // MARK: Faults

    /// Commits that fail on a full disk, at any of their writes, and those after them.
    private static func fullDisk(_ recorder: Recorder) throws {
        let faults = try FaultControl(recorder.controls)
        for number in 0..<90 {
            recorder.wait(1_000)
            let isFull = number % 3 == 1
            if isFull {
                faults.arm(.writes, after: Int32(number / 3 % 8), failing: 1_000, error: ENOSPC)
            }
            do {
                try recorder.save("item-\(number % 7)", number)
                try recorder.save("item-\(7 + number % 5)", number)
                try recorder.commit()
                try recorder.upkeep()
                faults.disarm()
            } catch let error as StoreError {
                faults.disarm()
                guard isFull else { throw error }
                try recorder.abandon()
            }
        }
    }
}
