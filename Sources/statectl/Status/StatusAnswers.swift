// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol
import Varlink

/// The daemon's answers about the current state, as JSON exactly as received.
struct StatusAnswers {
    /// The daemon's health.
    let health: [UInt8]
    /// The players.
    let players: [[UInt8]]
    /// The open alerts.
    let alerts: [[UInt8]]
    /// The answer for the item that was observed last; `nil` if there is none.
    let latest: [UInt8]?
    /// The resume points of players' current items, by the player's name.
    private(set) var points: [(player: String, json: [UInt8])] = []
    /// The state of sync; `nil` if there is nothing to sync with.
    let sync: SyncStatus?

    /// Requests the selected part of the current state.
    ///
    /// The state of sync, `sync`, has to be requested before.
    static func ask(
        _ client: StateClient,
        _ selection: StatusSelection,
        sync: SyncStatus?
    ) async throws(StateClientError) -> StatusAnswers {
        let health = try await client.answer(Service.GetHealth.self, .init())
        let players = try await selection.players(client, own: sync?.device)
        let alerts = try await client.receivedAlerts()
        let latest = try await StateClient.known(
            try await selection.latest(client, own: sync?.device)
        )
        var answers = StatusAnswers(
            health: try RawJSON.member("health", of: health),
            players: players,
            alerts: alerts,
            latest: latest,
            sync: sync?.state == .disabled ? nil : sync
        )
        for player in answers.foremost.prefix(selection.points) {
            guard let item = player.item,
                let answer = try await StateClient.known(
                    try await client.answer(Playback.Get.self, .init(item: item))
                )
            else { continue }
            answers.points.append((player.player, try RawJSON.member("point", of: answer)))
        }
        return answers
    }

    /// The players in the order of their importance; those that only a newer daemon knows are left
    /// out.
    var foremost: [Player] { Overview.foremost(players.compactMap { try? Player(json: $0) }) }

    /// Returns the state of sync; `nil` if there is nothing to sync with.
    static func sync(_ client: StateClient) async throws(StateClientError) -> SyncStatus? {
        do {
            return try await client.syncStatus()
        } catch {
            guard error.meansNoSync else { throw error }
            return nil
        }
    }

    /// The answers in one object, with the names of the interface.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("health")
        writer.raw(health)
        let lists = [("players", players), ("points", points.map(\.json)), ("alerts", alerts)]
        for (name, values) in lists {
            writer.key(string: name)
            writer.beginArray()
            for value in values { writer.raw(value) }
            writer.endArray()
        }
        if let latest {
            writer.key("latest")
            writer.raw(latest)
        }
        if let sync {
            writer.key("sync")
            writer.raw(sync.json)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension StateClientError {
    /// True if the daemon has no state of sync.
    var meansNoSync: Bool {
        switch self {
        case .unsupported, .syncDisabled: true
        default: false
        }
    }
}
