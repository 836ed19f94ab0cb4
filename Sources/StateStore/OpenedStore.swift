internal import StateModel

/// What a file holds when it is opened, before the log beyond its tables is replayed.
struct OpenedStore {
    let tables: Tables
    let meta: Meta
    let figures: StoreFigures
    let folded: Int

    /// Opens the file; `salvage` brings rows in before anything is read.
    init(_ options: Store.Options, _ salvage: inout Salvage?) throws(StoreError) {
        let file = try StoreFile(path: options.path)
        RawSQLite.keepLogFiles(file.handle)
        try salvage?.bringIn(into: file)
        tables = try Tables(file)
        meta = try Meta(file)
        folded = try meta.number(.folded)
        let (identity, origin) = try Self.identify(meta, file, options)
        var figures = StoreFigures(
            identity: identity,
            lastSequence: max(try meta.number(.last), try Self.newest(file)),
            nextID: max(1, try meta.number(.nextID)),
            standing: try meta.number(.standing),
            compacted: try meta.number(.compacted),
            players: try Self.players(file),
            alerts: try Self.alerts(file),
            origin: origin,
            devices: try Self.devices(file),
            hasAliases: try Self.hasAliases(file)
        )
        figures.events = try EventFigures(tables.events, meta)
        self.figures = figures
    }

    private static func newest(_ file: StoreFile) throws(StoreError) -> Int {
        let statement = try Statement("SELECT max(sequence) FROM change", on: file.handle)
        defer { statement.reset() }
        return try statement.step() ? statement.int(0) : 0
    }

    private static func players(_ file: StoreFile) throws(StoreError) -> [Verbatim: PlayerRecord] {
        let statement = try Statement("SELECT body FROM player", on: file.handle)
        var players: [Verbatim: PlayerRecord] = [:]
        while try statement.step() {
            guard case .player(let player) = RecordCodec.decode(statement.bytes(0), kind: .player)
            else { throw StoreError(.corrupt, "\(file.path): a player cannot be read") }
            // One that another device's points name has a number here, but was never seen.
            if player.revision > 0 { players[player.key] = player }
        }
        return players
    }

    private static func alerts(_ file: StoreFile) throws(StoreError) -> [Int: Alert] {
        let statement = try Statement("SELECT body FROM alert", on: file.handle)
        var alerts: [Int: Alert] = [:]
        while try statement.step() {
            guard case .alert(let alert) = RecordCodec.decode(statement.bytes(0), kind: .alert)
            else { throw StoreError(.corrupt, "\(file.path): an alert cannot be read") }
            alerts[alert.id] = alert
        }
        return alerts
    }

    private static func hasAliases(_ file: StoreFile) throws(StoreError) -> Bool {
        let statement = try Statement("SELECT 1 FROM alias LIMIT 1", on: file.handle)
        defer { statement.reset() }
        return try statement.step()
    }

    /// All devices that rows name.
    static func devices(_ file: StoreFile) throws(StoreError) -> DeviceBook {
        let statement = try Statement("SELECT number, origin, label FROM device", on: file.handle)
        var devices = DeviceBook()
        while try statement.step() {
            let entry = DeviceBook.Entry(text: statement.text(1), label: statement.text(2))
            devices.set(entry, as: statement.int(0))
        }
        return devices
    }
}
