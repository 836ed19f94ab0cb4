// SPDX-License-Identifier: Apache-2.0
import CSQLite
import CrashModel
import ModelTesting
import StateModel
package import StateStore
import SyncModel

/// What a store holds, by subject, as ``Promises`` names the values.
package enum Picture {
    /// The value of an event that is held.
    package static let there = "there"
    /// The value of an item or a key that was cleared.
    package static let cleared = "cleared"
    /// The value of an item that has expired.
    package static let expired = "expired"

    /// Opens the store in a directory as a start does, and returns what it holds.
    ///
    /// - Throws: ``Violation`` if it is not intact, or reports a loss.
    package static func of(_ directory: String) throws -> [String: String] {
        let options = Recorder.options(in: directory)
        var found: [String: String] = [:]
        do {
            let lock = try StoreLock(store: options.path)
            let (store, recovery) = try Store.open(options, lock: lock, now: 1_800_000_000_000)
            if let recovery, recovery.cause != .request {
                throw Violation("the start reports: \(recovery.reason)")
            }
            found = try contents(of: store)
        } catch let error as StoreError {
            throw Violation("the store cannot be read: \(error.message)")
        }
        try checkIntegrity(options.path)
        for backup in BackupCatalog(options.path).backups() {
            try checkIntegrity(backup.path)
            found[subject(ofBackup: backup.path)] = there
        }
        return found
    }

    /// Returns what an open store holds.
    package static func contents(of store: Store) throws -> [String: String] {
        var found: [String: String] = [:]
        for item in Workload.items { found[item] = try value(of: item, in: store) }
        for key in Workload.keys { found["key:\(key)"] = try value(ofKey: key, in: store) }
        let page = try store.events.page(after: .start, limit: 10_000, bytes: 1 << 24)
        for row in page.rows { found["event:\(row.event.id)"] = there }
        for row in try store.sync.rows(of: Workload.operations) {
            found["row:\(row.record.operation.number)"] = Workload.word(row.state)
        }
        return found
    }

    /// Returns the subject for a backup.
    package static func subject(ofBackup path: String) -> String {
        "backup:\(path.split(separator: "/").last ?? "")"
    }

    /// Returns the value of an item; `nil` if there is none.
    package static func value(of item: String, in store: Store) throws -> String? {
        guard let state = try store.log.state(named: item) else { return nil }
        if state.kind == .expired { return expired }
        return state.kind.isLive ? "\(Int(state.record.point.position))" : cleared
    }

    private static func value(ofKey key: String, in store: Store) throws -> String? {
        let row = try store.events.highest("score", key)
        return row.map { $0.event.key?.rank.isCleared == true ? cleared : $0.event.id }
    }

    /// Throws unless SQLite finds every page and index of a file intact.
    package static func checkIntegrity(_ path: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        var statement: OpaquePointer?
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_prepare_v2(handle, "PRAGMA integrity_check", -1, &statement, nil) == SQLITE_OK
        else { throw Violation("\(path) cannot be opened") }
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else {
            throw Violation("\(path) cannot be checked")
        }
        let words = String(cString: text)
        guard words == "ok" else { throw Violation("\(path): \(words)") }
    }
}
