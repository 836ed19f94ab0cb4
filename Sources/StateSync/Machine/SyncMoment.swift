// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A moment on two clocks.
package struct SyncMoment: Sendable, Equatable {
    /// Trusted time in milliseconds since 1970, used for storage and display.
    package var trusted: Timestamp
    /// Milliseconds on a clock that counts suspended time and is never set; used for waiting.
    package var elapsed: Int

    /// Creates a moment from both readings.
    package init(trusted: Timestamp, elapsed: Int) {
        self.trusted = trusted
        self.elapsed = elapsed
    }
}
