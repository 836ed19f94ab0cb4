package import StateModel

/// A place in the log: that of a row.
package struct LogPlace: Sendable, Equatable {
    /// The row's number.
    package let sequence: Int
    /// When it was written, in milliseconds since 1970.
    package let time: Int

    /// The place of a row.
    package init(sequence: Int, time: Int) {
        self.sequence = sequence
        self.time = time
    }
}

/// What the log adds up to, apart from the items themselves: as of the last commit.
package struct StoreFigures: Sendable {
    /// Names the store and its epoch, for tokens.
    package internal(set) var identity: StoreIdentity
    /// The number of the newest row.
    package private(set) var lastSequence: Int
    /// When that row was written, in milliseconds since 1970; 0: there is none.
    package private(set) var lastTime = 0
    /// The revision of the newest change.
    package private(set) var revision: Int
    /// The number that the next new item gets.
    package private(set) var nextID: Int
    /// How many resume points stand.
    package private(set) var standing: Int
    /// Tokens of rows before this one are void.
    package internal(set) var compacted: Int
    /// Every player by name.
    package private(set) var players: [Verbatim: PlayerRecord]
    /// Every alert that is not dismissed, by number.
    package private(set) var alerts: [Int: Alert] {
        didSet { alertedItems = Self.items(of: alerts) }
    }
    /// The items that those are about.
    private(set) var alertedItems: Set<Verbatim>
    /// This device, in its present life.
    package internal(set) var origin: Origin
    /// All devices that rows name.
    package internal(set) var devices: DeviceBook
    /// Whether any item may have a further name.
    package private(set) var hasAliases: Bool
    /// What the events add up to.
    package internal(set) var events = EventFigures()
    /// What sync adds up to; nil: nobody has asked yet.
    var sync: SyncFigures?

    init(
        identity: StoreIdentity,
        lastSequence: Int,
        nextID: Int,
        standing: Int,
        compacted: Int,
        players: [Verbatim: PlayerRecord],
        alerts: [Int: Alert],
        origin: Origin,
        devices: DeviceBook,
        hasAliases: Bool
    ) {
        self.identity = identity
        self.origin = origin
        self.lastSequence = lastSequence
        self.nextID = nextID
        self.standing = standing
        self.compacted = compacted
        self.players = players
        self.alerts = alerts
        alertedItems = Self.items(of: alerts)
        self.devices = devices
        self.hasAliases = hasAliases
        revision = lastSequence
    }

    /// Where the log ends.
    package var end: LogPlace { LogPlace(sequence: lastSequence, time: lastTime) }

    /// How much was ever written: rows of the log and events.
    package var written: Int { lastSequence + events.last }

    /// Brings the figures up to date with a committed row that no fold has counted.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - player: the row's player after it, where a row about an item says something of one.
    mutating func absorb(_ row: LogRow, player: PlayerRecord?) {
        note(row)
        nextID = max(nextID, row.id + 1)
        switch row.body {
        case .player(let player): players[player.key] = player
        case .alert(let alert): alerts[alert.id] = alert.state == .dismissed ? nil : alert
        case .alias: hasAliases = true
        case .item(let record):
            standing += record.standingDelta
            if let player { players[player.key] = player }
        }
    }

    /// Notes how many points stand, once they were counted.
    mutating func recounted(standing: Int) { self.standing = standing }

    private static func items(of alerts: [Int: Alert]) -> Set<Verbatim> {
        Set(alerts.values.compactMap { $0.item.map { Verbatim($0) } })
    }

    /// Takes in the rows of a batch that was committed.
    mutating func absorb(_ entries: [BatchEntry]) {
        for index in entries.indices {
            switch entries[index].what {
            case .other(let other): absorb(other.row, player: nil)
            case .item(let head, let delta):
                standing += delta
                nextID = max(nextID, head.id + 1)
                if let player = entries[index].context.player { players[player.key] = player }
            }
        }
        guard let newest = entries.last else { return }
        lastSequence = newest.sequence
        lastTime = newest.time
        revision = newest.revision
    }

    /// Takes note of the newest row.
    mutating func note(_ row: LogRow) {
        lastSequence = row.sequence
        lastTime = row.time
        revision = row.revision
    }
}
