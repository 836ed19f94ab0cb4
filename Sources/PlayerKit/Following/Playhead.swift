// SPDX-License-Identifier: Apache-2.0

/// The estimated position of a player between two of its reports.
///
/// Most players do not report normal progress. The estimate is the last reported position plus the
/// playback time since then.
package struct Playhead: Equatable, Sendable {
    /// The time without a report during which a player is assumed to continue, in milliseconds.
    ///
    /// A player that is silent for longer may hang.
    private static let trustMilliseconds = 5_000

    private var heard: Double
    private var heardAt: Int
    package private(set) var rate = 1.0
    package private(set) var isRunning = false

    package init(at position: Double, now: Int) {
        heard = position
        heardAt = now
    }

    /// Returns the expected position, in seconds.
    package func position(now: Int) -> Double {
        guard isRunning else { return heard }
        let time = min(max(0, now - heardAt), Self.trustMilliseconds)
        return heard + rate * Double(time) / 1_000
    }

    package var lastHeard: Double { heard }

    package mutating func set(_ position: Double, now: Int) {
        heard = position
        heardAt = now
    }

    package mutating func run(_ isRunning: Bool, now: Int) {
        guard isRunning != self.isRunning else { return }
        set(position(now: now), now: now)
        self.isRunning = isRunning
    }

    /// Sets the playback speed; ignores implausible values, such as the 0 that some players report
    /// during a pause.
    package mutating func play(at rate: Double, now: Int) {
        guard rate.isFinite, rate > 0, rate <= 100, rate != self.rate else { return }
        set(position(now: now), now: now)
        self.rate = rate
    }
}
