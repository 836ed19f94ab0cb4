// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct NotifySync: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "notify",
        "Tell the daemon to fetch changes from the remote store; for use in hooks.",
        about: """
            The command waits until the changes have arrived. The exit status is 75 if the remote \
            store cannot be reached.
            """,
        examples: ["statectl sync notify"]
    )

    @Option("The topic or item that has changed, for the daemon's log.", anyValue: "scope")
    var scope: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await client.answer(
            Sync.RemoteChanged.self,
            .init(scope: scope),
            within: CallTimeout.round
        )
        let news = answer.reply.news ?? false
        daemon.report(answer.json, news ? "fetched changes from other devices" : "nothing new")
    }
}
