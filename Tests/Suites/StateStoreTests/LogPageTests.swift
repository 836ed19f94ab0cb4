// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Pages of long rows` {
    /// A store whose log holds 50 rows of 59 kB each.
    private func withLongRows() throws -> StoreHarness {
        let harness = try StoreHarness()
        let store = try harness.store
        let queue = (0..<5_000).map { "queued \($0)" }
        for number in 1...50 {
            store.log.batch.beginCall()
            try store.log.append(
                PlayerRecord(
                    name: "mpv",
                    item: "film \(number)",
                    playing: false,
                    queue: queue,
                    revision: 0
                ),
                now: harness.now
            )
            try store.commit()
        }
        harness.now += minute
        return harness
    }

    @Test func `a page of the log has fewer rows if they are long`() throws {
        let store = try withLongRows().store
        let first = try store.log.page(after: 0, limit: 200, bytes: 256 << 10)
        #expect(first.rows.count == 5)
        #expect(!first.isLast)
        let last = try store.log.page(after: 48, limit: 200, bytes: 256 << 10)
        #expect(last.rows.map(\.sequence) == [49, 50])
        #expect(last.isLast)
    }
}
