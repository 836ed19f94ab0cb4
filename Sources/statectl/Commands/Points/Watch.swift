// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct Watch: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "watch",
        "Print changes as they happen, until interrupted.",
        about: """
            The current state is printed first. If the daemon restarts, the output continues \
            without a gap. With --json, each line is a change, with a token for --since.
            """,
        examples: [
            "statectl watch --player mpv",
            "statectl watch --changes-only --kind saved,cleared",
            "statectl watch --changes-only --until alert --timeout 1h",
            "statectl watch --events score.entered",
        ]
    )

    @Option("Continue after the change with this token.", anyValue: "token")
    var since: String?

    @Option("Only this player's changes.", value: "player", completion: Completions.players)
    var player: String?

    @Option("Only this item's changes.", anyValue: "item")
    var item: String?

    @Option(
        help: ArgumentHelp(
            "Only changes of these kinds, separated by commas.",
            valueName: "kind"
        )
    )
    var kind: [Checked<ChangeKinds>] = []

    @Option(
        help: ArgumentHelp(
            "Also print this topic's events; may be repeated.",
            valueName: "topic"
        ),
        completion: Completions.topics
    )
    var events: [String] = []

    @Flag(help: "Omit the current state and the stored events.")
    var changesOnly = false

    @Option(
        help: ArgumentHelp(
            "End with status 0 after a change of this kind.",
            valueName: "kind"
        )
    )
    var until: [Checked<ChangeKinds>] = []

    /// The number of changes after which the command ends; by default 1 with `--until`, otherwise
    /// unlimited.
    @Option(
        "End after this many changes; with --until, only changes of those kinds count.",
        anyValue: "count"
    )
    var count: Checked<Count>?

    @OptionGroup var limit: TimeoutOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let kinds = try kind.flatMap { try $0.value(at: "--kind").kinds }
        let last = try until.flatMap { try $0.value(at: "--until").kinds }
        if item != nil { try (kinds + last).checkHaveItems() }
        if events.isEmpty, (kinds + last).contains(.event) {
            throw ValidationError("the kind “event” needs --events TOPIC")
        }
        let count = try count?.positive(at: "--count")
        var printer = ChangePrinter(
            selection: ChangeSelection(
                kinds: kinds.isEmpty ? [] : kinds + last + (events.isEmpty ? [] : [.event]),
                skipsInitialState: changesOnly
            ),
            goal: ChangeGoal(kinds: Set(last), left: count ?? (last.isEmpty ? nil : 1)),
            json: daemon.json,
            output: output
        )
        // The handler is installed before the first call, because the daemon may not respond.
        Output.endsAtInterrupt()
        try await limit.run(json: daemon.json) {
            var stored: String?
            if let item { stored = try await WrittenItem(item, client: client).followed() }
            try await printer.follow(
                client.follow(
                    after: since,
                    player: player,
                    item: stored,
                    events: events,
                    front: true,
                    fromNow: changesOnly
                )
            )
        }
    }
}
