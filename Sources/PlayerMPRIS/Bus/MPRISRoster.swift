// SPDX-License-Identifier: Apache-2.0

/// The players on the bus that must be followed.
///
/// A player with several bus names is listed once.
package struct MPRISRoster: Sendable {
    package enum Event: Equatable, Sendable {
        /// A bus name has a new owner; the owner is `nil` if the name was released.
        case owned(name: String, by: String?)
        /// All names that existed at the start have been reported; any later player is new.
        case ready
        /// The bus answered which process owns a connection; the number is `nil` if it is unknown.
        case process(of: String, number: Int?)
    }

    package enum Action: Equatable, Sendable {
        case ask(owner: String)
        case follow(Newcomer)
        /// Stop following a player that has left the bus, or is followed through another
        /// connection.
        case leave(owner: String)
    }

    package struct Newcomer: Equatable, Sendable {
        package var owner: String
        package var base: String
        package var process: Int?
        /// True if the player was on the bus before the bridge started, so that it may already have
        /// been playing.
        package var isOld: Bool
    }

    private struct Candidate {
        var name: String
        var player: Newcomer
        /// True once the bus has answered which process owns the connection.
        var isKnown: Bool
    }

    private let filter: MPRISFilter
    /// The players on the bus, in the order of their arrival.
    private var candidates: [Candidate] = []
    private var followed: [String] = []
    private var isReady = false

    package init(_ filter: MPRISFilter) {
        self.filter = filter
    }

    package mutating func event(_ event: Event) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .ready: isReady = true
        case .owned(let name, let owner):
            guard let base = MPRISPlayerName.base(of: name), filter.admits(base),
                !candidates.contains(where: { $0.name == name && $0.player.owner == owner })
            else { return [] }
            candidates.removeAll { $0.name == name }
            if let owner {
                let known = candidates.first { $0.isKnown && $0.player.owner == owner }?.player
                let player = Newcomer(
                    owner: owner,
                    base: base,
                    process: known?.process,
                    isOld: !isReady
                )
                candidates.append(Candidate(name: name, player: player, isKnown: known != nil))
                if known == nil { actions.append(.ask(owner: owner)) }
            }
        case .process(let owner, let number):
            for index in candidates.indices where candidates[index].player.owner == owner {
                candidates[index].player.process = number
                candidates[index].isKnown = true
            }
        }
        return actions + settle()
    }

    /// Follows the players for which the bus has answered, once each, and stops following all
    /// others.
    private mutating func settle() -> [Action] {
        var wanted: [Newcomer] = []
        for candidate in candidates where candidate.isKnown {
            let player = candidate.player
            if !wanted.contains(where: { isSame($0, player) }) { wanted.append(player) }
        }
        let gone = followed.filter { owner in !wanted.contains { $0.owner == owner } }
        let new = wanted.filter { !followed.contains($0.owner) }
        followed = wanted.map(\.owner)
        return gone.map { .leave(owner: $0) } + new.map { .follow($0) }
    }

    /// Returns true if two newcomers are the same player.
    ///
    /// A player may use one connection for two names, and VLC with `--control dbus` uses two
    /// connections.
    private func isSame(_ one: Newcomer, _ other: Newcomer) -> Bool {
        if one.owner == other.owner { return true }
        return one.process != nil && one.base == other.base && one.process == other.process
    }
}
