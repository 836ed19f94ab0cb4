// SPDX-License-Identifier: Apache-2.0

package enum PlayedRule {
    /// The maximum time between two observations during which playback is assumed, in milliseconds.
    ///
    /// Players report every one or two seconds, and sync delivers a position every 45 seconds.
    /// Nothing is known about a longer time.
    private static let longestGapMilliseconds = 120_000

    /// Returns the time played between two consecutive observations of a device, in milliseconds.
    ///
    /// The result is 0 unless `old` was playing, `new` is from the same player, and the position
    /// has advanced within two minutes. It is at most the elapsed time, and at most the distance
    /// between the positions, so that neither jumps nor pauses are counted.
    package static func milliseconds(from old: ResumePoint, to new: ResumePoint) -> Int {
        let elapsed = new.at - old.at
        let way = (new.position - old.position) * 1000
        guard old.status == .playing, old.player == new.player, way > 0, elapsed > 0,
            elapsed <= longestGapMilliseconds
        else { return 0 }
        return Int(min(Double(elapsed), way))
    }
}
