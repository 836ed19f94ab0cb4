// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

extension Items {
    /// Corrects the times of this device's points, once a synchronised clock has corrected those of
    /// this boot.
    ///
    /// The rows and the clock's record are stored in one commit, so no time is corrected twice.
    func correctTimes(now: Timestamp) {
        guard queue.health.problem == nil, let correction = clock.takeCorrection() else { return }
        do throws(StateError) {
            let states = try onStore { () throws(StoreError) in try points(of: correction) }
            for state in states { try correct(state, by: correction, now: now) }
            logger.notice(
                "the clock was corrected",
                metadata: [
                    "milliseconds": "\(correction.milliseconds)", "points": "\(states.count)",
                ]
            )
            queue.hold { failure in if failure != nil { self.clock.putBack(correction) } }
        } catch {
            logger.debug("cannot correct times", metadata: ["reason": "\(error)"])
            clock.putBack(correction)
        }
        queue.commit(now: now)
    }

    private func points(of correction: ClockCorrection) throws(StoreError) -> [ItemState] {
        var list = queries.recentPoints(player: nil, in: correction.times)
        var states: [ItemState] = []
        while !list.isComplete { states += try list.next(RecentPoints.slice, now: .min) }
        // The times of other devices' points follow from their clocks.
        return states.filter { $0.record.device == .own }
    }

    private func correct(
        _ state: ItemState,
        by correction: ClockCorrection,
        now: Timestamp
    ) throws(StateError) {
        var record = state.record.copy
        record.point.at += correction.milliseconds
        record.point.expiresAt = (record.point.expiresAt + correction.milliseconds).clamped
        let written = try log.withinCall { () throws(StateError) in
            try onStore(log.append(corrected: record, after: state, now: now))
        }
        try note(.renewed, written, after: state, now: now)
    }
}
