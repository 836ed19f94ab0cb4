// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The operation numbers in a header, as text such as `17-20,23`.
package enum OperationNumbers {
    /// The maximum number of operation numbers in a text; no batch has more.
    private static let limit = 10_000

    package static func text(of numbers: [Int]) -> String {
        numbers.sorted().runs.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        .joined(separator: ",")
    }

    /// Parses a text of operation numbers; returns an empty array if it is malformed or too long.
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
