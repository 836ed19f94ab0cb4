// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ForgetDevice: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "forget",
        "Stop waiting for a device that is no longer used.",
        about: """
            The record of a removal is kept until every device has read it; a forgotten device no \
            longer counts. If it returns, it fetches everything from the remote store before it \
            sends anything.
            """,
        examples: ["statectl sync forget old-laptop"]
    )

    @Argument(
        help: "The device, as “statectl sync devices” shows it.",
        completion: Completions.devices
    )
    var device: String

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await daemon.report(Sync.ForgetDevice.self, .init(device: device)) { _ in
            "forgot \(device.visible); if it returns, it fetches everything from the remote store "
                + "before it sends anything"
        }
    }
}
