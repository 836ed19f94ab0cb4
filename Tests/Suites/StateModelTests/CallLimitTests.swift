// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import StateModel

@Suite struct CallLimitTests {
    /// The sizes of elements, and the numbers of them in each call.
    @Test(arguments: [
        ([], []), ([100_000, 1, 100_000], [1, 1, 1]), ([32_000, 32_000, 32_000], [2, 1]),
        ([32_639, 32_639, 1], [2, 1]), ([32_640, 32_639], [1, 1]),
        (Array(repeating: 1, count: 1_100), [500, 500, 100]),
    ])
    func `a long list is split into calls within the limits of length and number`(
        _ sizes: [Int],
        _ counts: [Int]
    ) {
        let found = CallLimit.snapshots.parts(of: sizes) { $0 }.map(\.count)
        #expect(found == counts)
    }
}
