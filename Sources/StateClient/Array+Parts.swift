// SPDX-License-Identifier: Apache-2.0
import StateModel

extension Array {
    /// Passes the elements to `call` in the parts that ``CallLimit/parts(of:size:)`` returns, and
    /// returns all results in order.
    ///
    /// `size` returns the size of an element in bytes.
    func inParts<Outcome>(
        of limit: CallLimit,
        size: (Element) -> Int,
        call: ([Element]) async throws(StateClientError) -> [Outcome]
    ) async throws(StateClientError) -> [Outcome] {
        var outcomes: [Outcome] = []
        for part in limit.parts(of: self, size: size) {
            let results = try await call(Array(part))
            guard results.count == part.count else {
                throw .invalidReply(
                    reason: "it has \(results.count) results for \(part.count) parts of the call"
                )
            }
            outcomes += results
        }
        return outcomes
    }
}
