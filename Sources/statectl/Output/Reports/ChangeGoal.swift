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
    ///
    /// - Throws: ``Failure`` if the item has no position in seconds.
    mutating func isReached(by change: Change) throws(Failure) -> Bool {
        guard let left, kinds.isEmpty || kinds.contains(change.kind) else { return false }
        if let position {
            let place = change.point?.position ?? change.snapshot?.position
            if place == 0, position > 0, (change.point?.reading ?? change.snapshot?.reading) != nil
            {
                let reason = "the item has no position in seconds; wait without --past"
                throw Failure(.badValue, "--past: \(reason)")
            }
            guard let place, place >= position else { return false }
        }
        self.left = left - 1
        return left <= 1
    }
}
