// SPDX-License-Identifier: Apache-2.0
import StateModel

extension Array {
    /// Passes the elements to `call` in the parts that ``CallLimit/parts(of:size:)`` returns, and
    /// returns all results in order.
    ///
    /// `size` returns the size of an element in bytes. The index in the name of an invalid field is
    /// that in the whole array.
    func inParts<Outcome>(
        of limit: CallLimit,
        size: (Element) -> Int,
        call: ([Element]) async throws(StateClientError) -> [Outcome]
    ) async throws(StateClientError) -> [Outcome] {
        var outcomes: [Outcome] = []
        for part in limit.parts(of: self, size: size) {
            let results: [Outcome]
            do throws(StateClientError) {
                results = try await call(Array(part))
            } catch {
                throw error.moved(by: outcomes.count)
            }
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

extension StateClientError {
    /// Returns the error with a higher index in the name of an invalid field.
    fileprivate func moved(by offset: Int) -> Self {
        guard case .invalid(let field, let reason) = self, let open = field.firstIndex(of: "["),
            let close = field[open...].firstIndex(of: "]"),
            let index = Int32(field[open..<close].dropFirst())
        else { return self }
        return .invalid(
            field: "\(field[...open])\(Int(index) + offset)\(field[close...])",
            reason: reason
        )
    }
}
