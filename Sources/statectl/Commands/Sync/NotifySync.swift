// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl sync notify`: tells the daemon that the remote store has changed.
struct NotifySync: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "notify",
        "Tell the daemon to fetch changes from the remote store, for example from a hook.",
        examples: ["statectl sync notify"]
    )

    /// The scope of the change; `nil` if it is unknown.
    @Option("A note for the daemon's log.", anyValue: "scope")
    var scope: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await daemon.report(Sync.RemoteChanged.self, .init(scope: scope)) { _ in
            "asking the remote store for changes"
        }
    }
}
