// SPDX-License-Identifier: Apache-2.0
import StateClient

extension StateClient {
    /// Returns the current token of the stream of changes.
    ///
    /// It is taken from a stream for an item that does not exist. Such a stream is almost empty,
    /// but its token is valid for every stream.
    func currentToken() async throws(StateClientError) -> String {
        var changes = subscribe(item: "io.stated.none").makeAsyncIterator()
        while let batch = try await changes.next() {
            if batch.isReady { return batch.token }
        }
        throw .disconnected(reason: "it stopped")
    }
}
