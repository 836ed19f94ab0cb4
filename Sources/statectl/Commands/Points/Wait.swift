// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct Wait: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "wait",
        "Wait until an item has a resume point, or changes.",
        about: """
            If the item already has a point, the command ends immediately. The change is printed \
            as “statectl watch” prints it.
            """,
        examples: [
            "statectl wait film.mkv --past 1:00:00 --timeout 2h",
            "statectl wait film.mkv --kind cleared,expired",
        ]
    )

    @OptionGroup var item: ItemArgument

    @Option(
        help: ArgumentHelp(
            "Wait for a change of this kind (default: current, saved or restored).",
            valueName: "kind"
        )
    )
    var kind: [Checked<ChangeKinds>] = []

    @Option("Wait until the item has reached this position.", anyValue: "position")
    var past: Checked<Position>?

    @OptionGroup var limit: TimeoutOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let kinds = try kind.flatMap { try $0.value(at: "--kind").kinds }
        if kinds.contains(.event) {
            throw ValidationError("items have no events; use “statectl watch --events TOPIC”")
        }
        try kinds.checkHaveItems()
        var printer = ChangePrinter(
            selection: ChangeSelection(kinds: [], skipsInitialState: false),
            goal: ChangeGoal(
                kinds: kinds.isEmpty ? [.current, .saved, .restored] : Set(kinds),
                position: try past?.value(at: "--past").seconds,
                left: 1
            ),
            printsLastOnly: true,
            json: daemon.json,
            output: output
        )
        try await limit.run(json: daemon.json) {
            let stored = try await WrittenItem(item.item, client: client).followed()
            try await printer.follow(client.follow(item: stored))
        }
    }
}
