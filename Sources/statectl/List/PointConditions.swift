// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

/// The options that filter a list of resume points.
struct PointConditions: ParsableArguments {
    /// The status; `nil` for all.
    @Option("Only points with that status.", value: "status")
    var status: Checked<Status>?

    /// The earliest time of observation; `nil` for all.
    @Option("Only points observed since then, -7d for instance.", anyValue: "when")
    var since: Checked<Since>?

    /// The time before which points were observed; `nil` for any.
    @Option("Only points observed before then.", anyValue: "when")
    var until: Checked<Since>?

    /// The search text; `nil` for all.
    @Option("Only points with that text in title or item.", anyValue: "text")
    var search: String?

    /// Returns the filter for points of all devices, with times in `context`.
    func filter(in context: TimeContext) throws(Failure) -> PointFilter {
        PointFilter(
            status: try status?.value(at: "--status"),
            since: try since?.time(now: context.now),
            until: try until?.time(now: context.now, at: "--until"),
            search: search
        )
    }
}
