// SPDX-License-Identifier: Apache-2.0
import RemoteNATS
import Testing

@Suite struct `Numbers of operations in a header` {
    @Test(arguments: [
        ([], ""), ([7], "7"), ([3, 1, 2], "1-3"), ([1 << 60, 4, 6, 5], "4-6,1152921504606846976"),
    ])
    func `a set of operation numbers is written as a short text of ranges`(
        _ numbers: [Int],
        _ text: String
    ) {
        #expect(OperationNumbers.text(of: numbers) == text)
        #expect(OperationNumbers.numbers(in: text) == numbers.sorted())
    }

    @Test(arguments: [
        "-", "--", "1-2-3", "3-1", "x", "1,x", "1-", "-5", "0-9223372036854775807", "1-9999,5-90",
    ])
    func `a text that is not a set of operation numbers is refused`(_ text: String) {
        #expect(OperationNumbers.numbers(in: text) == [])
    }
}
