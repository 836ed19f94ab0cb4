import ArgumentParser
import Glibc
import StateClient

/// `statectl status`: how things stand, at a glance.
struct ShowStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how things stand at a glance, for a person or a status bar.",
        discussion: """
            It tells what plays where, what went wrong, and how the daemon and sync are. With --follow it \
            goes on telling whenever that changes, until interrupted.

            Example:
              statectl status --follow
              statectl status --format waybar --follow
            """
    )

    /// For whom it is written.
    enum Format: String, CaseIterable, TextValue {
        case text
        case json
        case waybar
    }

    @Option(help: ArgumentHelp("How to write it (default: text).", valueName: "format"))
    var format: Checked<Format>?

    @Flag(help: "Go on whenever it changes; JSON and waybar get one line each time.")
    var follow = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let chosen = try format?.value(at: "--format") ?? (daemon.json ? .json : .text)
        let count = chosen == .json ? .max : StatusReport.mostPlayers
        let output = Output.standard()
        var screen = StatusScreen(format: chosen, on: output)
        guard follow else { return try await show(count, on: &screen) }
        // Interrupting it is how one ends it: that is no failure.
        signal(SIGINT) { _ in _exit(0) }
        var follower = StatusFollower(client: daemon.client, pointsOf: count, output: output)
        try await follower.run(on: &screen)
    }

    private func show(_ count: Int, on screen: inout StatusScreen) async throws {
        do {
            let client = daemon.client
            let sync = try await StatusAnswers.sync(client)
            try screen.show(try await StatusAnswers.ask(client, pointsOf: count, sync: sync))
        } catch {
            guard screen.showsAbsence, error.isPassing else { throw error }
            screen.showAbsence(Failure(error, from: .current).message)
        }
    }
}

extension StateClientError {
    /// Whether the daemon may be there, or be itself again, a little later.
    var isPassing: Bool {
        switch self {
        case .noDaemon, .disconnected, .unavailable, .resyncRequired: true
        default: false
        }
    }
}
