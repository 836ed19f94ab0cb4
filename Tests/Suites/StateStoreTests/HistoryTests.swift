// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `History in the store` {
    @Test
    func `short playback adds no history entry, and a jump of over a minute adds one`()
        throws
    {
        let harness = try StoreHarness()
        for step in 0..<5 { try harness.save("film", Double(step * 10)) }
        #expect(try harness.history("film").isEmpty)
        try harness.save("film", 3000)
        #expect(try harness.history("film") == ["40.0 replaced"])
        try harness.save("film", 3010, by: "vlc")
        try harness.save("film", 3020, by: "vlc", device: 2)
        #expect(
            try harness.history("film")
                == ["3010.0 replaced", "3000.0 replaced", "40.0 replaced"]
        )
    }

    @Test func `players and devices that take turns during playback add no history entry`() throws {
        let harness = try StoreHarness()
        for step in 0..<60 {
            let player = step.isMultiple(of: 2) ? "firefox" : "plasma"
            let device: DeviceID = step.isMultiple(of: 3) ? 1 : 2
            try harness.save("film", Double(step), by: player, status: .playing, device: device)
            harness.now += 1_000
        }
        #expect(try harness.history("film").isEmpty)
    }

    @Test func `each ten minutes of playback add an entry`() throws {
        let harness = try StoreHarness()
        for step in 0...100 {
            try harness.save("film", Double(step * 30), status: .playing)
            harness.now += 30_000
        }
        // The 21st snapshot has gone on for 10 min when the next displaces it.
        #expect(
            try harness.history("film") == [
                "2490.0 replaced", "1860.0 replaced", "1230.0 replaced", "600.0 replaced",
            ]
        )
    }

    @Test
    func `a restart between two saves adds no history entry`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        try harness.restart()
        try harness.save("film", 11)
        try harness.store.flushAll(now: harness.now)
        try harness.restart()
        try harness.save("film", 12)
        #expect(try harness.history("film").isEmpty)
    }

    @Test func `a history entry says how and when its value ended`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        harness.now += minute
        try harness.save("film", 1000)
        let replaced = harness.now
        harness.now += minute
        try harness.clear("film")
        let cleared = harness.now
        harness.now += minute
        try harness.save("film", 5, ttl: hour)
        harness.now += hour
        let expired = harness.now
        // Written down late, it ended when its time was up all the same.
        harness.now += minute
        try harness.sweep()
        harness.now += minute
        try harness.undo("film")
        let entries = try harness.pastValues("film").map(\.entry)
        #expect(entries.map(\.point.position) == [5, 1000, 10])
        #expect(entries.map(\.ending) == [.expired, .cleared, .replaced])
        #expect(entries.map(\.endedAt) == [expired, cleared, replaced])
        #expect(entries.map(\.revision) == [4, 2, 1])
        #expect(entries.allSatisfy { $0.point.device == "laptop" && $0.point.item == "film" })
        #expect(try harness.point("film") == "mpv 5.0 paused")
    }

    @Test func `an Undo can itself be undone`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 100)
        try harness.save("film", 1000)
        #expect(try harness.undo("film") == 100)
        #expect(try harness.undo("film") == 1000)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
    }

    @Test func `a point that a restart pauses gets no history entry`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 100, status: .playing)
        try harness.interrupt("film")
        #expect(try harness.history("film").isEmpty)
        #expect(try harness.store.log.state(named: "film")?.record.interrupted == true)
        try harness.save("film", 101)
        #expect(try harness.store.log.state(named: "film")?.record.interrupted == false)
        #expect(try harness.history("film").isEmpty)
    }

    @Test func `the history tells a restart from an undo`() throws {
        let harness = try StoreHarness()
        func reasons() throws -> [String?] { try harness.pastValues("film").map(\.entry.reason) }
        try harness.save("film", 100, status: .playing)
        try harness.interrupt("film")
        harness.now += minute
        try harness.save("film", 1_000)
        #expect(try reasons() == ["was playing when the daemon stopped"])
        #expect(try harness.undo("film") == 100)
        harness.now += minute
        try harness.save("film", 2_000)
        #expect(try reasons().first == "had been restored by an undo")
    }

    @Test(arguments: [false, true])
    func `a quarantined value is listed at its time among the other values`(flushing: Bool) throws {
        let harness = try StoreHarness()
        func flush() throws { if flushing { try harness.store.flushAll(now: harness.now) } }
        try harness.save("film", 100)
        try flush()
        try harness.quarantine("film", 1)
        try flush()
        try harness.quarantine("film", 2)
        try harness.save("film", 101)
        try flush()
        try harness.archive("film", 3)
        try harness.clear("film")
        try flush()
        try harness.archive("film", 4)
        try harness.archive("film", 5)
        try harness.save("film", 500)
        try flush()
        try harness.quarantine("film", 6)
        let expected = [
            "6.0 quarantined", "5.0 expired", "4.0 expired", "3.0 expired", "101.0 cleared",
            "2.0 quarantined", "1.0 quarantined", "100.0 replaced",
        ]
        #expect(try harness.history("film") == expected)
        try harness.restart()
        #expect(try harness.history("film") == expected)
        try harness.tidy()
        #expect(try harness.history("film") == expected)
        #expect(try harness.point("film") == "mpv 500.0 paused")
    }

    @Test(arguments: [false, true])
    func `snapshots that arrive late are kept, newest first, even if there is no point`(
        flushing: Bool
    ) throws {
        let harness = try StoreHarness()
        for position in 1...3 {
            harness.now += minute
            try harness.archive("film", Double(position))
            if flushing { try harness.tidy() }
        }
        let expected = ["3.0 expired", "2.0 expired", "1.0 expired"]
        #expect(try harness.history("film") == expected)
        #expect(try harness.store.log.statistics.standing == 0)
        #expect(try harness.list().isEmpty)
        let endings = try harness.pastValues("film").map(\.entry.endedAt)
        harness.now += minute
        try harness.save("film", 100)
        if flushing { try harness.tidy() }
        #expect(try harness.history("film") == expected)
        #expect(try harness.pastValues("film").map(\.entry.endedAt) == endings)
        #expect(try harness.store.log.statistics.standing == 1)
    }

    @Test func `only the newest entries of an item are kept`() throws {
        let harness = try StoreHarness { $0.settings.historyPerItem = 5 }
        for step in 0..<20 { try harness.save("film", Double(step * 1000)) }
        let expected = [18, 17, 16, 15, 14].map { "\($0 * 1000).0 replaced" }
        #expect(try harness.history("film") == expected)
        #expect(try harness.history("film", limit: 2) == Array(expected.prefix(2)))
        try harness.tidy()
        #expect(try harness.history("film") == expected)
        #expect(try harness.count("change") == 6)
    }

    @Test func `old values are kept for the configured time after their end`() throws {
        let harness = try StoreHarness { $0.settings.historyRetentionMilliseconds = 30 * day }
        try harness.save("film", 1, ttl: 366 * day)
        harness.now += 10 * day
        try harness.save("film", 1000, ttl: 366 * day)
        harness.now += 30 * day
        #expect(try harness.history("film") == ["1.0 replaced"])
        harness.now += 1
        #expect(try harness.history("film").isEmpty)
        try harness.tidy()
        #expect(try harness.count("change") == 1)
    }

    @Test func `an old quarantined value does not hide a value that was current until now`() throws
    {
        let harness = try StoreHarness { $0.settings.historyRetentionMilliseconds = 30 * day }
        try harness.save("film", 100, ttl: 366 * day)
        try harness.quarantine("film", 1)
        harness.now += 40 * day
        try harness.clear("film")
        #expect(try harness.history("film") == ["100.0 cleared"])
        try harness.tidy()
        #expect(try harness.history("film") == ["100.0 cleared"])
        #expect(try harness.undo("film") == 100)
    }
}
