// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ListPlayers: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "list",
        "List the players, their current items and their queues.",
        about: """
            In a pipe, the fields are player, state, phase, number of surfaces, number of queued \
            items, revision, and item.
            """,
        examples: ["statectl players list"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let received = try await client.receivedPlayers()
        if daemon.json { return output.json(received) }
        let players = received.compactMap { try? Player(json: $0) }
        let items = output.isTerminal ? players.compactMap(\.item) : []
        let reports = PlayerReport.all(players, titles: try await client.titles(of: items))
        output.list(reports, none: "There are no players.")
    }
}
