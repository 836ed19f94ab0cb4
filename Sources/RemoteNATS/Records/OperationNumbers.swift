// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// Numbers of operations as the text of a header: `17-20,23`.
package enum OperationNumbers {
    /// The most numbers that are read from a text: a batch has fewer.
    private static let limit = 10_000

    /// Returns the numbers as text, runs of consecutive ones as their ends.
    package static func text(of numbers: [Int]) -> String {
        numbers.sorted().runs.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        .joined(separator: ",")
    }

    /// Returns the numbers of a text; none if it is not such a text, or names too many.
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
