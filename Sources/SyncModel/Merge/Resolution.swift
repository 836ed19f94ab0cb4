// SPDX-License-Identifier: Apache-2.0

/// The configured strategy for conflicts.
package enum ConflictStrategy: String, Sendable, CaseIterable {
    /// The latest change wins.
    case newest
    /// The remote's change wins unless the local one is already acknowledged.
    case server
    /// The local change wins while it is not yet acknowledged.
    case client
    /// The change with the position furthest into the item wins.
    case furthest

    /// The rule of versions written under the strategy.
    ///
    /// `server` and `client` concern only unacknowledged changes: of two acknowledged versions, the
    /// newest wins.
    package var rule: ItemVersion.Rule {
        self == .furthest ? .furthest : .newest
    }
}

/// The resolution of a received version against the local one.
package struct Resolution: Sendable, Equatable {
    /// The winning version.
    package enum Winner: Sendable, Equatable {
        /// The local version.
        case local
        /// The received version.
        case remote
        /// The local value, written again so that it is ahead of the received version.
        case rebased
    }

    /// The winning version.
    package var winner: Winner
    /// The relation of the two versions, as seen from the local one.
    package var relation: Merge.Relation
    /// A human-readable reason.
    package var reason: String
    /// The version vector to add to the winner's own.
    ///
    /// It excludes an unacknowledged version that `server` dropped. The remote may have received
    /// that version after all, and other devices must not treat it as superseded.
    package var known: VersionVector
}

extension Merge {
    /// Decides between the local version and a received one.
    ///
    /// - Parameters:
    ///   - local: The local version.
    ///   - acknowledged: The newest local version that the remote is known to have had; `nil` if
    ///     there is none.
    ///   - remote: The received version.
    ///   - strategy: The strategy for the item's player.
    /// - Returns: The winner, and the reason.
    package static func resolve(
        local: ItemVersion,
        acknowledged: ItemVersion?,
        remote: ItemVersion,
        strategy: ConflictStrategy
    ) -> Resolution {
        let relation = relation(local, remote)
        func resolution(_ winner: Resolution.Winner, _ reason: String) -> Resolution {
            Resolution(winner: winner, relation: relation, reason: reason, known: local.seen)
        }
        switch relation {
        case .same: return resolution(.local, "the same change")
        case .ahead: return resolution(.local, "based on the other value")
        case .behind:
            // A device that receives only the outcome gives the same reason as the device that
            // decided.
            return resolution(
                .remote,
                remote.isRebased
                    ? "client: the other device's value wins; it is based on the value stored here"
                    : "based on the value stored here"
            )
        case .concurrent: break
        }
        let isAcknowledged = acknowledged?.stamp == local.stamp
        if strategy == .server, !isAcknowledged {
            return give(way: local, acknowledged: acknowledged, to: remote)
        }
        if strategy == .client, !isAcknowledged {
            return resolution(.rebased, "client: the value here wins")
        }
        return resolution(precedes(local, remote) ? .remote : .local, reason(local, remote))
    }

    /// Replaces an unacknowledged local version with the remote's, unless the remote's is older
    /// than a version that the remote has already acknowledged.
    private static func give(
        way local: ItemVersion,
        acknowledged: ItemVersion?,
        to remote: ItemVersion
    ) -> Resolution {
        if let acknowledged, precedes(remote, acknowledged) {
            return Resolution(
                winner: .local,
                relation: .concurrent,
                reason: "server: based on the value that the remote has",
                known: local.seen
            )
        }
        return Resolution(
            winner: .remote,
            relation: .concurrent,
            reason: "server: the value of the remote wins",
            known: acknowledged?.seen ?? VersionVector()
        )
    }

    private static func reason(_ one: ItemVersion, _ other: ItemVersion) -> String {
        if one.lap != other.lap { return "furthest: a deliberate jump back, or a removal, wins" }
        if one.rule != other.rule { return "furthest: the value was written under that strategy" }
        if one.rule == .furthest, one.depth != other.depth {
            return "furthest: the larger position wins"
        }
        if one.stamp.key != other.stamp.key { return "newest: the later change wins" }
        return "newest: the times are equal, so the later device ID wins"
    }
}
