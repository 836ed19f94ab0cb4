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

    private var reported: Double
    private var reportedAt: Int
    package private(set) var rate = 1.0
    package private(set) var isRunning = false

    package init(at position: Double, now: Int) {
        reported = position
        reportedAt = now
    }

    /// Returns the expected position, in seconds.
    package func position(now: Int) -> Double {
        guard isRunning else { return reported }
        let time = min(max(0, now - reportedAt), Self.trustMilliseconds)
        return reported + rate * Double(time) / 1_000
    }

    package var lastReported: Double { reported }

    package mutating func set(_ position: Double, now: Int) {
        reported = position
        reportedAt = now
    }

    /// Returns to the last report if that is too old for an estimate.
    package mutating func giveUp(now: Int) {
        if now - reportedAt > Self.trustMilliseconds { set(reported, now: now) }
    }

    package mutating func run(_ isRunning: Bool, now: Int) {
        guard isRunning != self.isRunning else { return }
        set(position(now: now), now: now)
        self.isRunning = isRunning
    }

    /// Sets the playback speed, which is negative for a player that rewinds; ignores implausible
    /// values, such as the 0 that some players report during a pause.
    package mutating func play(at rate: Double, now: Int) {
        guard rate.isFinite, rate != 0, abs(rate) <= 100, rate != self.rate else { return }
        set(position(now: now), now: now)
        self.rate = rate
    }
}
