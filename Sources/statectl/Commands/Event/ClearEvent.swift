// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ClearEvent: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "clear",
        "Remove the current value of a key, on all devices.",
        about: "An older value that arrives later from another device is ignored.",
        examples: ["statectl event clear order.status order-17"]
    )

    @Argument(help: "The topic.", completion: Completions.topics)
    var topic: String

    @Argument(help: "The key.")
    var key: String

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await client.answer(Events.Clear.self, .init(topic: topic, key: key))
        let name = "\(topic) \(key)".visible
        daemon.report(
            answer.json,
            answer.reply.cleared ? "cleared \(name)" : "nothing to clear: \(name) has no value"
        )
    }
}
