// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

/// A change of a player's queue that depends on what is queued.
enum QueueChange {
    /// Reads the queue, edits it and stores it, unless it has changed meanwhile.
    ///
    /// - Parameters:
    ///   - player: the name of the player.
    ///   - daemon: the options of the command.
    ///   - edit: the change.
    /// - Throws: a failure if the player is unknown, or the queue has changed meanwhile.
    static func make(
        _ player: String,
        _ daemon: DaemonOptions,
        _ edit: (inout QueueEdit) throws(Failure) -> Void
    ) async throws {
        let client = daemon.client
        let known = try await self.player(player, client)
        var queue = QueueEdit(known.queue)
        try edit(&queue)
        let parameters = Session.SetQueue.Parameters(
            player: player,
            items: queue.items,
            ifRevision: known.revision
        )
        let answer = try await store(parameters, client)
        let output = Output.standard()
        if daemon.json { return output.json([answer]) }
        let revision = try StateClient.decode(Session.SetQueue.Reply.self, answer).revision
        output.line(QueueReport.sentence(player, queue: queue.items, revision: revision))
    }

    /// Returns a player; throws a failure if it is unknown.
    static func player(_ name: String, _ client: StateClient) async throws -> Player {
        let answer = try await client.answer(Session.ListPlayers.self, .init())
        let players = try StateClient.decode(Session.ListPlayers.Reply.self, answer).players
        guard let player = players.first(where: { $0.player == name }) else {
            throw Failure(noPlayer: name)
        }
        return player
    }

    /// Sets a queue; after a change of the revision, the failure refers to the queue.
    static func store(
        _ parameters: Session.SetQueue.Parameters,
        _ client: StateClient
    ) async throws -> [UInt8] {
        do {
            return try await client.answer(Session.SetQueue.self, parameters)
        } catch {
            guard case .queueChanged(let revision) = error else { throw error }
            let name = parameters.player.visible
            throw Failure(
                .tryAgain,
                "\(name) has changed meanwhile, and is at revision \(revision): look at it with "
                    + "“statectl queue show \(name)” and try again"
            )
        }
    }
}
