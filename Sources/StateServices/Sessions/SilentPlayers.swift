internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore

/// The schedule for finding players that are gone for good, a few at a time.
struct SilentPlayers {
    /// The time after which a silent player is gone for good, in milliseconds.
    static let retention = 30 * 86_400_000
    /// The interval between two checks, in milliseconds.
    private static let interval = 3_600_000
    /// The number of players per check.
    private static let slice = 64

    private var nextLook = 0
    private var last = ""

    /// Returns the players to check now, in turn; none if the last check was less than an hour ago.
    mutating func due(of players: some Collection<PlayerRecord>, now: Int) -> [PlayerRecord] {
        // A clock that is set back does not delay the next check.
        guard now >= nextLook || nextLook - now > Self.interval else { return [] }
        nextLook = now + Self.interval
        let ordered = players.sorted { $0.name < $1.name }
        let rest = ordered.drop { $0.name <= last }
        let slice = (rest.isEmpty ? ordered[...] : rest).prefix(Self.slice)
        last = slice.last?.name ?? ""
        return Array(slice)
    }
}

extension Tenant {
    /// Forgets players silent for 30 days that have nothing queued and nothing to resume.
    ///
    /// Called when a player attaches, so that an idle daemon does not wake up for it.
    func forgetSilentPlayers(now: Int) {
        do throws(StateError) {
            for player in silentPlayers.due(of: store.log.statistics.players.values, now: now)
            where try isGone(player, now: now) {
                try forget(player, now: now)
            }
        } catch {
            logger.debug("players.kept", metadata: ["why": "\(error)"])
        }
    }

    private func isGone(_ player: PlayerRecord, now: Int) throws(StateError) -> Bool {
        guard !player.isForgotten, player.queue.isEmpty, surfaces.count(of: player.name).all == 0
        else { return false }
        // A row missing from the log was displaced, or is older than the retained history.
        let time = try onStore { () throws(StoreError) in try store.log.time(of: player.revision) }
        guard time ?? 0 < now - SilentPlayers.retention else { return false }
        guard let item = player.item else { return true }
        let head = try onStore { () throws(StoreError) in try store.log.state(named: item) }
        return head?.stands(at: now) != true
    }
}
