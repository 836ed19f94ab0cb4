// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ListDevices: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "devices",
        "List every device that the remote store knows, including this one.",
        about: """
            In a pipe, the fields are name, time of the last report, and how far the device's \
            clock is ahead of this one's, in milliseconds.
            """,
        examples: ["statectl sync devices"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await daemon.list(
            "devices",
            Sync.ListDevices.self,
            .init(),
            none: "No device has synced yet."
        ) { $0.devices }
    }
}
