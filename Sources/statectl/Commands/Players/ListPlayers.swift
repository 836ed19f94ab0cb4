// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl players list`: lists the players.
struct ListPlayers: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "list",
        "List the players, their current items and their queues.",
        about: """
            On a terminal it prints a table; on a pipe, one player a line, with tabs between \
            player, state, phase, number of surfaces, number of items queued, revision and item.
            """,
        examples: ["statectl players list"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let received = try await client.receivedPlayers()
        if daemon.json { return output.json(received) }
        let players = received.compactMap { try? Player(json: $0) }
        guard output.isTerminal else { return output.lines(players.map(PlayerTable.fields)) }
        guard !players.isEmpty else { return output.line("There are no players.") }
        let titles = try await client.titles(of: players.compactMap(\.item))
        output.lines(
            PlayerTable.lines(players, titles: titles, width: output.width, style: output.style)
        )
    }
}
