// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `False alarms about damage` {
    @Test
    func `a quarantined value restored with another time to live does not count as damage`() throws
    {
        let harness = try StoreHarness()
        try harness.save("film", 100)
        try harness.store.flushAll(now: harness.now)
        harness.now += hour
        try harness.save("film", 200)
        try harness.store.flushAll(now: harness.now)
        try harness.quarantine("film", 1)
        try harness.store.reopen()
        try harness.store.flushAll(now: harness.now)
        #expect(try harness.complaint() == nil)
        // And somebody looks when it expires.
        harness.now += 2 * day
        #expect(try harness.sweep(limit: 10) == ["film"])
    }

    @Test
    func `a quarantined value that left the history does not count as damage`() throws {
        let harness = try StoreHarness { $0.settings.historyPerItem = 0 }
        try harness.save("film", 100)
        try harness.quarantine("film", 1)
        try harness.tidy()
        #expect(try harness.history("film").isEmpty)
        #expect(try harness.complaint() == nil)
    }
}
