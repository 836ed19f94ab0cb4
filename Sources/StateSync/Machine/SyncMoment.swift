// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct SyncMoment: Sendable, Equatable {
    /// The trusted time, for storing and showing.
    package var trusted: Timestamp
    /// The time for waiting, in milliseconds, on a clock that counts suspended time and is never
    /// set.
    package var elapsed: Int

    package init(trusted: Timestamp, elapsed: Int) {
        self.trusted = trusted
        self.elapsed = elapsed
    }
}
