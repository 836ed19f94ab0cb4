// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl sync devices`: lists the devices that sync with one another.
struct ListDevices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "devices",
        "List every device that the remote store knows, including this one.",
        about: """
            On a terminal it prints a table; on a pipe, one device a line, with tabs between its \
            name, the time of its last sign of life, and how many milliseconds its clock is \
            ahead of this one's.
            """,
        examples: ["statectl sync devices"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await daemon.client.answer(Sync.ListDevices.self, .init())
        let output = Output.standard()
        if daemon.json { return output.json(try RawJSON.elements("devices", of: answer)) }
        let devices = try StateClient.decode(Sync.ListDevices.Reply.self, answer).devices
            .map { DeviceReport(device: $0) }
        guard output.isTerminal else { return output.lines(devices.map(\.fields)) }
        guard !devices.isEmpty else { return output.line("No device has synced yet.") }
        output.lines(
            DeviceReport.table(devices, from: .current, width: output.width, style: output.style)
        )
    }
}
