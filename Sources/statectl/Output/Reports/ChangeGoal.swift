// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The condition on changes that ends a command which follows a stream.
struct ChangeGoal {
    /// The kinds of changes that count; empty for all.
    var kinds: Set<ChangeKind> = []
    /// The position, in seconds, that the item must reach; `nil` for any.
    var position: Double?
    /// The number of changes that remain to be counted; `nil` for no end.
    var left: Int?

    /// Counts a change; returns true if the command ends with it.
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
