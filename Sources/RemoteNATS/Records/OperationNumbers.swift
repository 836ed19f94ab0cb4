// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// Operation numbers as the text of a header: `17-20,23`.
package enum OperationNumbers {
    /// The maximum number of numbers in a text; batches have fewer.
    private static let limit = 10_000

    /// Returns the numbers as text, with runs as ranges.
    package static func text(of numbers: [Int]) -> String {
        numbers.sorted().runs.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        .joined(separator: ",")
    }

    /// Parses a text of numbers; none if it is malformed or has too many.
    package static func numbers(in text: String) -> [Int] {
        var numbers: [Int] = []
        for run in text.split(separator: ",") {
            let ends = run.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1],
                first <= last, last - first < limit - numbers.count
            else { return [] }
            numbers += first...last
        }
        return numbers
    }
}
