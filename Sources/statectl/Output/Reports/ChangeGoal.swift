// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The changes after which a command that follows a stream ends.
struct ChangeGoal {
    /// The kinds that count; empty for all.
    var kinds: Set<ChangeKind> = []
    /// The position, in seconds, that the item must have reached; `nil` for any.
    var position: Double?
    /// The number of changes that count and are still to come; `nil` for no end.
    var left: Int?

    /// Takes note of a change; returns true if it is the last to come.
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
