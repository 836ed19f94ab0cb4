// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ShowMetrics: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "metrics",
        "Print the daemon's metrics in the OpenMetrics text format.",
        examples: ["statectl metrics | grep stated_saves_total"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await client.answer(Service.GetMetrics.self, .init())
        if daemon.json { return output.json([answer.json]) }
        output.write(Array((answer.text.hasSuffix("\n") ? answer.text : answer.text + "\n").utf8))
    }
}
