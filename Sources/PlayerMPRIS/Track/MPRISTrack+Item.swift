// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// Reports about the track's item that do not count.
extension MPRISTrack {
    /// The length, in seconds, that the loaded segments of a live channel do not reach.
    private static let loadedSeconds = 60.0

    /// Returns true if news may be about a file that has replaced the one that was found.
    ///
    /// Players without URLs, such as Totem, may describe two untitled films in the same way.
    func mayBeOfOtherFile(
        _ news: MPRISProperties,
        after known: MPRISProperties,
        now: Int
    ) -> Bool {
        guard isFound, news.status != .stopped else { return false }
        let isOtherLength = news.metadata.map { $0.duration != known.metadata?.duration } ?? false
        let place = news.position.map { Double($0) / 1_000_000 }
        return isOtherLength || place.map { !isExpected($0, now: now) } ?? false
    }

    /// Returns the time until the next question to the player, in milliseconds; `nil` if it need
    /// not be asked.
    ///
    /// While a track is opening, a player that is not playing is asked only if it may still be
    /// opening its file.
    func wait(in phase: PlayedItem.Phase, canBeMoved: Bool, now: Int) -> Int? {
        let isRunning = playhead.isRunning
        let isOpening = !canBeMoved && now - beganAt < Self.movableMilliseconds
        return switch phase {
        case .opening: isRunning || isOpening ? MPRISTiming.briefWaitMilliseconds : nil
        case .moving: MPRISTiming.briefWaitMilliseconds
        case .following where isForeign: MPRISTiming.longWaitMilliseconds
        case .following where jumpedAt != nil || doubt != nil: MPRISTiming.settlingMilliseconds
        case .following where !isRunning: MPRISTiming.restMilliseconds
        case .following:
            isProven ? MPRISTiming.intervalMilliseconds : MPRISTiming.settlingMilliseconds
        }
    }

    /// Returns the obstacle to following an item of a player; `nil` if there is none.
    func obstacle(to item: PlayedItem, of known: MPRISProperties, now: Int) -> Obstacle? {
        guard known.status != .stopped, let metadata = known.metadata else { return nil }
        if item.name == nil {
            if metadata == MPRISMetadata() { return nil }
            if metadata.isPrivate { return .privateWindow }
        }
        let isLate = now - beganAt > MPRISTiming.positionTimeoutMilliseconds
        return item.obstacle(
            isSilent: playhead.isRunning && !isProven && isLate,
            canSeek: known.canSeek != false
        )
    }

    /// Discards the reported length if a reported position exceeds it.
    mutating func noteLength(of item: inout PlayedItem, at position: Double) {
        guard let length = item.duration, position > length + Self.leap else { return }
        disprovedLength = length
        item.duration = nil
    }

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

    /// Returns true if a reported position, in seconds, is that of a player that was stopped.
    ///
    /// Quod Libet and Totem report a stop as a pause at the beginning, where they also continue,
    /// without a seek.
    func isStopped(at position: Double, now: Int) -> Bool {
        guard jumpedAt == nil, playhead.lastReported > Self.leap else { return false }
        guard playhead.isRunning else { return position == 0 }
        guard isContinuing, !isExpected(position, now: now) else { return false }
        return 0 < position && position < Self.beginning.new
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
