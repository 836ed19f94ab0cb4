// SPDX-License-Identifier: Apache-2.0

extension Sequence<Int> {
    /// The ranges of consecutive numbers in this sequence, which must be ascending.
    package var runs: [ClosedRange<Int>] {
        reduce(into: []) { runs, number in
            if let last = runs.last, number - last.upperBound <= 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
    }
}
