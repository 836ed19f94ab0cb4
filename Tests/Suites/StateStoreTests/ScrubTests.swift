// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Work on long rows comes in slices` {
    /// A store whose log holds 50 rows of 59 kB each.
    private func withLongRows() throws -> StoreHarness {
        let harness = try StoreHarness()
        let store = try harness.store
        let queue = (0..<5_000).map { "queued \($0)" }
        for number in 1...50 {
            store.log.beginCall()
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

    @Test func `a slice of the scrub verifies fewer rows if they are long`() throws {
        let harness = try withLongRows()
        let store = try harness.store
        store.scrubber.progress.begin()
        #expect(try store.scrubber.run(now: harness.now) == harness.now)
        #expect(store.scrubber.progress.verified == 5)
    }

    @Test func `a slice of the scrub continues where the one before it ended`() throws {
        let harness = try withLongRows()
        let store = try harness.store
        store.scrubber.progress.begin()
        var slices = 0
        while store.scrubber.progress.phase != .resting {
            _ = try store.scrubber.run(now: harness.now)
            slices += 1
        }
        #expect(store.scrubber.progress.verified == 50)
        // Ten for the rows, one to find no more of them, one for the items, one for the events.
        #expect(slices == 13)
    }

    @Test func `a page of the log holds fewer rows if they are long`() throws {
        let store = try withLongRows().store
        let first = try store.log.page(after: 0, limit: 200, bytes: 256 << 10)
        #expect(first.rows.count == 5)
        #expect(!first.isLast)
        let last = try store.log.page(after: 48, limit: 200, bytes: 256 << 10)
        #expect(last.rows.map(\.sequence) == [49, 50])
        #expect(last.isLast)
    }
}
