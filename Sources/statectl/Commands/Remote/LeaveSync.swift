// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct LeaveSync: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "leave",
        "Stop syncing; this device keeps its data.",
        about: """
            This device syncs once more, and then the other devices stop waiting for it. “statectl \
            sync setup DIR” adds it again.
            """,
        examples: ["statectl sync leave"]
    )

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var choice: ConfigurationOptions
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let change = RemoteChange(file: choice.file, client: client)
        guard let current = try await change.current() else {
            throw Failure(
                .noDaemon,
                "this device does not sync; “statectl sync setup DIR” sets it up",
                name: "syncDisabled"
            )
        }
        try await change.checkDaemon()
        try await change.checkSource()
        let path = FolderURL.path(of: current)
        if consent.dryRun {
            if daemon.json { return output.json([Self.json(current, nil)]) }
            return output.line("would stop syncing through \(path)")
        }
        try Question("Stop syncing through \(path)?").confirm(
            yes: consent.yes,
            task: "sync leave keeps later changes on this device",
            refused: "nothing was changed"
        )
        let unsent = try await change.leave()
        let former = try await change.write(nil)
        _ = try await change.follow(nil, former: former)
        if daemon.json { return output.json([Self.json(current, unsent)]) }
        output.line("This device no longer syncs. Its data is kept here and in \(path).")
        guard let unsent else { return }
        output.line(
            "\(path) could not be reached: \(unsent.reason.visible). \(unsent.advice)"
        )
    }

    private static func json(_ remote: String, _ unsent: UnsentChanges?) -> [UInt8] {
        RawJSON.object(["left": .string(remote), "unsent": .int(unsent?.count ?? 0)])
    }
}
