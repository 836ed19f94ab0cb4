// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel
import StateProtocol

struct PointConditions: ParsableArguments {
    @Option("Only points with this status.", value: "status")
    var status: Checked<Status>?

    @Option("Only points observed since this time, such as -7d.", anyValue: "when")
    var since: Checked<Since>?

    @Option("Only points observed before this time.", anyValue: "when")
    var until: Checked<Since>?

    @Option("Only points with all these words in the title or the name.", anyValue: "text")
    var search: String?

    func parameters(player: String?) throws(Failure) -> Playback.List.Parameters {
        Playback.List.Parameters(
            player: player,
            since: try since?.value(at: "--since").time.rawValue,
            until: try until?.value(at: "--until").time.rawValue,
            status: try status?.value(at: "--status"),
            search: search.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        )
    }
}
