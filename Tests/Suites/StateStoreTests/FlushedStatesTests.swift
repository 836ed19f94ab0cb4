// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Item states that are flushed together` {
    @Test func `each item state written by a flush says whether its own item plays`() throws {
        let harness = try StoreHarness()
        var playing: [ItemID: Bool] = [:]
        for round in 1...4 {
            // Some are new, some stay as they are, some begin to play, and some stop.
            for step in stride(from: round, through: 20 * round, by: round) {
                let plays = step % (round + 1) == 0
                let head = try harness.save(
                    "item-\(step)",
                    Double(round),
                    status: plays ? .playing : .paused
                )
                playing[head.id] = plays
            }
            try harness.store.flushAll(now: harness.now)
            let tables = try harness.store.log.tables
            let expected = playing.filter(\.value).keys.sorted()
            #expect(try tables.playing(after: 0, limit: 1_000) == expected)
            #expect(try playing.keys.allSatisfy { try tables.state($0) != nil })
        }
        let picture = try harness.picture(of: (1...80).map { "item-\($0)" })
        try harness.restart()
        #expect(try harness.picture(of: (1...80).map { "item-\($0)" }) == picture)
    }
}
