// SPDX-License-Identifier: Apache-2.0
import StateClient

struct StatusSelection {
    /// The player; `nil` for all players.
    var player: String?
    /// The options that select a device; `nil` for all devices.
    var devices: DeviceOptions?
    /// The maximum number of players whose resume points are requested.
    var points: Int

    /// Returns the selected players as JSON; none if a device other than `own` is selected.
    func players(_ client: StateClient, own: String) async throws(StateClientError) -> [[UInt8]] {
        if let device = devices?.device, device != own { return [] }
        return try await client.receivedPlayers().filter { json in
            player == nil || (try? Player(json: json))?.player == player
        }
    }

    /// Returns the reply about the most recently observed item of the selection; `own` is the name
    /// of this device.
    func latest(
        _ client: StateClient,
        own: String
    ) async throws(StateClientError) -> Answer<Playback.Resume.Reply> {
        let device = devices?.here == true ? own : devices?.device
        guard player != nil || device != nil else {
            return try await client.answer(Playback.Resume.self, .init())
        }
        let choice = Continuation(client: client, player: player, device: device)
        guard let newest = try await choice.points(limit: 1).first else {
            throw .notFound(item: nil, player: player)
        }
        return try await client.answer(Playback.Resume.self, .init(item: newest.item))
    }
}
