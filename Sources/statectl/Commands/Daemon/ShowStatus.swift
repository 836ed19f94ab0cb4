// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ShowStatus: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "status",
        "Show everything at a glance, for you or for a status bar.",
        about: "The output shows what plays, the alerts, and the health of the daemon and of sync.",
        examples: ["statectl status --follow", "statectl status --format waybar --follow"]
    )

    enum Format: String, CaseIterable, TextValue {
        case text
        /// A JSON object or, with `--follow`, one for each change.
        case json
        /// JSON for a custom module of waybar.
        case waybar
    }

    @OptionGroup var player: PlayerOption
    @OptionGroup var devices: DeviceOptions

    @Option("The format (default: text).", value: "format")
    var format: Checked<Format>?

    @Flag(help: "Update at each change, until interrupted.")
    var follow = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if daemon.json, (try? format?.value(at: "--format")) == .text {
            throw ValidationError("use either --format text or --json")
        }
    }

    func run() async throws {
        let chosen = try format?.value(at: "--format") ?? (daemon.json ? .json : .text)
        let count = chosen == .json ? .max : StatusReport.maximumPlayers
        var screen = StatusScreen(format: chosen, output: output)
        guard follow else { return try await show(count, on: &screen) }
        Output.endsAtInterrupt()
        StatusScreen.noticeStops()
        var follower = StatusFollower(
            client: client,
            selection: selection(count),
            output: output
        )
        try await follower.run(on: &screen)
    }

    private func show(_ count: Int, on screen: inout StatusScreen) async throws {
        do {
            let sync = try await client.syncStatus()
            let answers = try await StatusAnswers.ask(client, selection(count), sync: sync)
            if answers.latest == nil {
                if let name = player.player { try await client.checkPlayer(name) }
                if let device = devices.device { try await client.checkDevice(device) }
            }
            try screen.show(answers)
        } catch let error as StateClientError {
            guard screen.showsAbsence, error.isPassing else { throw error }
            screen.showAbsence(Failure(error, from: .current).message)
        }
    }

    private func selection(_ count: Int) -> StatusSelection {
        StatusSelection(player: player.player, devices: devices, points: count)
    }
}

extension StateClientError {
    /// True if the call may succeed later.
    var isPassing: Bool {
        switch self {
        case .noDaemon, .disconnected, .unavailable, .resyncRequired: true
        default: false
        }
    }
}
