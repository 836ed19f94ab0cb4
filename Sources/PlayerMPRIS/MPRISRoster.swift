/// Who on the bus is followed: each player once, whatever it calls itself.
package struct MPRISRoster: Sendable {
    /// What happened on the bus.
    package enum Event: Equatable, Sendable {
        /// A name belongs to that connection now; nil: to nobody.
        case owned(name: String, by: String?)
        /// All who were there before us have been told; who comes now is new.
        case ready
        /// A connection belongs to that process; nil: nobody can tell.
        case process(of: String, number: Int?)
    }

    /// What is to be done.
    package enum Action: Equatable, Sendable {
        /// Ask the bus whose a connection is.
        case ask(owner: String)
        /// Follow a player.
        case follow(Newcomer)
        /// The player of that connection is gone, or is followed under another one.
        case leave(owner: String)
    }

    /// A player that is to be followed.
    package struct Newcomer: Equatable, Sendable {
        /// Its connection.
        package var owner: String
        /// Its name, but for the number of a second one.
        package var base: String
        /// Its process; nil: not known.
        package var process: Int?
        /// Whether it was there before us, and may have been playing for a while.
        package var isOld: Bool
    }

    private struct Candidate: Equatable {
        var name: String
        var owner: String
        var base: String
        /// The process, if the bus has said; nil within: it does not know.
        var process: Int??
        var isOld: Bool
    }

    private let filter: MPRISFilter
    /// In the order in which they came.
    private var candidates: [Candidate] = []
    private var followed: [String] = []
    private var isReady = false

    /// Nobody is there.
    package init(_ filter: MPRISFilter) {
        self.filter = filter
    }

    /// Something happened on the bus.
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

    /// Brings those who are followed into line with those who are there.
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

    /// Whether two are one player: a connection with two names, or VLC with `--control dbus`, which
    /// then has two connections.
    private func isSame(_ one: Candidate, _ other: Candidate) -> Bool {
        if one.owner == other.owner { return true }
        guard let process = one.process.flatMap(\.self) else { return false }
        return one.base == other.base && process == other.process.flatMap(\.self)
    }
}
