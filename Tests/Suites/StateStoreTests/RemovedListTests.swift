// SPDX-License-Identifier: Apache-2.0
import StateModel
import StateTesting
import Testing

@testable import StateStore

/// The list of removed points over the memtable and the tables.
@Suite struct RemovedListTests {
    private func items(_ harness: StoreHarness, limit: Int) throws -> [String] {
        try harness.store.items.removed(limit: limit, now: harness.now).map(\.point.item)
    }

    @Test func `the list of removed points is the same before and after flushes`() throws {
        let harness = try StoreHarness()
        for number in 0..<40 { try harness.save("item \(number)", 10) }
        for number in 0..<20 { try harness.clear("item \(number)") }
        var expected = (0..<20).reversed().map { "item \($0)" }
        #expect(try items(harness, limit: 100) == expected)
        try harness.settle()
        #expect(try items(harness, limit: 100) == expected)
        // Some come back, and others are removed: the tables still have their former state.
        for number in 5..<15 { try harness.save("item \(number)", 20) }
        for number in 30..<35 { try harness.clear("item \(number)") }
        expected.removeAll { (5..<15).map { "item \($0)" }.contains($0) }
        expected.insert(contentsOf: (30..<35).reversed().map { "item \($0)" }, at: 0)
        for limit in [1, 3, 5, 7, 12, 100] {
            #expect(try items(harness, limit: limit) == Array(expected.prefix(limit)))
        }
        try harness.settle()
        for limit in [1, 3, 5, 7, 12, 100] {
            #expect(try items(harness, limit: limit) == Array(expected.prefix(limit)))
        }
    }

    @Test func `the list of removed points goes as far back as the history`() throws {
        let harness = try StoreHarness()
        try harness.save("old", 10)
        try harness.clear("old")
        harness.now += 31 * day
        try harness.save("new", 10)
        try harness.clear("new")
        #expect(try items(harness, limit: 10) == ["new"])
        try harness.settle()
        #expect(try items(harness, limit: 10) == ["new"])
    }
}
