// SPDX-License-Identifier: Apache-2.0
package import SyncModel

/// The latest rounds of sync and their totals, which survive a restart.
package struct SyncRoundTable {
    private let log: ChangeLog

    /// Creates the table of an open log.
    init(_ log: ChangeLog) {
        self.log = log
    }

    /// Writes the latest rounds and the totals as of them, with the open batch.
    ///
    /// Rounds older than the newest ``SyncRoundRecord/kept`` are dropped.
    package func write(
        _ rounds: [SyncRoundRecord],
        _ totals: SyncTotals
    ) throws(StoreError) {
        try log.tables.open()
        let handle = log.tables.file.handle
        let insert = try Statement(
            "INSERT INTO sync_round (number, body) VALUES (?1, ?2) "
                + "ON CONFLICT (number) DO UPDATE SET body = excluded.body",
            on: handle
        )
        for round in rounds {
            insert.bind(1, round.number)
            insert.bindSealed(2, round.bytes)
            try insert.run()
        }
        insert.bind(1, Self.totalsNumber)
        insert.bindSealed(2, totals.bytes)
        try insert.run()
        guard let newest = rounds.last?.number else { return }
        let drop = try Statement(
            "DELETE FROM sync_round WHERE number > 0 AND number <= ?1",
            on: handle
        )
        drop.bind(1, newest - SyncRoundRecord.kept)
        try drop.run()
    }

    /// Returns the newest rounds, the newest first.
    package func newest(limit: Int) throws(StoreError) -> [SyncRoundRecord] {
        let select = try log.prepare(
            "SELECT body FROM sync_round WHERE number > 0 ORDER BY number DESC LIMIT ?1"
        )
        select.bind(1, limit)
        var rounds: [SyncRoundRecord] = []
        while try select.step() {
            rounds.append(try select.sealed(0, of: "sync_round") { SyncRoundRecord(bytes: $0) })
        }
        return rounds
    }

    /// Returns the totals as of the latest round; zero before the first.
    package func totals() throws(StoreError) -> SyncTotals {
        let select = try log.prepare("SELECT body FROM sync_round WHERE number = ?1")
        select.bind(1, Self.totalsNumber)
        defer { select.reset() }
        guard try select.step() else { return SyncTotals() }
        return try select.sealed(0, of: "sync_round") { SyncTotals(bytes: $0) }
    }

    /// The number of the row that holds the totals.
    private static let totalsNumber = 0
}
