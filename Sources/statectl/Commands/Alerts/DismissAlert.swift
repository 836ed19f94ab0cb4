// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl alerts dismiss`: removes an alert from every surface.
struct DismissAlert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss",
        abstract: "Take an alert off every surface.",
        discussion: """
            Example:
              statectl alerts dismiss 5
            """
    )

    @OptionGroup var alert: AlertArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let id = try alert.number()
        let answer = try await daemon.client.answer(Session.DismissAlert.self, .init(id: id))
        let output = Output.standard()
        if daemon.json { output.json([answer]) } else { output.line("dismissed alert \(id)") }
    }
}
