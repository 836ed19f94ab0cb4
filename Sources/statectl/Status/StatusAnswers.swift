// SPDX-License-Identifier: Apache-2.0
import StateClient
import Varlink

struct StatusAnswers {
    let health: Answer<Service.GetHealth.Reply>
    let players: [[UInt8]]
    let alerts: [[UInt8]]
    /// The reply about the most recently observed item; `nil` if there is none.
    let latest: Answer<Playback.Resume.Reply>?
    private(set) var points: [(player: String, answer: Answer<Playback.Get.Reply>)] = []
    let sync: SyncStatus?

    /// Requests the selected part of the current state; `sync` is the known status of sync.
    static func ask(
        _ client: StateClient,
        _ selection: StatusSelection,
        sync: SyncStatus
    ) async throws(StateClientError) -> StatusAnswers {
        let players = try await selection.players(client, own: sync.device)
        let alerts = try await client.receivedAlerts()
        let latest = try await StateClient.known(
            try await selection.latest(client, own: sync.device)
        )
        var answers = StatusAnswers(
            health: try await client.answer(Service.GetHealth.self, .init()),
            players: players,
            alerts: alerts,
            latest: latest,
            sync: sync.state == .disabled ? nil : sync
        )
        for player in answers.foremost.prefix(selection.points) {
            guard let item = player.item,
                let answer = try await StateClient.known(
                    try await client.answer(Playback.Get.self, .init(item: item))
                )
            else { continue }
            answers.points.append((player.player, answer))
        }
        return answers
    }

    /// The players that this version can decode, in the order of ``Overview/foremost(_:)``.
    var foremost: [Player] { Overview.foremost(players.compactMap { try? Player(json: $0) }) }

    func json() throws(StateClientError) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("health", json: try RawJSON.member("health", of: health.json))
        var points: [[UInt8]] = []
        for point in self.points {
            points.append(try RawJSON.member("point", of: point.answer.json))
        }
        writer.member("players", elements: players)
        writer.member("points", elements: points)
        writer.member("alerts", elements: alerts)
        writer.member("latest", json: latest?.json)
        writer.member("sync", json: sync?.json)
        writer.endObject()
        return writer.bytes
    }
}
