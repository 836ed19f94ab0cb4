// SPDX-License-Identifier: Apache-2.0

package enum ConflictStrategy: String, Sendable, CaseIterable {
    case newest
    /// The version in the remote wins, unless the remote has already acknowledged the local one.
    case server
    /// The local version wins, unless the remote has already acknowledged it.
    case client
    /// The change with the position furthest from the beginning wins, except against a deliberate
    /// jump back or a removal.
    case furthest

    /// The rule of the versions that are written under the strategy.
    ///
    /// `server` and `client` only concern a local version that the remote has not acknowledged. Of
    /// two acknowledged versions, the newest wins, so the rule is `newest`.
    package var rule: ItemVersion.Rule {
        self == .furthest ? .furthest : .newest
    }
}

package struct Resolution: Sendable, Equatable {
    package enum Winner: Sendable, Equatable {
        case local
        case remote
        /// The local value wins, and is written again as a version whose writer knew the received
        /// one.
        case rebased
    }

    package var winner: Winner
    package var relation: Merge.Relation
    package var reason: String
    /// The version vector to merge into the winner's.
    ///
    /// Usually, the vector is that of the local version. If an unacknowledged local version loses
    /// under the strategy `server`, or because it had expired, the vector is that of the last
    /// acknowledged version, if any. The remote may have received the losing version nevertheless,
    /// and other devices must not treat it as superseded.
    package var known: VersionVector
}

extension Merge {
    /// Decides between the local version and a received one.
    ///
    /// `acknowledged` is the newest version that the remote has acknowledged or delivered.
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
            // A device that receives only the winner gives the same reason as the device that
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
        if !isAcknowledged, strategy == .server || local.hasExpired {
            // An expired value is not sent, so other devices never learn that it won.
            let reason =
                local.hasExpired
                ? "the value here had expired before it was sent"
                : "server: the value of the remote wins"
            return preferRemote(over: local, acknowledged: acknowledged, remote: remote, reason)
        }
        if strategy == .client, !isAcknowledged {
            return resolution(.rebased, "client: the value here wins")
        }
        return resolution(precedes(local, remote) ? .remote : .local, reason(local, remote))
    }

    /// Decides for the received version, unless the last acknowledged version is greater.
    private static func preferRemote(
        over local: ItemVersion,
        acknowledged: ItemVersion?,
        remote: ItemVersion,
        _ reason: String
    ) -> Resolution {
        if let acknowledged, precedes(remote, acknowledged) {
            return Resolution(
                winner: .local,
                relation: .concurrent,
                reason: "based on the value that the remote has",
                known: local.seen
            )
        }
        return Resolution(
            winner: .remote,
            relation: .concurrent,
            reason: reason,
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

extension ItemVersion {
    /// True if the value is a resume point that had expired when the version was made.
    fileprivate var hasExpired: Bool {
        if case .point(let point) = value { point.life <= 0 } else { false }
    }
}
