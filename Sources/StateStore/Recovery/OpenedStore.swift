// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The content of a file when it is opened, before the log beyond its tables is replayed.
struct OpenedStore {
    /// The prepared statements of the file.
    let tables: Tables
    /// The metadata entries.
    let meta: Meta
    /// The statistics as the tables have them.
    let statistics: StoreStatistics
    /// The last row that the tables hold.
    let flushed: SequenceNumber
    /// Damage found in the tables that are read whole when the store is opened.
    let findings: [DamageReport]

    /// Opens the file; `salvage` brings rows in before anything is read.
    init(_ options: Store.Options, _ salvage: inout Salvage?) throws(StoreError) {
        let file = try StoreFile(path: options.file)
        RawSQLite.keepLogFiles(file.handle)
        try salvage?.bringIn(into: file)
        tables = try Tables(file)
        meta = try Meta(file)
        flushed = try meta.number(.flushed)
        var findings: [DamageReport] = []
        let (identity, origin) = try Self.identify(meta, file, options, &findings)
        let newest: SequenceNumber =
            try file.prepare("SELECT max(sequence) FROM change").integer() ?? .start
        // An item's number must not be assigned again, even if the metadata entry for it was lost.
        let newestItem: ItemID =
            try file.prepare("SELECT max(id) FROM head").integer() ?? .absent
        var statistics = StoreStatistics(
            identity: identity,
            lastSequence: max(try meta.number(.last), newest),
            nextID: max(ItemID(1), try meta.number(.nextID), newestItem + 1),
            standing: try meta.number(.standing),
            compacted: try meta.number(.compacted),
            players: try Self.players(file, &findings),
            alerts: try Self.alerts(file, &findings),
            origin: origin,
            devices: try Self.devices(file),
            hasAliases: try file.prepare("SELECT 1 FROM alias LIMIT 1").integer() != nil
        )
        statistics.events = try EventStatistics(tables.events, meta)
        self.statistics = statistics
        self.findings = findings
    }

    private static func players(
        _ file: StoreFile,
        _ findings: inout [DamageReport]
    ) throws(StoreError) -> [ExactString: PlayerRecord] {
        let statement = try file.prepare("SELECT body, name FROM player")
        var players: [ExactString: PlayerRecord] = [:]
        while try statement.step() {
            let name = statement.text(1)
            var player = Self.player(statement.sealedBytes(0), named: name)
            if player == nil {
                player = try newestRow(.player, in: file) { row -> PlayerRecord? in
                    guard case .player(let known) = row.body, ExactString.same(known.name, name)
                    else {
                        return nil
                    }
                    return known
                }
                let outcome: DamageReport.Outcome = player == nil ? .lost : .unaffected
                findings.append(
                    DamageReport(subject: .player(name), item: nil, outcome: outcome)
                )
                rewrite(player, name, in: file)
            }
            // A player that only points of other devices name has a number here, but was
            // never seen.
            if let player, player.revision > .zero { players[player.key] = player }
        }
        return players
    }

    private static func player(_ body: [UInt8]?, named name: String) -> PlayerRecord? {
        guard let body, case .player(let player) = RecordCodec.decode(body, kind: .player),
            ExactString.same(player.name, name)
        else { return nil }
        return player
    }

    /// Replaces a damaged entry by the log's record of the player; the entry's number stays valid.
    private static func rewrite(_ player: PlayerRecord?, _ name: String, in file: StoreFile) {
        let player = player ?? PlayerRecord(name: name, item: nil, playing: false, revision: .zero)
        // If the store cannot be written, the next start skips the entry, too.
        guard
            let write = try? file.prepare("UPDATE player SET body = ?2 WHERE name = ?1")
        else { return }
        write.bind(1, name)
        write.bindSealed(2, RecordCodec.encode(.player(player)))
        try? write.run()
    }

    /// Returns the first value that `body` has for a row of that kind, newest row first.
    private static func newestRow<Value>(
        _ kind: RowKind,
        in file: StoreFile,
        _ body: (LogRow) -> Value?
    ) throws(StoreError) -> Value? {
        let select = try file.prepare(
            "SELECT \(StoredRow.columns) FROM change WHERE kind = ?1 ORDER BY sequence DESC"
        )
        select.bind(1, Int(kind.rawValue))
        while try select.step() {
            if let row = Tables.verifiedRow(of: select), let value = body(row) { return value }
        }
        return nil
    }

    private static func alerts(
        _ file: StoreFile,
        _ findings: inout [DamageReport]
    ) throws(StoreError) -> [AlertID: Alert] {
        let statement = try file.prepare("SELECT body, id FROM alert")
        var alerts: [AlertID: Alert] = [:]
        var damaged: [AlertID] = []
        while try statement.step() {
            let id: AlertID = statement.int(1)
            if case .alert(let alert)? = statement.sealedBytes(0).flatMap({
                RecordCodec.decode($0, kind: .alert)
            }), alert.id == id {
                alerts[alert.id] = alert
            } else {
                damaged.append(id)
            }
        }
        for id in damaged {
            let alert = try newestRow(.alert, in: file) { row -> Alert? in
                if case .alert(let alert) = row.body, alert.id == id { return alert }
                return nil
            }
            if let alert, alert.state != .dismissed { alerts[id] = alert }
            let outcome: DamageReport.Outcome = alert == nil ? .lost : .healed
            findings.append(DamageReport(subject: .alert(id), item: nil, outcome: outcome))
            try? FlushStatements(file).putAnew(alert, id)
        }
        return alerts
    }

    /// Returns all devices that rows name.
    static func devices(_ file: StoreFile) throws(StoreError) -> DeviceRegistry {
        let statement = try file.prepare("SELECT number, origin, label FROM device")
        var devices = DeviceRegistry()
        while try statement.step() {
            let entry = DeviceRegistry.Entry(text: statement.text(1), label: statement.text(2))
            devices.set(entry, as: statement.int(0))
        }
        return devices
    }
}
