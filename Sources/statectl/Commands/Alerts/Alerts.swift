// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

/// `statectl alerts`: shows and handles alerts, for every surface at once.
struct Alerts: ParsableCommand {
    static let configuration = CommandConfiguration(
        "alerts",
        "Show alerts, retry them, or dismiss them.",
        about: "A dismissed or retried alert changes on every surface of its player.",
        examples: ["statectl alerts", "statectl alerts retry 5"],
        subcommands: [ListAlerts.self, DismissAlert.self, RetryAlert.self],
        usual: ListAlerts.self
    )
}

/// The alert that a command is about.
struct AlertArgument: ParsableArguments {
    /// The alert's number.
    @Argument(
        help: "The alert's number, as “statectl alerts” shows it.",
        completion: Completions.alerts
    )
    var id: Checked<Count>

    /// Returns the number.
    func number() throws(Failure) -> AlertID {
        AlertID(try id.value(at: "id").number)
    }
}
