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
    /// The points of the player, if the clearance concerns only one.
    private var points: RecentPoints?
    /// The last item read, otherwise.
    private var last = ItemID.absent
    /// The maximum number of points removed in a slice, which keeps the slice short.
    private static let perSlice = 64

    /// Creates a job for a new clearance or, without a caller, one that completes a recorded
    /// clearance.
    init(_ clearance: Clearance, of playback: PlaybackCalls, for caller: Caller?) {
        self.clearance = clearance
        self.playback = playback
        self.caller = caller
        isRecorded = caller == nil
        points = clearance.player.map { playback.queries.recentPoints(player: $0) }
    }

    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        // While the clock is uncertain, a point that seems to have expired may return.
        let asOf = playback.clock.certain(now)
        // Another job may have changed an item in the same turn.
        let isShared = playback.log.isDirty
        let (listed, isComplete) = try next(asOf: asOf)
        try playback.log.withinCall { () throws(StateError) in
            for state in listed {
                let state = isShared ? try playback.onStore(playback.log.state(state.id)) : state
                guard let state, state.sequence <= clearance.newest, state.isLive(at: asOf) else {
                    continue
                }
                try playback.items.clear(state, now: now)
                cleared += 1
            }
        }
        if isComplete == isRecorded {
            try playback.onStore(playback.log.note(clearance, isComplete: isComplete))
            isRecorded = true
        }
        guard isComplete else { return nil }
        return Playback.ClearAll.answer(.init(cleared: cleared, revision: playback.log.revision))
    }

    /// Returns the next states, and true if they are the last ones.
    ///
    /// All points are read in the order of the tables, so that each page of the file is read once.
    private func next(
        asOf now: Timestamp
    ) throws(StateError) -> (states: [ItemState], isLast: Bool) {
        if let found = try playback.onStore(points?.next(Self.perSlice, now: now)) {
            return (found, points?.isComplete == true)
        }
        let found = try playback.onStore(
            playback.queries.standing(
                after: last,
                upTo: clearance.newest,
                limit: Self.perSlice,
                now: now
            )
        )
        last = found.next ?? last
        return (found.states, found.next == nil)
    }
}
