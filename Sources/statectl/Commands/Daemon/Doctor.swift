// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

/// `statectl doctor`: finds problems, and the commands that fix them.
struct Doctor: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "doctor",
        "Check the installation, and show how to repair it.",
        about: """
            It checks the daemon, its units, versions and configuration, the store with its disk, copies \
            and limits, sync and the other devices, mpv's script, the session bus, players and the clock. \
            It changes nothing, and needs no daemon. The exit status is 1 if something is wrong. On a \
            pipe it prints one check a line, with tabs between state (ok, hint or wrong), topic, text and \
            the command that repairs it.
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
        // The report is printed already, so the message is empty.
        if report.isWrong { throw Failure(.notThere, "") }
    }
}
