// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The condition that ends a command which follows changes.
struct ChangeGoal {
    /// The kinds of changes that count; empty for all kinds.
    var kinds: Set<ChangeKind> = []
    /// The lowest position that counts, in seconds; `nil` to count all changes.
    var position: Double?
    /// The number of changes that must still occur; `nil` for no limit.
    var left: Int?

    /// Counts a change if it meets the condition; returns true for the last one.
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
