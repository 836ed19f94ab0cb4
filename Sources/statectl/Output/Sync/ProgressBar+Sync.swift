// SPDX-License-Identifier: Apache-2.0
import StateClient

extension ProgressBar {
    static func whileSyncing<Reply>(
        _ client: StateClient,
        _ round: () async throws -> Reply
    ) async throws -> Reply {
        // The status is requested on a second connection: on the first one, the reply would only
        // arrive after the round.
        let observer = StateClient(socket: client.socket)
        return try await whileWaiting(
            "sync",
            left: {
                guard let outbox = try? await observer.syncStatus().outbox else { return nil }
                return outbox.pending + outbox.inFlight
            },
            round
        )
    }
}
