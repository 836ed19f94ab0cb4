// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A summary of the waiting and failed outbox entries.
package struct OutboxOutlook: Sendable, Equatable {
    /// The trusted time of the earliest next attempt, in milliseconds since 1970; `nil` if no entry
    /// waits.
    ///
    /// A waiting event delays all later events, so only the first one counts.
    package var nextAttemptAt: Timestamp?
    /// True if an entry has failed.
    package var hasFailed = false
    /// The error of a failed entry, otherwise that of a waiting one; `nil` if there is none.
    package var error: String?

    /// Creates the outlook of an empty outbox.
    package init() {}

    /// Returns the time until the earliest next attempt, in milliseconds; `nil` if no entry waits.
    package func wait(at now: Timestamp) -> Int? {
        guard let nextAttemptAt, nextAttemptAt > now else { return nextAttemptAt.map { _ in 0 } }
        let wait = nextAttemptAt - now
        // A time beyond the longest back-off means that a clock was set back.
        return wait > SendRow.longestWaitMilliseconds ? 0 : wait
    }
}
