// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// Removes every resume point, or all of one player, that existed at the time of the call.
///
/// It is completed even if its caller leaves, or the daemon is killed.
final class ClearAllJob: Job {
    /// The caller; `nil` if it has gone.
    let caller: Caller?
    /// True, because the job removes resume points.
    let writes = true
    /// True, because it is not left half done.
    let outlivesCaller = true
    private let clearance: Clearance
    private var isRecorded: Bool
    private var cleared = 0
    /// The listing of the points; `nil` before the first slice.
    private var points: RecentPoints?
    /// Points that are listed and not yet removed.
    private var listed: ArraySlice<ItemQueries.Page.Entry> = []
    private var isLastPage = false
    /// The maximum number of points listed at a time.
    private static let pageSize = 100

    /// Creates a job for a caller.
    init(_ caller: Caller, _ clearance: Clearance) {
        self.caller = caller
        self.clearance = clearance
        isRecorded = false
    }

    /// Creates a job that completes a clearance.
    init(completing clearance: Clearance) {
        caller = nil
        self.clearance = clearance
        isRecorded = true
    }

    /// Removes points until the slice's time is over; returns the reply after the last one.
    func step(_ tenant: Tenant, now: Timestamp) throws(StateError) -> [UInt8]? {
        if listed.isEmpty { try listNext(tenant, now: now) }
        try tenant.store.log.withinCall { () throws(StateError) in
            try clearListed(tenant, now: now)
        }
        let isComplete = listed.isEmpty && isLastPage
        if isComplete == isRecorded {
            try tenant.onStore(tenant.store.log.note(clearance, isComplete: isComplete))
            isRecorded = true
        }
        guard isComplete else { return nil }
        return Playback.ClearAll.answer(
            Playback.ClearAll.Reply(cleared: cleared, revision: tenant.store.log.revision)
        )
    }

    private func clearListed(_ tenant: Tenant, now: Timestamp) throws(StateError) {
        let begin = ContinuousClock.now
        // A point that only a clock in doubt has expired would return.
        let asOf = tenant.clock.certain(now)
        while let entry = listed.first, ContinuousClock.now - begin < Jobs.timePerSlice {
            listed.removeFirst()
            let state = try tenant.items.onStore(tenant.store.log.state(entry.place.id))
            guard let state, state.sequence <= clearance.newest, state.standing(at: asOf) != nil
            else { continue }
            try tenant.items.clear(state, now: now)
            cleared += 1
        }
    }

    private func listNext(_ tenant: Tenant, now: Timestamp) throws(StateError) {
        var points = points ?? tenant.store.items.recentPoints(player: clearance.player)
        listed = try tenant.items.onStore(
            points.next(Self.pageSize, now: tenant.clock.certain(now))[...]
        )
        isLastPage = points.isComplete
        self.points = points
    }
}
