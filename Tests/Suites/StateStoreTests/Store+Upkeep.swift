// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel

@testable import StateStore

extension Store {
    /// Does a slice of upkeep of about `rows` rows, and of at least one, unless there is a batch.
    func upkeep(rows: Int, now: Timestamp) throws(StoreError) {
        guard !log.isDirty else { return }
        _ = try upkeep.slice(of: rows * 1_000, now: now)
    }

    /// Flushes all rows at once, and commits what is not committed.
    func flushAll(now: Timestamp) throws(StoreError) {
        try commit()
        let limit = options.flushRows
        // With this limit a flush is due at each row, and precedes all compaction.
        options.flushRows = 0
        defer { options.flushRows = limit }
        while log.memtable.rows > 0 { _ = try upkeep.slice(of: 10_000_000, now: now) }
    }
}
