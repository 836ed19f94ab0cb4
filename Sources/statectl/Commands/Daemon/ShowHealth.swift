// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ShowHealth: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "health",
        "Show the daemon's health, and how much data it has stored.",
        examples: ["statectl health --json"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await client.answer(Service.GetHealth.self, .init())
        if daemon.json { return output.json([try RawJSON.member("health", of: answer.json)]) }
        let report = HealthReport(health: answer.health, context: .current)
        output.lines(report.lines(style: output.style))
    }
}
