/// What a person chose for two devices that changed one item.
package enum ConflictStrategy: String, Sendable, CaseIterable {
    /// The change made last.
    case newest
    /// The remote's, unless ours was told already.
    case server
    /// The one made here, unless the other device insists as well.
    case client
    /// The one furthest into the item.
    case furthest

    /// The rule that versions written under it carry.
    ///
    /// `server` and `client` speak of what has not been told yet; two versions that both were
    /// told look the same from every side, and there the newest wins.
    package var rule: ItemVersion.Rule {
        self == .furthest ? .furthest : .newest
    }
}

/// What becomes of a version from elsewhere that meets one here.
package struct Resolution: Sendable, Equatable {
    /// Which one holds from now on.
    package enum Winner: Sendable, Equatable {
        /// The one here.
        case local
        /// The one from elsewhere.
        case remote
        /// The value here, written once more so that it is ahead of the other.
        case rebased
    }

    /// Which one holds from now on.
    package var winner: Winner
    /// What they knew of one another, as seen from the one here.
    package var relation: Merge.Relation
    /// Why, for people.
    package var why: String
    /// Whether the loser's writes are to count as known.
    ///
    /// Not so where `server` drops what was never told: should it have been told after all, by a
    /// call whose answer was lost, the others must not think that somebody decided against it.
    package var joinsSeen = true
}

extension Merge {
    /// Decides between the version here and one that arrived.
    ///
    /// - Parameters:
    ///   - local: the version here.
    ///   - isTold: whether the remote is known to have had it.
    ///   - remote: the version that arrived.
    ///   - strategy: what holds for the item's player.
    /// - Returns: which one holds, and why.
    package static func resolve(
        local: ItemVersion,
        isTold: Bool,
        remote: ItemVersion,
        strategy: ConflictStrategy
    ) -> Resolution {
        let relation = relation(local, remote)
        switch relation {
        case .same:
            return Resolution(winner: .local, relation: relation, why: "the same change")
        case .ahead:
            let why = "it was made knowing the other"
            return Resolution(winner: .local, relation: relation, why: why)
        case .behind:
            let why = "it was made knowing the one here"
            return Resolution(winner: .remote, relation: relation, why: why)
        case .concurrent:
            return decide(local, isTold, remote, strategy)
        }
    }

    private static func decide(
        _ local: ItemVersion,
        _ isTold: Bool,
        _ remote: ItemVersion,
        _ strategy: ConflictStrategy
    ) -> Resolution {
        if strategy == .server, !isTold {
            return Resolution(
                winner: .remote,
                relation: .concurrent,
                why: "server: the remote's holds",
                joinsSeen: false
            )
        }
        if strategy == .client, !isTold, !remote.isRebased {
            let why = "client: the one here holds"
            return Resolution(winner: .rebased, relation: .concurrent, why: why)
        }
        return Resolution(
            winner: precedes(local, remote) ? .remote : .local,
            relation: .concurrent,
            why: reason(local, remote)
        )
    }

    private static func reason(_ one: ItemVersion, _ other: ItemVersion) -> String {
        if one.lap != other.lap { return "furthest: it goes back, or away, knowingly" }
        if one.rule != other.rule { return "furthest: it was written under that strategy" }
        if one.rule == .furthest, one.depth != other.depth { return "furthest: it is further on" }
        if one.stamp.key != other.stamp.key { return "newest: its clock is later" }
        return "newest: the clocks are equal, its device comes last"
    }
}
