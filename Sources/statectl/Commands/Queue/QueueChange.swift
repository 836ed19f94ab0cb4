// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateModel
import StateProtocol

/// The changes of a player's queue.
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
        var queue = QueueEdit(known.queue, titles: try await client.titles(of: known.queue))
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

    /// Adds items to the queue, and prints it.
    ///
    /// - Parameters:
    ///   - items: the items, in order.
    ///   - isNext: true if they go to the beginning.
    ///   - player: the name of the player.
    ///   - daemon: the options of the command.
    /// - Throws: an error of the daemon.
    static func add(
        _ items: [String],
        isNext: Bool = false,
        to player: String,
        _ daemon: DaemonOptions
    ) async throws {
        let client = daemon.client
        let parameters = Session.Enqueue.Parameters(
            player: player,
            items: items,
            next: isNext ? true : nil
        )
        let answer = try await client.answer(Session.Enqueue.self, parameters)
        let reply = try StateClient.decode(Session.Enqueue.Reply.self, answer)
        report(answer, reply.queue, reply.revision, of: player, daemon)
    }

    /// Replaces the queue, and prints it.
    ///
    /// - Parameters:
    ///   - items: the items, in order.
    ///   - revision: the revision that the player must still have; `nil` for any.
    ///   - player: the name of the player.
    ///   - daemon: the options of the command.
    /// - Throws: a failure if the queue has changed meanwhile.
    static func replace(
        with items: [String],
        ifRevision revision: Revision? = nil,
        of player: String,
        _ daemon: DaemonOptions
    ) async throws {
        let client = daemon.client
        let parameters = Session.SetQueue.Parameters(
            player: player,
            items: items,
            ifRevision: revision
        )
        let answer = try await store(parameters, client)
        let revision = try StateClient.decode(Session.SetQueue.Reply.self, answer).revision
        report(answer, items, revision, of: player, daemon)
    }

    private static func report(
        _ answer: [UInt8],
        _ queue: [String],
        _ revision: Revision,
        of player: String,
        _ daemon: DaemonOptions
    ) {
        let output = Output.standard()
        if daemon.json { return output.json([answer]) }
        output.line(QueueReport.sentence(player, queue: queue, revision: revision))
    }

    /// Returns a player; throws a failure if it is unknown.
    static func player(_ name: String, _ client: StateClient) async throws -> Player {
        let players = try await client.players()
        guard let player = players.first(where: { $0.player == name }) else {
            throw Failure(noPlayer: name, among: players)
        }
        return player
    }

    /// Sets a queue; after a change of the revision, the failure refers to the queue.
    private static func store(
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
