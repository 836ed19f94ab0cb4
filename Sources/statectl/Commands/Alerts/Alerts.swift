// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct Alerts: ParsableCommand {
    static let configuration = CommandConfiguration(
        "alerts",
        "Show alerts, retry them, or dismiss them.",
        about: "Dismissing or retrying an alert changes it on every surface of its player.",
        examples: ["statectl alerts", "statectl alerts retry 5"],
        subcommands: [ListAlerts.self, DismissAlert.self, RetryAlert.self],
        usual: ListAlerts.self
    )
}
