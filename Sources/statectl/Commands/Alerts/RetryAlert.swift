// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl alerts retry`: asks a player to try again.
struct RetryAlert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Ask the player to try again, from where it was.",
        discussion: """
            The alert is gone once the item plays again.

            Example:
              statectl alerts retry 5
            """
    )

    @OptionGroup var alert: AlertArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let id = try alert.number()
        let answer = try await daemon.client.answer(Session.RetryAlert.self, .init(id: id))
        let output = Output.standard()
        if daemon.json { return output.json([answer]) }
        output.line("asked the player to try again; alert \(id) is gone once it plays")
    }
}
