// SPDX-License-Identifier: Apache-2.0

/// The rule for the playback time between two observations of an item.
package enum PlayedRule {
    /// The maximum gap between two observations that counts as playback, in milliseconds.
    ///
    /// Players report every second or two, and sync delivers a position every 45 s. Nothing is
    /// known about a longer gap.
    private static let longestGapMilliseconds = 120_000

    /// Returns the playback time between two consecutive observations of a device, in milliseconds.
    ///
    /// It never exceeds the elapsed time, so a jump adds nothing, nor the distance within the item,
    /// so a pause adds nothing.
    package static func milliseconds(from old: ResumePoint, to new: ResumePoint) -> Int {
        let elapsed = new.at - old.at
        let way = (new.position - old.position) * 1000
        guard old.status == .playing, old.player == new.player, way > 0, elapsed > 0,
            elapsed <= longestGapMilliseconds
        else { return 0 }
        return Int(min(Double(elapsed), way))
    }
}
