// SPDX-License-Identifier: Apache-2.0
package import SyncModel

package struct SyncSettings: Sendable, Equatable {
    package var strategy = ConflictStrategy.newest
    package var strategies: [String: ConflictStrategy] = [:]
    package var pushRecords = 500
    /// The size of the events in a push after which no further event is added, in bytes.
    package var pushBytes = 1 << 20
    package var pageRecords = 2_000
    /// The time after which an acknowledgement is final even if the remote did not store the record
    /// durably, in milliseconds.
    package var volatileMilliseconds = 600_000
    /// The time for which tombstones are kept after all devices have read them, in milliseconds.
    package var tombstoneLifeMilliseconds = 31 * 3_600_000
    package var comparesAndSwaps = false

    /// True if a round must read the remote before it writes to it.
    ///
    /// The strategies `server` and `client` depend on the current value in the remote. A remote
    /// that can compare and swap reports that value when it refuses a write.
    package var readsBeforeWriting: Bool {
        !comparesAndSwaps
            && ([strategy] + strategies.values).contains { $0 == .server || $0 == .client }
    }

    package var address: String?

    package init() {}

    package func strategy(for player: String?) -> ConflictStrategy {
        player.flatMap { strategies[$0] } ?? strategy
    }
}
