// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The rule for deleting automatic copies.
///
/// A copy is deleted once ``kept`` newer copies have at least half as many points. An older copy is
/// protected if the newest copy has fewer than half as many points, or belongs to another store or
/// epoch. The protection ends once copies have been made on ``richerDays`` or ``formerDays`` days,
/// so that the user has time to notice the loss. Up to ``kept`` protected copies are kept, those
/// with the most points, so that they do not accumulate if the user often removes all points.
package struct BackupRetention: Sendable, Equatable {
    package struct Copy: Sendable, Equatable {
        package var path: String
        package var madeAt: Timestamp
        package var summary: StoreSummary?

        /// Returns the copy with a time before that of each later copy of the same store; another
        /// time is from a clock that was ahead.
        func dated(before copies: [Copy]) -> Copy {
            guard let summary else { return self }
            let later = copies.filter { $0.summary.map(summary.precedes) ?? false }
            var copy = self
            copy.madeAt = later.map { $0.madeAt - 1 }.reduce(madeAt, min)
            return copy
        }
    }

    /// The number of days with new copies for which a copy is protected if it has many more points,
    /// or belongs to another store.
    package static let richerDays = 7
    /// The number of days with new copies for which any other copy from before a recovery is
    /// protected.
    package static let formerDays = 2
    /// The factor by which the points of a copy must exceed those of the newest copy to protect it.
    static let fraction = 2

    /// The number of newer copies that replace a rotating copy, and the maximum number of protected
    /// copies, and of unreadable ones.
    package let kept: Int

    /// Returns the number of days on which copies were made while an older copy was protected.
    package func days(of new: StoreSummary, at now: Timestamp, after older: [Copy]) -> Int {
        let protected = older.filter { Self.isProtected($0, from: new, days: 0) }
        guard !protected.isEmpty else { return 0 }
        guard let last = newest(older), let before = last.summary, before.days > 0,
            before.identity == new.identity,
            // Another protected copy restarts the count, because the user needs time to notice it.
            protected.allSatisfy({ $0 != last && Self.isProtected($0, from: before, days: 0) })
        else { return 1 }
        return before.days + (Self.day(last.madeAt) == Self.day(now) ? 0 : 1)
    }

    package func surplus(_ copies: [Copy]) -> [Copy] {
        let readable = copies.filter { $0.summary != nil }
        guard let last = newest(readable), let present = last.summary else {
            // If no copy can be read, none is known to be better.
            return []
        }
        let protected = readable.filter {
            $0 != last && Self.isProtected($0, from: present, days: present.days)
        }
        let rotating = readable.filter { !protected.contains($0) }
        let unreadable = copies.filter { $0.summary == nil }
        return replaced(rotating, by: present)
            + surplus(protected) { Self.isBetter($0, $1) }
            + surplus(unreadable) { $0.madeAt > $1.madeAt }
    }

    /// Returns the rotating copies that enough newer copies replace.
    private func replaced(_ copies: [Copy], by present: StoreSummary) -> [Copy] {
        var staying: [Copy] = []
        var gone: [Copy] = []
        for copy in copies.sorted(by: { $0.madeAt > $1.madeAt }) {
            // Once the protection of a copy has ended, any newer copies replace it.
            let isLapsed = Self.isRicher(copy, than: present)
            let isReplaced = staying.count { isLapsed || Self.isAsGood($0, as: copy) } >= kept
            if isReplaced { gone.append(copy) } else { staying.append(copy) }
        }
        return gone
    }

    private func surplus(_ copies: [Copy], _ isFirst: (Copy, Copy) -> Bool) -> [Copy] {
        Array(copies.sorted(by: isFirst).dropFirst(kept))
    }

    private func newest(_ copies: [Copy]) -> Copy? {
        copies.max { ($0.madeAt, $0.path) < ($1.madeAt, $1.path) }
    }

    private static func isProtected(_ copy: Copy, from present: StoreSummary, days: Int) -> Bool {
        guard let summary = copy.summary else { return false }
        if isRicher(copy, than: present) { return days < richerDays }
        return summary.identity != present.identity && days < formerDays
    }

    private static func isRicher(_ copy: Copy, than present: StoreSummary) -> Bool {
        guard let summary = copy.summary, summary.points > 0 else { return false }
        return summary.identity.store != present.identity.store
            || summary.points > fraction * present.points
    }

    private static func isAsGood(_ copy: Copy, as other: Copy) -> Bool {
        fraction * (copy.summary?.points ?? 0) >= other.summary?.points ?? 0
    }

    private static func isBetter(_ first: Copy, _ second: Copy) -> Bool {
        let sizes = (size(first), size(second))
        // If both have about the same number of points, the newer one is better.
        return sizes.0 == sizes.1 ? first.madeAt > second.madeAt : sizes.0 > sizes.1
    }

    /// Returns the base-2 order of magnitude of a copy's number of points.
    private static func size(_ copy: Copy) -> Int {
        let points = copy.summary?.points ?? 0
        return Int.bitWidth - points.leadingZeroBitCount
    }

    private static func day(_ time: Timestamp) -> Int { time.rawValue / 86_400_000 }
}
