// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ShowQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "show",
        "Show the queue that follows a player's current item.",
        about: """
            A terminal also shows the current item and the revision. A pipe gets one queued item \
            per line, for “statectl queue set PLAYER -”.
            """,
        examples: ["statectl queue show mpv"]
    )

    @Argument(help: "The player (default: the player in use).", completion: Completions.players)
    var player: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let received = try await client.receivedPlayers()
        let known = received.compactMap { json in (try? Player(json: json)).map { ($0, json) } }
        let players = known.map(\.0)
        guard let name = player ?? Overview.foremost(players).first?.player else {
            throw Failure(.notThere, "there are no players; “statectl play FILE” starts one")
        }
        guard let (shown, json) = known.first(where: { $0.0.player == name }) else {
            throw Failure(noPlayer: name, among: players)
        }
        if daemon.json { return output.json([json]) }
        guard output.isTerminal else { return output.lines(shown.queue.map(\.visible)) }
        let titles = try await client.titles(
            of: shown.queue + [shown.item].compactMap(\.self)
        )
        let report = QueueReport(player: shown, titles: titles)
        output.lines(report.lines(width: output.width, style: output.style))
    }
}
