// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

/// The options that narrow a list of resume points.
struct PointConditions: ParsableArguments {
    /// The status; `nil` for all.
    @Option(help: ArgumentHelp("Only points with that status.", valueName: "status"))
    var status: Checked<StatusValue>?

    /// The earliest time of observation; `nil` for all.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only points observed since then, -7d for instance.", valueName: "when")
    )
    var since: Checked<Since>?

    /// The text to look for; `nil` for all.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only points with that text in title or item.", valueName: "text")
    )
    var search: String?

    /// Returns the filter for points of all devices, with times as seen in `context`.
    func filter(in context: TimeContext) throws(Failure) -> PointFilter {
        PointFilter(
            status: try status?.value(at: "--status").status,
            since: try since?.time(now: context.now),
            search: search
        )
    }
}
