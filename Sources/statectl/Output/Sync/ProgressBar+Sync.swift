// SPDX-License-Identifier: Apache-2.0
import StateClient

extension ProgressBar {
    /// Performs a round of sync and shows its progress.
    ///
    /// - Parameters:
    ///   - client: The client of the daemon.
    ///   - round: A closure that calls the daemon to perform the round.
    /// - Returns: The reply.
    /// - Throws: The error of the call.
    static func whileSyncing<Reply>(
        _ client: StateClient,
        _ round: () async throws -> Reply
    ) async throws -> Reply {
        // Replies on one connection arrive in the order of the calls, so the status must be
        // requested on another connection.
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
