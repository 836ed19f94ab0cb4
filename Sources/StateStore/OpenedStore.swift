internal import StateModel

/// What a file holds when it is opened, before the log beyond its tables is replayed.
struct OpenedStore {
    let tables: Tables
    let meta: Meta
    let figures: StoreFigures
    let folded: Int

    init(_ options: Store.Options) throws(StoreError) {
        let file = try StoreFile(path: options.path)
        RawSQLite.keepLogFiles(file.handle)
        tables = try Tables(file)
        meta = try Meta(file)
        folded = try meta.number(.folded)
        var figures = StoreFigures(
            identity: try Self.identify(meta, options),
            lastSequence: max(try meta.number(.last), try Self.newest(file)),
            nextID: max(1, try meta.number(.nextID)),
            standing: try meta.number(.standing),
            compacted: try meta.number(.compacted),
            players: try Self.players(file),
            alerts: try Self.alerts(file),
            devices: try Self.devices(file, label: options.device),
            hasAliases: try Self.hasAliases(file)
        )
        figures.events = try EventFigures(tables.events, meta)
        self.figures = figures
    }

    /// Who the store is; a copy of one, or one on another machine, begins a new epoch.
    private static func identify(
        _ meta: Meta,
        _ options: Store.Options
    ) throws(StoreError) -> StoreIdentity {
        let machine = try meta.text(.machine)
        guard let store = try meta.text(.store) else {
            let fresh = String(UInt64.random(in: .min ... .max), radix: 16)
            try meta.set(.store, fresh)
            try meta.set(.epoch, 1)
            try meta.set(.machine, options.machine)
            return StoreIdentity(store: fresh, epoch: 1)
        }
        var epoch = try meta.number(.epoch)
        if try meta.number(.copied) != 0 || (machine ?? "") != options.machine {
            // A random step keeps two copies of one file from counting alike.
            epoch += Int.random(in: 1...1_000_000)
            try meta.set(.epoch, epoch)
            try meta.set(.copied, 0)
            try meta.set(.machine, options.machine)
        }
        return StoreIdentity(store: store, epoch: epoch)
    }

    private static func newest(_ file: StoreFile) throws(StoreError) -> Int {
        let statement = try Statement("SELECT max(sequence) FROM change", on: file.handle)
        defer { statement.reset() }
        return try statement.step() ? statement.int(0) : 0
    }

    private static func players(_ file: StoreFile) throws(StoreError) -> [String: PlayerRecord] {
        let statement = try Statement("SELECT body FROM player", on: file.handle)
        var players: [String: PlayerRecord] = [:]
        while try statement.step() {
            guard case .player(let player) = RecordCodec.decode(statement.bytes(0), kind: .player)
            else { throw StoreError(.corrupt, "\(file.path): a player cannot be read") }
            // One that another device's points name has a number here, but was never seen.
            if player.revision > 0 { players[player.name] = player }
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

    /// The labels of all devices by number; this one is number 1.
    private static func devices(
        _ file: StoreFile,
        label: String
    ) throws(StoreError) -> [Int: String] {
        let own = try Statement(
            "INSERT INTO device (number, origin, label) VALUES (1, ?1, ?2) "
                + "ON CONFLICT (number) DO UPDATE SET label = excluded.label "
                + "WHERE label <> excluded.label",
            on: file.handle
        )
        own.bind(1, String(UInt64.random(in: .min ... .max), radix: 16))
        own.bind(2, label)
        try own.run()
        let statement = try Statement("SELECT number, label FROM device", on: file.handle)
        var devices: [Int: String] = [:]
        while try statement.step() { devices[statement.int(0)] = statement.text(1) }
        return devices
    }
}
