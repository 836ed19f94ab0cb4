// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

extension StateClient {
    /// The most items without a resume point that the daemon lists.
    static let mostRemoved = 100

    /// Returns the last values of items that no longer have a resume point, the last one first.
    func removed() async throws(StateClientError) -> [HistoryEntry] {
        try await call(Playback.ListRemoved.self, .init(limit: Self.mostRemoved)).entries
    }

    /// Returns the result of a call; `nil` if its subject does not exist, or no longer.
    static func known<Value>(
        _ call: @autoclosure () async throws(StateClientError) -> Value
    ) async throws(StateClientError) -> Value? {
        do {
            return try await call()
        } catch .notFound, .expired, .alertNotFound, .entryNotFound {
            return nil
        }
    }
}
