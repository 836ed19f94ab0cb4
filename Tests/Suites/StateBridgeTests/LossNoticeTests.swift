// SPDX-License-Identifier: Apache-2.0
import StateBridge
import Testing

@Suite struct LossNoticeTests {
    @Test(arguments: [(1, "1 item"), (2, "2 items")])
    func `the notice says only that the newest position may be missing`(
        count: Int,
        items: String
    ) {
        #expect(
            LossNotice.text("no daemon", items: count)
                == "no daemon; the newest position of \(items) may not be stored"
        )
    }
}
