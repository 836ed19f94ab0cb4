// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

/// A job that removes all resume points, or those of one player, as of the time of the request.
///
/// The job continues if its caller disconnects. If one slice is not enough, the job is also
/// recorded in the store, and completed after a crash of the daemon.
final class ClearAllJob: Job {
    let caller: Caller?
    let writes = true
    let outlivesCaller = true
    private let playback: PlaybackCalls
    private let clearance: Clearance
    private var isRecorded: Bool
    private var cleared = 0
    private var points: RecentPoints?
    /// The maximum number of points removed in a slice, which keeps the slice short.
    private static let perSlice = 64

    /// Creates a job for a new clearance or, without a caller, one that completes a recorded
    /// clearance.
    init(_ clearance: Clearance, of playback: PlaybackCalls, for caller: Caller?) {
        self.clearance = clearance
        self.playback = playback
        self.caller = caller
        isRecorded = caller == nil
    }

    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        var points = points ?? playback.queries.recentPoints(player: clearance.player)
        // While the clock is uncertain, a point that seems to have expired may return.
        let asOf = playback.clock.certain(now)
        // Another job may have changed an item in the same turn.
        let isShared = playback.log.isDirty
        let listed = try playback.onStore(points.next(Self.perSlice, now: asOf))
        self.points = points
        try playback.log.withinCall { () throws(StateError) in
            for entry in listed {
                let state =
                    isShared
                    ? try playback.onStore(playback.log.state(entry.state.id)) : entry.state
                guard let state, state.sequence <= clearance.newest, state.isLive(at: asOf) else {
                    continue
                }
                try playback.items.clear(state, now: now)
                cleared += 1
            }
        }
        let isComplete = points.isComplete
        if isComplete == isRecorded {
            try playback.onStore(playback.log.note(clearance, isComplete: isComplete))
            isRecorded = true
        }
        guard isComplete else { return nil }
        return Playback.ClearAll.answer(.init(cleared: cleared, revision: playback.log.revision))
    }
}
