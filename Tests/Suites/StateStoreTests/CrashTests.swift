// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `The store after a crash` {
    let items = (0..<12).map { "item-\($0)" }

    /// A store in which every item has a past of its own kind.
    private func eventful(flushRows: Int) throws -> StoreHarness {
        let harness = try StoreHarness { $0.flushRows = flushRows }
        for (index, item) in items.enumerated() {
            try harness.save(item, 10, status: .playing)
            harness.now += 1000
            try harness.save(item, 11, status: index % 2 == 0 ? .playing : .paused)
            if index % 3 == 0 { try harness.save(item, 500, by: "vlc") }
            if index % 4 == 1 { try harness.quarantine(item, 1) }
            if index % 5 == 2 { try harness.clear(item) }
        }
        return harness
    }

    @Test(arguments: [1, 2, 3, 5, 8, 1000])
    func `a crash between two slices of a flush leaves the contents unchanged`(
        slice: Int
    ) throws {
        let harness = try eventful(flushRows: 10)
        let expected = try harness.picture(of: items)
        var crashes = 0
        while try harness.store.upkeep.isNeeded {
            try harness.store.upkeep(rows: slice, now: harness.now)
            let survivor = try StoreHarness(after: harness)
            #expect(try survivor.picture(of: items) == expected)
            try survivor.upkeep()
            #expect(try survivor.picture(of: items) == expected)
            crashes += 1
        }
        #expect(crashes >= (slice < 1000 ? 9 : 1))
        #expect(try harness.picture(of: items) == expected)
    }

    @Test(arguments: 1...24)
    func `commits between the slices of a flush are still there after it`(slice: Int) throws {
        let harness = try eventful(flushRows: 20)
        var turn = 0
        while try harness.store.upkeep.isNeeded {
            let item = items[turn % items.count]
            harness.now += 1000
            switch turn % 5 {
            case 0: try harness.save(item, Double(turn * 100))
            case 1: try harness.save(item, 11, by: "web", status: .playing)
            case 2: if try harness.point(item) != nil { try harness.quarantine(item, 1) }
            case 3: if try harness.point(item) != nil { try harness.clear(item) }
            default: break
            }
            let store = try harness.store
            let before = try harness.picture(of: items)
            try store.upkeep(rows: slice, now: harness.now)
            #expect(try harness.picture(of: items) == before)
            if turn % 7 == 0 {
                #expect(try StoreHarness(after: harness).picture(of: items) == before)
            }
            turn += 1
            if turn > 60 { harness.options.flushRows = 1000 }
            try harness.store.options.flushRows = harness.options.flushRows
        }
        let last = try harness.picture(of: items)
        try harness.tidy()
        #expect(try harness.picture(of: items) == last)
        try harness.restart()
        #expect(try harness.picture(of: items) == last)
    }
}
