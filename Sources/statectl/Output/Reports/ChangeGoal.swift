// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The condition under which a command that follows changes ends.
struct ChangeGoal {
    /// The kinds of changes that are counted; empty for all kinds.
    var kinds: Set<ChangeKind> = []
    /// The position, in seconds, from which an item's changes are counted; `nil` for any position.
    var position: Double?
    /// The remaining number of changes; `nil` for no limit.
    var left: Int?

    /// Counts the change if it meets the condition; returns true if it is the last one.
    mutating func isReached(by change: Change) -> Bool {
        guard let left, kinds.isEmpty || kinds.contains(change.kind) else { return false }
        if let position {
            let place = change.point?.position ?? change.snapshot?.position
            guard let place, place >= position else { return false }
        }
        self.left = left - 1
        return left <= 1
    }
}
