// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateModel
import StateProtocol

enum QueueChange {
    /// Reads the queue, edits it, and stores it unless it has changed in the meantime.
    ///
    /// - Parameters:
    ///   - player: The name of the player.
    ///   - daemon: The options of the command.
    ///   - edit: A closure that edits the queue.
    /// - Throws: A failure if the player is unknown, or if the queue has changed.
    static func make(
        _ player: String,
        _ daemon: DaemonOptions,
        _ edit: (inout QueueEdit) throws(Failure) -> Void
    ) async throws {
        let client = daemon.client
        let known = try await self.player(player, client)
        var queue = QueueEdit(known.queue, titles: try await client.titles(of: known.queue))
        try edit(&queue)
        try await replace(with: queue.items, ifRevision: known.revision, of: player, daemon)
    }

    /// Adds items to the queue, and prints the queue.
    ///
    /// - Parameters:
    ///   - items: The items, in order.
    ///   - isNext: True to insert the items at the beginning.
    ///   - player: The name of the player.
    ///   - daemon: The options of the command.
    /// - Throws: An error of the call.
    static func add(
        _ items: [String],
        isNext: Bool = false,
        to player: String,
        _ daemon: DaemonOptions
    ) async throws {
        let parameters = Session.Enqueue.Parameters(
            player: player,
            items: items,
            next: isNext ? true : nil
        )
        try await daemon.report(Session.Enqueue.self, parameters) { reply in
            QueueReport.sentence(player, queue: reply.queue, revision: reply.revision)
        }
    }

    /// Replaces the queue, and prints the new one.
    ///
    /// - Parameters:
    ///   - items: The items, in order.
    ///   - revision: The revision that the player must still have; `nil` for any.
    ///   - player: The name of the player.
    ///   - daemon: The options of the command.
    /// - Throws: A failure if the player has another revision.
    static func replace(
        with items: [String],
        ifRevision revision: Revision? = nil,
        of player: String,
        _ daemon: DaemonOptions
    ) async throws {
        let parameters = Session.SetQueue.Parameters(
            player: player,
            items: items,
            ifRevision: revision
        )
        do {
            try await daemon.report(Session.SetQueue.self, parameters) { reply in
                QueueReport.sentence(player, queue: items, revision: reply.revision)
            }
        } catch StateClientError.queueChanged(let revision) {
            let name = player.visible
            throw Failure(
                .tryAgain,
                "the queue of \(name) has changed, and is at revision \(revision) now; look at it "
                    + "with “statectl queue show \(name)”, then try again"
            )
        }
    }

    /// Returns the player with the given name; throws a failure if there is none.
    static func player(_ name: String, _ client: StateClient) async throws -> Player {
        let players = try await client.players()
        guard let player = players.first(where: { $0.player == name }) else {
            throw Failure(noPlayer: name, among: players)
        }
        return player
    }
}
