// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct Doctor: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "doctor",
        "Check the installation, and show how to repair it.",
        about: """
            The command checks the daemon, its configuration and store, sync, the web server, the \
            players and the clock. It changes nothing, and also works without a daemon. The exit \
            status is 1 if there is a problem. In a pipe, the fields are state (ok, hint or \
            wrong), topic, text and command.
            """,
        examples: ["statectl doctor"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let facts = await DoctorSurvey(client: client).facts()
        let report = DoctorReport(findings: Diagnosis(facts: facts).findings)
        if daemon.json {
            output.json(report.findings.map(\.json))
        } else if output.isTerminal {
            output.lines(report.lines(width: output.width, style: output.style))
        } else {
            output.lines(report.fields)
        }
        // The message is empty, because the findings have already been printed.
        if report.isWrong { throw Failure(.notThere, "") }
    }
}
