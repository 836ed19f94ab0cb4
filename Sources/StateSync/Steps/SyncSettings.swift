// SPDX-License-Identifier: Apache-2.0
package import SyncModel

package struct SyncSettings: Sendable, Equatable {
    /// The strategy that decides which of two concurrent changes wins.
    package var strategy = ConflictStrategy.newest
    /// The strategies for particular players, by player name.
    package var strategies: [String: ConflictStrategy] = [:]
    /// The maximum number of records per push.
    package var pushRecords = 500
    /// The maximum size of the events per push, in bytes, unless a single event is larger.
    package var pushBytes = 1 << 20
    /// The number of records per page.
    package var pageRecords = 2_000
    /// The time for which a non-durable acknowledgement is not final, in milliseconds.
    package var volatileMilliseconds = 600_000
    /// The time for which tombstones are kept after all devices have read them, in milliseconds.
    package var tombstoneLifeMilliseconds = 31 * 3_600_000
    /// True if the remote supports compare-and-swap.
    package var comparesAndSwaps = false

    /// True if the remote is read before anything is written to it.
    ///
    /// `server` and `client` depend on the remote's present value, which a remote with
    /// compare-and-swap reports anyway.
    package var readsBeforeWriting: Bool {
        !comparesAndSwaps
            && ([strategy] + strategies.values).contains { $0 == .server || $0 == .client }
    }

    /// The remote's configured address; `nil` if it is not known.
    package var address: String?

    /// Creates the default settings.
    package init() {}

    /// Returns the strategy for a player's items; `nil` stands for items without a player.
    package func strategy(for player: String?) -> ConflictStrategy {
        player.flatMap { strategies[$0] } ?? strategy
    }
}
