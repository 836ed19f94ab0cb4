// SPDX-License-Identifier: Apache-2.0
import StateClient

extension StateClient {
    /// Returns the current token of the stream of changes.
    ///
    /// The token comes from a stream for an item that does not exist: it has almost no content, and
    /// its token is valid for all streams.
    func currentToken() async throws(StateClientError) -> String {
        var changes = subscribe(item: "io.stated.none").makeAsyncIterator()
        while let batch = try await changes.next() {
            if batch.isReady { return batch.token }
        }
        throw .disconnected(reason: "it stopped")
    }
}
