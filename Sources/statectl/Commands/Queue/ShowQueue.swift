// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl queue show`: shows the items after a player's current one.
struct ShowQueue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what comes after a player's current item.",
        discussion: """
            On a terminal it tells the current item and the queue's revision, too; on a pipe, \
            one queued item a line, which “statectl queue set PLAYER -” reads.

            Example:
              statectl queue show mpv
            """
    )

    /// The player's name; `nil` for the one in use.
    @Argument(help: "The player (default: the one in use).", completion: Completions.players)
    var player: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await daemon.client.answer(Session.ListPlayers.self, .init())
        let players = try StateClient.decode(Session.ListPlayers.Reply.self, answer).players
        guard let name = player ?? Overview.foremost(players).first?.player else {
            throw Failure(.notThere, "there are no players; “statectl play FILE” starts one")
        }
        guard let index = players.firstIndex(where: { $0.player == name }) else {
            throw Failure(noPlayer: name, among: players)
        }
        let output = Output.standard()
        if daemon.json { return output.json([try RawJSON.elements("players", of: answer)[index]]) }
        guard output.isTerminal else {
            return output.lines(players[index].queue.map(\.visible))
        }
        let titles = try await daemon.client.titles(
            of: players[index].queue + [players[index].item].compactMap(\.self)
        )
        let report = QueueReport(player: players[index], titles: titles)
        output.lines(report.lines(width: output.width, style: output.style))
    }
}
