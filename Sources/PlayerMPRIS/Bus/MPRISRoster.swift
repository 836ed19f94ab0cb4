// SPDX-License-Identifier: Apache-2.0

/// The players on the bus that must be followed.
///
/// A player with several names is listed once.
package struct MPRISRoster: Sendable {
    /// An event on the bus.
    package enum Event: Equatable, Sendable {
        /// A name has a new owner; `nil` if it has none now.
        case owned(name: String, by: String?)
        /// All names that existed at the start have been reported; later ones are new.
        case ready
        /// The process of a connection was determined; `nil` if it is unknown.
        case process(of: String, number: Int?)
    }

    /// An action for the caller to carry out.
    package enum Action: Equatable, Sendable {
        /// Ask the bus for the process of a connection.
        case ask(owner: String)
        /// Follow a player.
        case follow(Newcomer)
        /// Stop following a player, which has gone or is followed by another connection.
        case leave(owner: String)
    }

    /// A player to follow.
    package struct Newcomer: Equatable, Sendable {
        /// The player's unique name on the bus.
        package var owner: String
        /// The player's name in the daemon, without the number of an instance.
        package var base: String
        /// The player's process; `nil` if it is unknown.
        package var process: Int?
        /// True if the player was there before the bridge, so that it may have been playing for a
        /// while.
        package var isOld: Bool
    }

    private struct Candidate: Equatable {
        var name: String
        var owner: String
        var base: String
        /// The process, once the bus has answered; the inner value is `nil` if the bus does not
        /// know it.
        var process: Int??
        var isOld: Bool
    }

    private let filter: MPRISFilter
    /// The players on the bus, in the order of their arrival.
    private var candidates: [Candidate] = []
    private var followed: [String] = []
    private var isReady = false

    /// Creates an empty roster that admits players by a filter.
    package init(_ filter: MPRISFilter) {
        self.filter = filter
    }

    /// Handles an event on the bus.
    package mutating func event(_ event: Event) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .ready: isReady = true
        case .owned(let name, let owner):
            guard let base = MPRISPlayerName.base(of: name), filter.admits(base),
                !candidates.contains(where: { $0.name == name && $0.owner == owner })
            else { return [] }
            candidates.removeAll { $0.name == name }
            if let owner {
                let known = candidates.first { $0.owner == owner }?.process
                candidates.append(
                    Candidate(
                        name: name,
                        owner: owner,
                        base: base,
                        process: known,
                        isOld: !isReady
                    )
                )
                if known == nil { actions.append(.ask(owner: owner)) }
            }
        case .process(let owner, let number):
            for index in candidates.indices where candidates[index].owner == owner {
                candidates[index].process = .some(number)
            }
        }
        return actions + settle()
    }

    /// Starts and stops following players so that the followed ones match those on the bus.
    private mutating func settle() -> [Action] {
        var wanted: [Candidate] = []
        for candidate in candidates where candidate.process != nil {
            if !wanted.contains(where: { isSame($0, candidate) }) { wanted.append(candidate) }
        }
        let gone = followed.filter { owner in !wanted.contains { $0.owner == owner } }
        let new = wanted.filter { !followed.contains($0.owner) }
        followed = wanted.map(\.owner)
        return gone.map { .leave(owner: $0) }
            + new.map { one in
                .follow(
                    Newcomer(
                        owner: one.owner,
                        base: one.base,
                        process: one.process.flatMap(\.self),
                        isOld: one.isOld
                    )
                )
            }
    }

    /// Returns true if two candidates are the same player.
    ///
    /// A player may have one connection with two names; VLC with `--control dbus` has two
    /// connections.
    private func isSame(_ one: Candidate, _ other: Candidate) -> Bool {
        if one.owner == other.owner { return true }
        guard let process = one.process.flatMap(\.self) else { return false }
        return one.base == other.base && process == other.process.flatMap(\.self)
    }
}
