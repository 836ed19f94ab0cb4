/// What a person may set about how snapshots are judged and resumed.
package struct PolicySettings: Sendable, Equatable {
    /// Seconds from the beginning within which there is nothing to come back to.
    package var startMargin = 1.0
    /// Seconds before a known end within which there is nothing to come back to.
    package var endMargin = 1.0
    /// Seconds before a known end within which "finished" is believed, at most 10 % of the duration.
    package var finishMargin = 30.0
    /// Milliseconds after a player's first snapshot of an item in which a jump back is suspect.
    package var jumpWindow = 10_000
    /// Seconds behind the stored position beyond which a jump back is suspect.
    package var jumpLimit = 60.0
    /// Seconds until a resume point expires.
    package var ttl = 86_400
    /// Seconds until a resume point of a certain player expires, by the player's name.
    package var playerTTL: [String: Int] = [:]
    /// The length, in seconds, below which a bridge does not resume an item by itself.
    package var resumeMinimum = 600.0
    /// The players whose items are not resumed like everyone's, by name.
    package var playerResume: [String: ResumeMode] = [:]
    /// How far Resume moves back.
    package var rewind = RewindTable()
    /// Whether a player that was playing when it went away may start by itself.
    package var autoplay = false

    /// The defaults of `stated.yaml`.
    package init() {}

    /// Milliseconds until a resume point made from `snapshot` expires.
    package func lifetime(of snapshot: Snapshot) -> Int {
        (snapshot.ttl ?? lifetimeSeconds(of: snapshot.player)) * 1000
    }

    /// Seconds until a resume point of `player` expires where the snapshot says nothing.
    package func lifetimeSeconds(of player: String) -> Int {
        playerTTL[player] ?? ttl
    }
}

/// How far Resume moves a position back, by how long ago it was observed.
package struct RewindTable: Sendable, Equatable {
    /// One row: up to an age, so far back.
    package struct Row: Sendable, Equatable {
        /// The greatest age in milliseconds that the row is for.
        package var age: Int
        /// How many seconds to move back.
        package var seconds: Double

        /// A row with both its members.
        package init(age: Int, seconds: Double) {
            self.age = age
            self.seconds = seconds
        }
    }

    /// Rows by rising age.
    package private(set) var rows: [Row]

    /// A table of these rows, in any order.
    package init(
        _ rows: [Row] = [
            Row(age: 60_000, seconds: 0), Row(age: 3_600_000, seconds: 3),
            Row(age: 86_400_000, seconds: 10),
        ]
    ) {
        self.rows = rows.sorted { $0.age < $1.age }
    }

    /// The position to resume at: moved back, never below 0.
    ///
    /// An age beyond the last row takes the last row's value.
    package func position(_ position: Double, observedAt at: Int, now: Int) -> Double {
        let age = now - at
        guard let row = rows.first(where: { age <= $0.age }) ?? rows.last else { return position }
        return max(0, position - row.seconds)
    }
}
