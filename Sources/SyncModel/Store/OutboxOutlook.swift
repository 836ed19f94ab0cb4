// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct OutboxOutlook: Sendable, Equatable {
    /// The trusted time of the next attempt, in milliseconds since 1970; `nil` if no entry waits.
    ///
    /// Of the waiting events, only the first counts, because the others wait for it.
    package var nextAttemptAt: Timestamp?
    package var hasFailed = false
    /// The error of a failed entry, or of a waiting one if none has failed; `nil` if there is none.
    package var error: String?

    package init() {}

    /// Returns the time until the next attempt, in milliseconds; `nil` if no entry waits.
    package func wait(at now: Timestamp) -> Int? {
        guard let nextAttemptAt, nextAttemptAt > now else { return nextAttemptAt.map { _ in 0 } }
        let wait = nextAttemptAt - now
        // If the time is further away than the longest delay, a clock was set back.
        return wait > SendRow.longestWaitMilliseconds ? 0 : wait
    }
}
