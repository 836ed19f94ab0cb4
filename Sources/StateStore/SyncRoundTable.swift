package import StateModel

// The rounds of sync and their totals, which outlive a restart.
extension Store {
    /// Writes the round that ended last, and the totals as of it, with the batch that is open.
    ///
    /// Rounds beyond the newest ``SyncRoundRecord/kept`` go.
    package func write(
        _ rounds: [SyncRoundRecord],
        _ totals: SyncTotals
    ) throws(StoreError) {
        try tables.open()
        let handle = tables.file.handle
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

    /// The newest rounds, the newest first; damaged ones are passed over.
    package func syncRounds(limit: Int) throws(StoreError) -> [SyncRoundRecord] {
        let select = try Statement(
            "SELECT body FROM sync_round WHERE number > 0 ORDER BY number DESC LIMIT ?1",
            on: tables.file.handle
        )
        select.bind(1, limit)
        var rounds: [SyncRoundRecord] = []
        while try select.step() {
            if let round = select.sealedBytes(0).flatMap({ SyncRoundRecord(bytes: $0) }) {
                rounds.append(round)
            }
        }
        return rounds
    }

    /// The totals as of the round that ended last; none before the first, or if they are damaged.
    package func syncTotals() throws(StoreError) -> SyncTotals {
        let select = try Statement(
            "SELECT body FROM sync_round WHERE number = ?1",
            on: tables.file.handle
        )
        select.bind(1, Self.totalsNumber)
        defer { select.reset() }
        guard try select.step() else { return SyncTotals() }
        return select.sealedBytes(0).flatMap { SyncTotals(bytes: $0) } ?? SyncTotals()
    }

    /// The number of the row that holds the totals.
    private static let totalsNumber = 0
}
