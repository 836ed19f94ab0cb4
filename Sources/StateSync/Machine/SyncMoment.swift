// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A point in time on two clocks.
package struct SyncMoment: Sendable, Equatable {
    /// The trusted time in milliseconds since 1970, for storing and showing.
    package var trusted: Timestamp
    /// The time for waiting, in milliseconds, on a clock that counts suspended time and is never
    /// set.
    package var elapsed: Int

    package init(trusted: Timestamp, elapsed: Int) {
        self.trusted = trusted
        self.elapsed = elapsed
    }
}
