/// What a person chose for two devices that changed one item.
package enum ConflictStrategy: String, Sendable, CaseIterable {
    /// The change made last.
    case newest
    /// The remote's, unless ours was told already.
    case server
    /// The one made here, unless it was told already.
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
    /// What the winner is to know besides its own past.
    ///
    /// Where `server` drops what was never told, that is not among it: should it have been told
    /// after all, by a call whose answer was lost, the others must not think that somebody
    /// decided against it. What it was made of was told, and stays known.
    package var known: Seen
}

extension Merge {
    /// Decides between the version here and one that arrived.
    ///
    /// - Parameters:
    ///   - local: the version here.
    ///   - told: the newest version that the remote is known to have had from here, or before
    ///     the one here was made of it; nil: none.
    ///   - remote: the version that arrived.
    ///   - strategy: what holds for the item's player.
    /// - Returns: which one holds, and why.
    package static func resolve(
        local: ItemVersion,
        told: ItemVersion?,
        remote: ItemVersion,
        strategy: ConflictStrategy
    ) -> Resolution {
        let relation = relation(local, remote)
        func resolution(_ winner: Resolution.Winner, _ why: String) -> Resolution {
            Resolution(winner: winner, relation: relation, why: why, known: local.seen)
        }
        switch relation {
        case .same: return resolution(.local, "the same change")
        case .ahead: return resolution(.local, "it was made knowing the other")
        case .behind:
            // A device that receives the outcome alone names the same rule as the device that decided.
            return resolution(
                .remote,
                remote.isRebased
                    ? "client: the other device's holds, knowing the one here"
                    : "it was made knowing the one here"
            )
        case .concurrent: break
        }
        let isTold = told?.stamp == local.stamp
        if strategy == .server, !isTold {
            return give(way: local, told: told, to: remote)
        }
        if strategy == .client, !isTold {
            return resolution(.rebased, "client: the one here holds")
        }
        return resolution(precedes(local, remote) ? .remote : .local, reason(local, remote))
    }

    /// What was never told gives way to what the remote holds, unless it was made of just that.
    private static func give(
        way local: ItemVersion,
        told: ItemVersion?,
        to remote: ItemVersion
    ) -> Resolution {
        if let told, precedes(remote, told) {
            return Resolution(
                winner: .local,
                relation: .concurrent,
                why: "server: it was made knowing what the remote holds",
                known: local.seen
            )
        }
        return Resolution(
            winner: .remote,
            relation: .concurrent,
            why: "server: the remote's holds",
            known: told?.seen ?? Seen()
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
