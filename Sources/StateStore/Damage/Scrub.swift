// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The progress of the scrub.
///
/// The scrub verifies every row in idle time, to find damage before a read does.
package struct Scrub: Equatable, Sendable {
    /// The parts of a pass, in order.
    enum Phase: Sendable {
        /// The rows of the log, the item states, the events, and the rest between two passes.
        case rows, states, events, resting
    }

    /// The part in progress.
    private(set) var phase = Phase.rows
    /// The last row, item or event examined in this part.
    var hand = 0
    /// The start of the next pass, on the trusted clock, in milliseconds since 1970.
    private(set) var due = Timestamp.epoch
    /// The end of the last complete pass, in milliseconds since 1970; `nil` if there was none.
    package private(set) var endedAt: Timestamp?
    /// The number of rows of the log, item states and events verified since the daemon started.
    package internal(set) var verified = 0
    /// The number of damaged ones among these and among those read, since the daemon started.
    package internal(set) var damaged = 0

    /// The time between two passes, in milliseconds.
    private static let intervalMilliseconds = 86_400_000

    /// Begins a pass, or returns to that part of it if it is past the part.
    mutating func begin(at phase: Phase = .rows) {
        self.phase = phase
        hand = 0
        due = .epoch
    }

    /// Ends the pass and rests until `time`.
    mutating func putOff(until time: Timestamp) {
        phase = .resting
        due = time
    }

    /// Ends a part.
    mutating func endPhase(now: Timestamp) {
        hand = 0
        switch phase {
        case .rows: phase = .states
        case .states: phase = .events
        case .events, .resting:
            phase = .resting
            due = now + Self.intervalMilliseconds
            endedAt = now
        }
    }

    /// Begins the next pass if the rest is over.
    ///
    /// - Returns: false during the rest.
    mutating func isDue(now: Timestamp) -> Bool {
        guard phase == .resting else { return true }
        // A clock that was set back must not delay the next pass by that amount.
        guard due <= now || due > now + Self.intervalMilliseconds else { return false }
        begin()
        return true
    }
}
