// SPDX-License-Identifier: Apache-2.0
import StateModel

enum SaveReport {
    static func line(_ result: SaveResult, of snapshot: Snapshot) -> String {
        let name = ItemName.of(snapshot.item, title: snapshot.title)
        let place = PointReport.place(of: snapshot)
        return switch result.outcome {
        case .saved where result.status == .paused && snapshot.status == .finished:
            "saved \(name) at \(place) as paused, because the end is "
                + (snapshot.duration == nil ? "unknown; add --duration" : "further on")
        case .saved: "saved \(name) at \(place)"
        case .cleared: "cleared \(name): it is finished"
        case .quarantined:
            "quarantined \(name) at \(place): an unexplained jump back; "
                + "if it is intended, add --cause seek"
        case .ignored where result.removedAt != nil:
            "ignored \(name) at \(place): it was cleared or finished after the time of observation"
        case .ignored: "ignored \(name) at \(place): \(reason(result.reason))"
        }
    }

    static func reason(_ reason: OutcomeReason?) -> String {
        switch reason {
        case .atStart: "before start-margin, so it would resume at the beginning"
        case .atEnd: "within end-margin, so there is nothing left to resume"
        case .stale: "a newer position already exists"
        case .unchanged: "this position is stored already"
        case .expired: "older than its time to live"
        case .jump: "an unexplained jump back"
        case nil: "the daemon gives no reason"
        }
    }
}
