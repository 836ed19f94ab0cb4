// SPDX-License-Identifier: Apache-2.0
import StateModel

extension Array {
    /// Makes calls with as many elements as a limit allows, and returns all outcomes in order.
    func inParts<Outcome>(
        of limit: CallLimit,
        call: ([Element]) async throws(StateClientError) -> [Outcome]
    ) async throws(StateClientError) -> [Outcome] {
        var outcomes: [Outcome] = []
        repeat {
            let part = Array(self[outcomes.count...].prefix(limit.value))
            let results = try await call(part)
            guard results.count == part.count else {
                throw .misunderstood(
                    reason: "it has \(results.count) results for \(part.count) parts of the call"
                )
            }
            outcomes += results
        } while outcomes.count < count
        return outcomes
    }
}
