// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A newly opened store file whose log has not been replayed yet.
struct OpenedStore {
    let tables: Tables
    let meta: Meta
    /// The statistics before the rows after ``flushed`` are replayed.
    let statistics: StoreStatistics
    let flushed: SequenceNumber

    /// Opens the file; `prepare` may insert rows before anything is read.
    init(
        _ options: Store.Options,
        prepare: (StoreFile) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) {
        let file = try StoreFile(path: options.file)
        RawSQLite.keepLogFiles(file.handle)
        try prepare(file)
        tables = try Tables(file)
        meta = Meta(file: file)
        flushed = try meta.number(.flushed)
        let (identity, origin) = try Self.identify(meta, file, options)
        let newest: SequenceNumber =
            try file.prepare("SELECT max(sequence) FROM change").integer() ?? .start
        // An item's number must never be assigned again, even if the metadata entry was lost.
        let newestItem: ItemID =
            try file.prepare("SELECT max(id) FROM head").integer() ?? .absent
        var statistics = StoreStatistics(
            identity: identity,
            lastSequence: max(try meta.number(.last), newest),
            nextID: max(ItemID(1), try meta.number(.nextID), newestItem + 1),
            standing: try meta.number(.standing),
            compacted: try meta.number(.compacted),
            players: try Self.players(file),
            origin: origin,
            devices: try Self.devices(file),
            hasAliases: try file.prepare("SELECT 1 FROM alias LIMIT 1").integer() != nil
        )
        statistics.revision = Revision(statistics.lastSequence)
        statistics.countForgotten()
        statistics.alerts = try Self.alerts(file)
        statistics.events = try EventStatistics(tables.events, meta)
        guard statistics.arePlausible else {
            throw StoreError(.corrupt, "\(file.path): a stored number is out of range")
        }
        self.statistics = statistics
    }

    private static func players(
        _ file: StoreFile
    ) throws(StoreError) -> [ExactString: PlayerRecord] {
        let statement = try file.prepare("SELECT body FROM player")
        var players: [ExactString: PlayerRecord] = [:]
        while try statement.step() {
            let body = try statement.sealed(0, of: "player") {
                RecordCodec.decode($0, kind: .player)
            }
            // A player that occurs only in other devices' points has a number here, but this device
            // has never seen it.
            guard case .player(let player) = body, player.revision > .zero else { continue }
            players[player.key] = player
        }
        return players
    }

    private static func alerts(_ file: StoreFile) throws(StoreError) -> [AlertID: Alert] {
        let statement = try file.prepare("SELECT body FROM alert")
        var alerts: [AlertID: Alert] = [:]
        while try statement.step() {
            let body = try statement.sealed(0, of: "alert") { RecordCodec.decode($0, kind: .alert) }
            if case .alert(let alert) = body { alerts[alert.id] = alert }
        }
        return alerts
    }

    static func devices(_ file: StoreFile) throws(StoreError) -> DeviceRegistry {
        let statement = try file.prepare("SELECT number, origin, label FROM device")
        var devices = DeviceRegistry()
        while try statement.step() {
            guard let (number, entry) = DeviceRegistry.entry(of: statement) else {
                throw StoreError(.corrupt, "a row of the table device cannot be read")
            }
            devices.set(entry, as: number)
        }
        return devices
    }
}
