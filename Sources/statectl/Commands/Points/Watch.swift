// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl watch`: prints changes as they happen.
struct Watch: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "watch",
        "Print changes as they happen, until interrupted.",
        about: """
            The present state comes first. When the daemon is restarted, the stream continues where \
            it was. With --json each line is one change, and its last member, token, can be \
            given to --since.
            """,
        examples: [
            "statectl watch --player mpv",
            "statectl watch --changes-only --kind saved,cleared",
        ]
    )

    /// The token to continue after; `nil` to begin with the current state.
    @Option("Continue after the change with that token.", anyValue: "token")
    var since: String?

    /// The player whose changes are shown; `nil` for all players.
    @Option("Only that player's changes.", value: "player", completion: Completions.players)
    var player: String?

    /// The item whose changes are shown; `nil` for all items.
    @Option("Only that item's changes.", anyValue: "item")
    var item: String?

    /// The kinds of changes that are shown; empty for all.
    @Option(
        help: ArgumentHelp(
            "Only changes of these kinds, with commas between them.",
            valueName: "kind"
        )
    )
    var kind: [Checked<ChangeKinds>] = []

    /// True if the state at the beginning is not shown.
    @Flag(help: "Leave out the present state.")
    var changesOnly = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        // Before the first question to a daemon that may hang.
        Output.endsAtInterrupt()
        var selection = ChangeSelection(
            kinds: try kind.flatMap { try $0.value(at: "--kind").kinds },
            skipsStanding: changesOnly
        )
        let token = try await start()
        let stored = try await name()
        let events = client.follow(
            after: token,
            player: player,
            item: stored,
            front: true
        )
        try await output.follow(events) { batch in
            if batch.skipped > 0 { Output.notice(Self.skipped(batch.skipped)) }
            show(selection.select(batch), batch.token, &selection, on: output)
        } restarted: {
            selection.restart()
        }
    }

    /// Returns the name under which the item is stored that a person asked for.
    private func name() async throws -> String? {
        guard let item else { return nil }
        let written = WrittenItem(item, client: client)
        do {
            return try await written.storedOrOwn()
        } catch is StateClientError {
            return written.own
        }
    }

    /// Returns the token to continue after; `nil` to begin with the current state.
    private func start() async throws(StateClientError) -> String? {
        guard changesOnly, since == nil else { return since }
        return try await client.currentToken()
    }

    private func show(
        _ changes: [SelectedChange],
        _ token: String,
        _ selection: inout ChangeSelection,
        on output: Output
    ) {
        guard !daemon.json else {
            // Each change as received, with the token after it.
            return output.json(
                changes.map { RawJSON.adding("token", token, to: $0.delivered.json) }
            )
        }
        let (context, width) = (TimeContext.current, output.width)
        output.lines(
            changes.compactMap { selected in
                guard let change = selected.delivered.change else {
                    return String(decoding: selected.delivered.json, as: UTF8.self).visible
                }
                let line = ChangeLine(change: change, context: context, cause: selected.cause)
                return selection.isNews(line) ? line.text(width: width, style: output.style) : nil
            }
        )
    }

    private static func skipped(_ count: Int) -> String {
        "too slow for the stream: \(HealthReport.count(count, "state")) passed over"
    }
}
