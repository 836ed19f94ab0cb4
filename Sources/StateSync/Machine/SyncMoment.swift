// SPDX-License-Identifier: Apache-2.0

/// One moment, read from two clocks.
package struct SyncMoment: Sendable, Equatable {
    /// Trusted time in milliseconds since 1970, for storing and display.
    package var trusted: Int
    /// Milliseconds of a clock that counts suspend and is never set, for waiting.
    package var elapsed: Int

    /// Creates a moment from both readings.
    package init(trusted: Int, elapsed: Int) {
        self.trusted = trusted
        self.elapsed = elapsed
    }
}
