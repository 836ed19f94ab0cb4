// SPDX-License-Identifier: Apache-2.0
import StateClient

extension ProgressBar {
    /// Performs a round of sync, and shows its progress.
    ///
    /// - Parameters:
    ///   - client: The client that calls the daemon.
    ///   - round: The call that makes the round.
    /// - Returns: The reply.
    /// - Throws: The call's error.
    static func whileSyncing<Reply>(
        _ client: StateClient,
        _ round: () async throws -> Reply
    ) async throws -> Reply {
        // This needs another connection, because replies on one connection come in the order of the
        // calls, so the status would come too late.
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
