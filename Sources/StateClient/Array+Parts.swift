// SPDX-License-Identifier: Apache-2.0
import StateModel

extension Array {
    /// Splits the elements into calls that respect a limit and the maximum message size, and
    /// returns all outcomes in order; `size` returns the bytes of an element.
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
