// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol
import Varlink

/// The daemon's answers about the current state, as JSON exactly as received.
struct StatusAnswers {
    /// The daemon's health.
    let health: [UInt8]
    /// The players, in an array.
    let players: [UInt8]
    /// The open alerts, in an array.
    let alerts: [UInt8]
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
        let latest = try await known { () async throws(StateClientError) in
            try await selection.latest(client, own: sync?.device)
        }
        var answers = StatusAnswers(
            health: try RawJSON.member("health", of: health),
            players: players,
            alerts: Array("[".utf8) + alerts.joined(separator: ",".utf8) + Array("]".utf8),
            latest: latest,
            sync: sync?.state == .disabled ? nil : sync
        )
        let foremost = Overview.foremost(try RawJSON.readable(Player.self, in: answers.players))
        for player in foremost.prefix(selection.points) {
            guard let item = player.item else { continue }
            let point = try await known { () async throws(StateClientError) in
                let answer = try await client.answer(Playback.Get.self, .init(item: item))
                return try RawJSON.member("point", of: answer)
            }
            if let point { answers.points.append((player.player, point)) }
        }
        return answers
    }

    /// Returns the state of sync; `nil` if there is nothing to sync with.
    static func sync(_ client: StateClient) async throws(StateClientError) -> SyncStatus? {
        do {
            return try await client.syncStatus()
        } catch {
            guard error.meansNoSync else { throw error }
            return nil
        }
    }

    /// Returns an answer; `nil` if its subject does not exist, or has expired.
    private static func known(
        _ ask: () async throws(StateClientError) -> [UInt8]
    ) async throws(StateClientError) -> [UInt8]? {
        do {
            return try await ask()
        } catch {
            switch error {
            case .notFound, .expired: return nil
            default: throw error
            }
        }
    }

    /// The answers in one object, with the names of the interface.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("health")
        writer.raw(health)
        writer.key("players")
        writer.raw(players)
        writer.key("points")
        writer.beginArray()
        for point in points { writer.raw(point.json) }
        writer.endArray()
        writer.key("alerts")
        writer.raw(alerts)
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
