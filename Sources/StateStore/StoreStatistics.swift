// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import SyncModel

package struct LogPlace: Sendable, Equatable {
    package let sequence: SequenceNumber
    package let time: Timestamp

    package init(sequence: SequenceNumber, time: Timestamp) {
        self.sequence = sequence
        self.time = time
    }

    package static let start = LogPlace(sequence: .start, time: .epoch)
}

/// The statistics of the log as of the last commit.
package struct StoreStatistics: Sendable {
    package internal(set) var identity: StoreIdentity
    package private(set) var lastSequence: SequenceNumber
    package private(set) var lastTime = Timestamp.epoch
    /// The revision of the newest change that clients see.
    package internal(set) var revision = Revision.zero
    package private(set) var nextID: ItemID
    package private(set) var standing: Int
    /// The sequence number before which tokens are invalid.
    package internal(set) var compacted: SequenceNumber
    package private(set) var players: [ExactString: PlayerRecord]
    /// The number of players that were forgotten and have reported nothing since.
    package private(set) var forgottenPlayers = 0
    /// All alerts except dismissed ones, by number.
    package internal(set) var alerts: [AlertID: Alert] = [:] {
        didSet { alertedItems = Self.items(of: alerts) }
    }
    private(set) var alertedItems: Set<ExactString> = []
    package internal(set) var origin: Origin
    package internal(set) var devices: DeviceRegistry
    /// True if any item may have an alias.
    package private(set) var hasAliases: Bool
    package internal(set) var events = EventStatistics()
    /// The statistics of sync; `nil` until they are first read.
    var sync: SyncStatistics?

    package var end: LogPlace { LogPlace(sequence: lastSequence, time: lastTime) }

    package var written: Int { lastSequence.rawValue + events.last.rawValue }

    /// True if the counts are valid, and leave room for new items, rows and events.
    var arePlausible: Bool {
        Statement.isCount(max(nextID.rawValue, written)) && standing < nextID.rawValue
            && events.held >= 0
    }

    private static func items(of alerts: [AlertID: Alert]) -> Set<ExactString> {
        Set(alerts.values.compactMap { $0.item.map { ExactString($0) } })
    }

    mutating func countForgotten() {
        forgottenPlayers = players.values.count { $0.isForgotten }
    }

    private mutating func put(_ player: PlayerRecord) {
        let former = players.updateValue(player, forKey: player.key)
        if player.isForgotten { forgottenPlayers += 1 }
        if let former, former.isForgotten { forgottenPlayers -= 1 }
    }

    mutating func recounted(standing: Int) { self.standing = standing }

    mutating func absorb(_ entries: [BatchEntry]) {
        for index in entries.indices {
            switch entries[index].content {
            case .item(let state, let delta):
                standing += delta
                nextID = max(nextID, state.id + 1)
                if let player = entries[index].context.player { put(player) }
            case .other(let row):
                nextID = max(nextID, row.id + 1)
                switch row.body {
                case .player(let player): put(player)
                case .alert(let alert): alerts[alert.id] = alert.state == .dismissed ? nil : alert
                case .alias: hasAliases = true
                case .item: break
                }
            }
        }
        if let newest = entries.last { note(newest.sequence, newest.revision, newest.time) }
    }

    /// Records a row, which is the newest one unless newer rows were removed.
    mutating func note(_ sequence: SequenceNumber, _ revision: Revision, _ time: Timestamp) {
        lastTime = time
        guard sequence >= lastSequence else { return }
        lastSequence = sequence
        self.revision = revision
    }
}
