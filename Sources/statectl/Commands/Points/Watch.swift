// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateClient

/// `statectl watch`: prints changes as they happen.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print changes as they happen, until interrupted.",
        discussion: """
            The standing state comes first. When the daemon is restarted, watching goes on where \
            it was. With --json each line is one change, and its last member, token, can be \
            given to --since.

            Example:
              statectl watch --player mpv
            """
    )

    /// The token to continue after; `nil` to begin with the current state.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Go on after the change of that token.", valueName: "token")
    )
    var since: String?

    /// The player whose changes are shown; `nil` for all players.
    @Option(help: ArgumentHelp("Only that player's changes.", valueName: "player"))
    var player: String?

    /// The item whose changes are shown; `nil` for all items.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only that item's changes.", valueName: "item")
    )
    var item: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        // An interrupt is the usual way to end this command, and no failure.
        signal(SIGINT) { _ in _exit(0) }
        let output = Output.standard()
        let notices = Output.notices()
        let events = daemon.client.follow(after: since, player: player, item: try await name())
        for try await event in events {
            switch event {
            case .changes(let batch):
                output.endIfNobodyReads()
                if batch.skipped > 0 { notices.line(Self.skipped(batch.skipped)) }
                if daemon.json {
                    output.json(Self.json(batch))
                } else {
                    output.lines(
                        Self.lines(batch, from: .current, width: output.width, style: output.style)
                    )
                }
            case .lost: notices.line("statectl: the daemon went away; waiting for it")
            case .back: notices.line("statectl: the daemon is back; nothing was missed")
            case .restarted(let reason):
                notices.line("statectl: beginning anew, for \(reason.visible)")
            }
        }
    }

    /// Returns the name under which the item is stored that a person asked for.
    private func name() async throws -> String? {
        guard let item else { return nil }
        let written = WrittenItem(item, client: daemon.client)
        return (try? await written.best()) ?? written.own
    }

    /// Returns the changes as received, each with the token after it.
    static func json(_ batch: ChangeBatch) -> [[UInt8]] {
        batch.delivered.map { RawJSON.adding("token", batch.token, to: $0.json) }
    }

    /// Returns the changes in words; unknown ones as received.
    static func lines(
        _ batch: ChangeBatch,
        from context: TimeContext,
        width: Int,
        style: Style
    ) -> [String] {
        batch.delivered.map { delivered in
            guard let change = delivered.change else {
                return String(decoding: delivered.json, as: UTF8.self).visible
            }
            return ChangeLine(change: change, context: context).text(width: width, style: style)
        }
    }

    private static func skipped(_ count: Int) -> String {
        "statectl: too slow for the stream: \(HealthReport.count(count, "state")) passed over"
    }
}
