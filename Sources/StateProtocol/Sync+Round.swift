// SPDX-License-Identifier: Apache-2.0
package import SyncModel

extension Sync.Round {
    package init(_ round: SyncRoundRecord) {
        self.init(
            number: round.number,
            triggers: round.triggers,
            startedAt: round.startedAt,
            endedAt: round.endedAt,
            outcome: Sync.RoundOutcome(rawValue: round.outcome.rawValue) ?? .failed,
            pushed: round.pushed,
            pulled: round.pulled,
            changed: round.changed,
            conflicts: round.conflicts,
            failed: round.failed,
            error: round.error
        )
    }
}
