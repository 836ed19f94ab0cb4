// SPDX-License-Identifier: Apache-2.0
import StateClient

enum QueueChange {
    /// Reads the queue, edits it, and stores the result unless the player has changed in the
    /// meantime.
    static func make(
        _ player: String,
        _ daemon: DaemonOptions,
        _ edit: (inout QueueEdit) throws(Failure) -> Void
    ) async throws {
        let client = daemon.client
        let known = try await self.player(player, client)
        var queue = QueueEdit(items: known.queue, titles: try await client.titles(of: known.queue))
        try edit(&queue)
        try await replace(with: queue.items, ifRevision: known.revision, of: player, daemon)
    }

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

    /// Replaces the queue unless the player's revision differs from the given one; `nil` matches
    /// any.
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

    /// Throws a failure if there are no items, because the command whose output was to be read may
    /// have failed.
    static func check(_ items: [String], from place: String, for player: String) throws(Failure) {
        guard items.isEmpty else { return }
        throw Failure(
            .badValue,
            "\(place.visible) has no items, and the queue was not changed; “statectl queue clear "
                + "\(player.quoted)” empties it"
        )
    }

    static func player(_ name: String, _ client: StateClient) async throws -> Player {
        let players = try await client.players()
        guard let player = players.first(where: { $0.player == name }) else {
            throw Failure(noPlayer: name, among: players)
        }
        return player
    }
}
