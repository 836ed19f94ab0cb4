// SPDX-License-Identifier: Apache-2.0
package import SyncModel

package struct SyncRoundTable {
    let log: ChangeLog

    /// Writes the latest rounds and the totals, in the open batch.
    ///
    /// Only the newest ``SyncRoundRecord/kept`` rounds are kept.
    package func write(
        _ rounds: [SyncRoundRecord],
        _ totals: SyncTotals
    ) throws(StoreError) {
        try log.tables.open()
        let file = log.tables.file
        let bodies = rounds.map { ($0.number, $0.bytes) } + [(Self.totalsNumber, totals.bytes)]
        for (number, bytes) in bodies {
            try file.run(
                "INSERT INTO sync_round (number, body) VALUES (?1, ?2) "
                    + "ON CONFLICT (number) DO UPDATE SET body = excluded.body",
                number,
                Sealed(bytes)
            )
        }
        guard let newest = rounds.last?.number else { return }
        try file.run(
            "DELETE FROM sync_round WHERE number > 0 AND number <= ?1",
            newest - SyncRoundRecord.kept
        )
    }

    package func newest(limit: Int) throws(StoreError) -> [SyncRoundRecord] {
        let select = try log.prepare(
            "SELECT body FROM sync_round WHERE number > 0 ORDER BY number DESC LIMIT ?1",
            limit
        )
        return try select.all { row throws(StoreError) in
            try row.sealed(0, of: "sync_round") { SyncRoundRecord(bytes: $0) }
        }
    }

    package func totals() throws(StoreError) -> SyncTotals {
        let sql = "SELECT body FROM sync_round WHERE number = ?1"
        let totals = try log.prepare(sql, Self.totalsNumber).first { row throws(StoreError) in
            try row.sealed(0, of: "sync_round") { SyncTotals(bytes: $0) }
        }
        return totals ?? SyncTotals()
    }

    private static let totalsNumber = 0
}
