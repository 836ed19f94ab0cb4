// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Varlink

struct CheckSettings: ParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "check",
        "Check the configuration, and print its errors.",
        about: """
            For each error, the command prints a line with the file, the line number and the \
            allowed values. If there are any errors, the exit status is 65.
            """,
        examples: ["statectl config check"]
    )

    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let faults = try choice.program().faults(file: choice.config)
        if daemon.json {
            output.json(faults.map { RawJSON.object(["fault": .string($0)]) })
        } else if faults.isEmpty {
            output.line("no errors")
        } else {
            output.lines(faults.map(\.visible))
        }
        // The message is empty, because the errors have already been printed.
        if !faults.isEmpty { throw Failure(.badValue, "") }
    }
}
