package import StateModel

/// What sync is told to do.
package struct SyncSettings: Sendable, Equatable {
    /// Which of two concurrent changes wins.
    package var strategy = ConflictStrategy.newest
    /// The same for single players.
    package var strategies: [String: ConflictStrategy] = [:]
    /// How many records go to the remote at once, at most.
    package var pushRecords = 500
    /// How many bytes of events go to the remote at once, at most, unless one alone has more.
    package var pushBytes = 1 << 20
    /// How many records are asked for at once.
    package var pageRecords = 2_000
    /// How long an acknowledgement that is not durable is kept in doubt, in milliseconds.
    package var volatileFor = 600_000
    /// How long tombstones are kept after all devices have seen them, in milliseconds.
    package var tombstoneLife = 31 * 3_600_000
    /// Whether the remote compares and swaps.
    package var comparesAndSwaps = false

    /// True if the remote is read before anything is written to it.
    ///
    /// `server` and `client` are about what the remote holds at that moment. One that compares and swaps
    /// tells by itself.
    package var readsBeforeWriting: Bool {
        !comparesAndSwaps
            && ([strategy] + strategies.values).contains { $0 == .server || $0 == .client }
    }

    /// The remote's address as a person wrote it down; `nil` if it is not known.
    package var address: String?

    /// What holds unless somebody says otherwise.
    package init() {}

    /// The strategy for items of that player; nil: of none.
    package func strategy(for player: String?) -> ConflictStrategy {
        player.flatMap { strategies[$0] } ?? strategy
    }
}
