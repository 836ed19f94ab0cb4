// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct UndoEvent: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "undo",
        "Make an earlier value of a key its current value again, on all devices.",
        about: """
            The command restores the newest earlier value that was the current value on this \
            device. “statectl event list --key” lists all values with their ids for --to.
            """,
        examples: ["statectl event undo order.status order-17"]
    )

    @Argument(help: "The topic.", completion: Completions.topics)
    var topic: String

    @Argument(help: "The key.")
    var key: String

    @Option("Restore the value of the event with this id.", anyValue: "id")
    var to: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let parameters = Events.Undo.Parameters(topic: topic, key: key, id: to)
        do {
            try await daemon.report(Events.Undo.self, parameters) { reply in
                "restored \(topic) \(key) by event \(reply.sequence)".visible
            }
        } catch StateClientError.invalid(field: "id", let reason) {
            throw Failure(.badValue, "--to: \(reason)".visible)
        }
    }
}
