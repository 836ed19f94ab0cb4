// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// Reports about the track's item that do not count.
extension MPRISTrack {
    /// The length, in seconds, that the loaded segments of a live channel do not reach.
    private static let loadedSeconds = 60.0

    /// Returns true for a live channel in segments.
    ///
    /// Players report the length of the segments that they have loaded, which playback may exceed.
    func isChannel(_ item: PlayedItem) -> Bool {
        guard let name = item.name, CanonicalName.isURL(name),
            disprovedLength != nil || MPRISItem.isSegmented(name)
        else { return false }
        let length = item.duration ?? disprovedLength ?? 0
        return max(length, item.point?.duration ?? 0) < Self.loadedSeconds
    }

    /// Returns true if a report of a paused player, in seconds, is not a new position.
    ///
    /// Some browsers report positions that advance during a pause. Elisa reports the position
    /// before a seek until it plays.
    mutating func isUnmoved(at position: Double, _ item: PlayedItem, now: Int) -> Bool {
        guard !playhead.isRunning else { return false }
        if let origin, abs(position - origin) < PlayedItem.nearness {
            jumpedAt = nil
            return true
        }
        guard !isStopping, jumpedAt == nil, case .paused(let since) = item.reopening,
            let reported = item.reported, position > reported + PlayedItem.nearness
        else { return false }
        let time = Double(now - since) / 1_000
        return abs(position - reported - playhead.rate * time) <= Self.leap
    }
}
