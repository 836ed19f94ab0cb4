// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

/// A job that removes all resume points, or all of one player, that existed at the time of the
/// call.
///
/// The job is completed even if its caller disconnects or the daemon is killed.
final class ClearAllJob: Job {
    /// The caller; `nil` if it has disconnected.
    let caller: Caller?
    /// True, because the job removes resume points.
    let writes = true
    /// True, because the job must be completed.
    let outlivesCaller = true
    private let playback: PlaybackCalls
    private let clearance: Clearance
    private var isRecorded: Bool
    private var cleared = 0
    /// The listing of the points; `nil` before the first slice.
    private var points: RecentPoints?
    /// The listed points that are still to be removed.
    private var listed: ArraySlice<ItemQueries.Entry> = []
    private var isLastPage = false
    /// The maximum number of points listed at a time.
    private static let pageSize = 100

    /// Creates a job for a new clearance, or one that completes a recorded clearance.
    init(_ clearance: Clearance, of playback: PlaybackCalls, for caller: Caller?) {
        self.clearance = clearance
        self.playback = playback
        self.caller = caller
        isRecorded = caller == nil
    }

    /// Removes points until the time of the slice is up; returns the reply after the last one.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        if listed.isEmpty { try listNext(now: now) }
        try playback.log.withinCall { () throws(StateError) in
            try clearListed(now: now)
        }
        let isComplete = listed.isEmpty && isLastPage
        if isComplete == isRecorded {
            try playback.onStore(playback.log.note(clearance, isComplete: isComplete))
            isRecorded = true
        }
        guard isComplete else { return nil }
        return Playback.ClearAll.answer(
            Playback.ClearAll.Reply(cleared: cleared, revision: playback.log.revision)
        )
    }

    private func clearListed(now: Timestamp) throws(StateError) {
        let begin = ContinuousClock.now
        // A point that expired only by an uncertain clock may turn out to be valid.
        let asOf = playback.clock.certain(now)
        while let entry = listed.first, ContinuousClock.now - begin < Jobs.timePerSlice {
            listed.removeFirst()
            let state = try playback.onStore(playback.log.state(entry.place.id))
            guard let state, state.sequence <= clearance.newest, state.standing(at: asOf) != nil
            else { continue }
            try playback.items.clear(state, now: now)
            cleared += 1
        }
    }

    private func listNext(now: Timestamp) throws(StateError) {
        var points = points ?? playback.queries.recentPoints(player: clearance.player)
        listed = try playback.onStore(
            points.next(Self.pageSize, now: playback.clock.certain(now))[...]
        )
        isLastPage = points.isComplete
        self.points = points
    }
}
