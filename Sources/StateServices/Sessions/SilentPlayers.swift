// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

struct SilentPlayers {
    /// The time after which a player that was not seen is forgotten, in milliseconds.
    static let retentionMilliseconds = 30 * 86_400_000
    private static let intervalMilliseconds = 3_600_000
    private static let slice = 64

    private var nextLook = Timestamp.epoch
    private var last = ""

    /// Returns the players to examine now; none if the last check was less than an hour ago.
    mutating func due(of players: some Collection<PlayerRecord>, now: Timestamp) -> [PlayerRecord] {
        // If the clock was set back, the next check is not delayed.
        guard now >= nextLook || nextLook - now > Self.intervalMilliseconds else { return [] }
        nextLook = now + Self.intervalMilliseconds
        let ordered = players.sorted { $0.name < $1.name }
        let rest = ordered.drop { $0.name <= last }
        let slice = (rest.isEmpty ? ordered[...] : rest).prefix(Self.slice)
        last = slice.last?.name ?? ""
        return Array(slice)
    }
}
