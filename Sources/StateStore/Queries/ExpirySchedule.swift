// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct ExpirySchedule {
    let log: ChangeLog

    /// Returns the earliest time at which a resume point may expire; `nil` if there is none.
    package func next() throws(StoreError) -> Timestamp? {
        let stored: Timestamp? = try log.prepare("SELECT min(expires) FROM due").integer()
        return [stored, log.memtable.nextDue].compactMap(\.self).min()
    }

    /// Returns resume points that have expired at `now` and whose expiry no row records yet.
    ///
    /// Each point is returned once, earliest first. The caller records the expiry in the open
    /// batch. A point whose expiry was postponed is not returned, but scheduled again.
    package func take(by now: Timestamp, limit: Int) throws(StoreError) -> [ItemState] {
        var expired: [ItemState] = []
        for id in try takeDueIDs(by: now, limit: limit) {
            guard let known = try log.state(id) else { continue }
            // Updates each state's record of the time of its entry. If a state still referred to a
            // removed entry, the next point would get no entry.
            let expiry = known.record.point.expiresAt
            let state = known.noting(due: known.kind.isLive && expiry > now ? expiry : nil)
            if let due = state.due {
                try log.tables.flushing.putDue([DueQueue.Entry(time: due, id: id)])
            }
            log.batch.setDue(state.due, of: id)
            log.memtable.setDue(state.due, of: id)
            if state.kind.isLive, expiry <= now {
                // The row that the caller writes replaces the state in the tables.
                expired.append(state)
            } else {
                try log.tables.flushing.setDue(state.due, of: id)
            }
        }
        return expired.sorted {
            ($0.record.point.expiresAt, $0.id) < ($1.record.point.expiresAt, $1.id)
        }
    }

    private func takeDueIDs(by now: Timestamp, limit: Int) throws(StoreError) -> Set<ItemID> {
        var ids = Set(log.memtable.takeDue(by: now, limit: limit))
        let select = try log.prepare(
            "SELECT expires, id FROM due WHERE expires <= ?1 ORDER BY expires, id LIMIT ?2",
            now,
            limit - ids.count
        )
        let entries = try select.all { DueQueue.Entry(time: $0.int(0), id: $0.int(1)) }
        if entries.isEmpty && ids.isEmpty { return ids }
        try log.tables.open()
        for entry in entries {
            try log.tables.file.run(
                "DELETE FROM due WHERE expires = ?1 AND id = ?2",
                entry.time,
                entry.id
            )
            ids.insert(entry.id)
        }
        return ids
    }
}
