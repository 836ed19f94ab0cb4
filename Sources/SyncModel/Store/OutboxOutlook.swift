// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A summary of the waiting and failed outbox entries.
package struct OutboxOutlook: Sendable, Equatable {
    /// The trusted time of the earliest next attempt; `nil` if no entry waits.
    ///
    /// An event that waits holds back those after it, so the first of them decides for all.
    package var nextAttemptAt: Timestamp?
    /// True if an entry has failed.
    package var hasFailed = false
    /// The error of an entry that has failed, or else of one that waits; `nil` if there is none.
    package var error: String?

    /// Creates the outlook of an empty outbox.
    package init() {}

    /// Returns the time until the earliest next attempt, in milliseconds; `nil` if no entry waits.
    package func wait(at now: Timestamp) -> Int? {
        guard let nextAttemptAt, nextAttemptAt > now else { return nextAttemptAt.map { _ in 0 } }
        let wait = nextAttemptAt - now
        // A time further ahead than any back-off is not one of ours: a clock was set back.
        return wait > SendRow.longestWaitMilliseconds ? 0 : wait
    }
}
