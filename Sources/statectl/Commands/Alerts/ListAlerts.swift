// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ListAlerts: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "list",
        "List the open alerts, the oldest first.",
        about: """
            In a pipe, the fields are number, state, kind, player, position, time at which the \
            alert was raised, item, and message.
            """,
        examples: ["statectl alerts list"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let alerts = try await client.receivedAlerts()
        if daemon.json { return output.json(alerts) }
        guard !alerts.isEmpty || !output.isTerminal else {
            return output.line("There are no alerts.")
        }
        let context = TimeContext.current
        for json in alerts {
            // An alert of a kind that only a newer daemon knows is printed as JSON.
            guard let alert = try? Alert(reply: json) else {
                output.line(String(decoding: json, as: UTF8.self).visible)
                continue
            }
            let report = AlertReport(alert: alert, context: context)
            output.lines(
                output.isTerminal
                    ? report.lines(width: output.width, style: output.style) : [report.fields]
            )
        }
    }
}
