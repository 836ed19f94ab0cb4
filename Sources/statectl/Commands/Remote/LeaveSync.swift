// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

/// `statectl sync leave`: stops syncing.
struct LeaveSync: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "leave",
        "Stop syncing; what is stored here stays.",
        about: """
            A last round sends what waits and fetches what is new; the other devices then stop waiting \
            for this one. “statectl sync setup DIR” brings it back.
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
                .notThere,
                "this device does not sync; “statectl sync setup DIR” sets it up"
            )
        }
        let path = FolderURL.path(of: current)
        if consent.dryRun {
            if daemon.json { return output.json([Self.json(current, nil)]) }
            return output.line("would stop syncing through \(path)")
        }
        try Question("Stop syncing through \(path)?").confirm(
            yes: consent.yes,
            task: "the other devices get nothing more from this one",
            refused: "nothing was changed"
        )
        let unsent = try await change.leave()
        try await change.write(nil)
        _ = try await change.follow(nil)
        if daemon.json { return output.json([Self.json(current, unsent)]) }
        output.line("This device no longer syncs; what it has stays here and in \(path).")
        guard let unsent else { return }
        output.line(
            "It could not be reached: \(unsent.reason.visible). \(unsent.advice)"
        )
    }

    private static func json(_ remote: String, _ unsent: UnsentChanges?) -> [UInt8] {
        RawJSON.object(["left": .string(remote), "unsent": .int(unsent?.count ?? 0)])
    }
}
