// SPDX-License-Identifier: Apache-2.0
import StateModel

struct ReportRule: Sendable {
    private var last: Snapshot?

    /// Returns the call for a report: a tick during uninterrupted playback, otherwise a save.
    ///
    /// A report of playback or a pause without a cause gets one by comparison with the previous
    /// report.
    mutating func call(for report: Snapshot) -> SurfaceCall {
        var snapshot = report
        let isSame = ExactString.same(last?.item, report.item)
        let isContinued = isSame && last?.status == .playing && report.status == .playing
        if report.cause == nil, report.status == .playing || report.status == .paused {
            snapshot.cause = !isSame ? .load : report.status == .playing ? .tick : .pause
        }
        last = snapshot
        return isContinued && snapshot.cause == .tick ? .tick(snapshot) : .save(snapshot)
    }
}
