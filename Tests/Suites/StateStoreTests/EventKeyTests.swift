// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

extension StoreHarness {
    /// Appends a value of a key, or its tombstone.
    fileprivate func put(
        _ id: String,
        _ key: String,
        topic: String = "t",
        rule: EventRank.Rule = .newest,
        clears: Bool = false,
        at: Timestamp? = nil
    ) throws {
        let rank = EventRank(rule: rule, isCleared: clears)
        let body = Array(#"{"id":1}"#.utf8)
        let event = Event(id: id, topic: topic, body: body, at: at ?? now, key: EventKey(key, rank))
        _ = try store.events.append(event, now: now)
        if !isBatching { try commit() }
    }

    /// A value arrives that a device wrote at `time`, by default another device.
    fileprivate func take(
        _ id: String,
        _ key: String,
        at time: Timestamp,
        as ordinal: Int,
        from device: DeviceID = DeviceID(2),
        statesBase: Bool = true
    ) throws {
        var rank = EventRank().written(after: nil, at: time, now: time)
        if !statesBase { rank.base = nil }
        let event = Event(id: id, topic: "t", body: [], at: time, key: EventKey(key, rank))
        let source = (device, ordinal)
        _ = try store.events.append(event, from: source, state: .synced, now: now)
        try commit()
    }

    /// The IDs of the current values, read page by page.
    fileprivate func latest(
        _ topic: String? = nil,
        prefix: String = "",
        limit: Int = 2
    ) throws -> [String] {
        var ids: [String] = []
        var place: (topic: String, key: String)?
        repeat {
            let page = try store.events.latest(
                after: place,
                topic: topic,
                prefix: prefix,
                limit: limit,
                bytes: 1 << 20,
                now: now
            )
            ids += page.rows.map(\.event.id)
            place = page.next.map { ($0.topic, $0.key?.name ?? "") }
        } while place != nil
        return ids
    }
}

@Suite struct `The current value of a key` {
    @Test
    func `the current value of a key outlives retention, restarts and crashes`()
        throws
    {
        let harness = try StoreHarness()
        try harness.append("plain")
        try harness.put("a1", "a")
        try harness.put("b1", "b")
        try harness.put("a2", "a")
        harness.now += 30 * day
        try harness.sweepEvents()
        #expect(try harness.events() == ["3 b1", "4 a2"])
        try harness.restart()
        let survivor = try StoreHarness(after: harness)
        for harness in [harness, survivor] {
            #expect(try harness.latest() == ["a2", "b1"])
            let row = try #require(try harness.store.events.latest("t", "a", now: harness.now))
            #expect(row.event.body == Array(#"{"id":1}"#.utf8))
            #expect(row.event.key?.name == "a")
        }
        // One that is displaced after its retention goes with the next pass.
        try harness.put("b2", "b")
        harness.now += minute
        try harness.sweepEvents()
        #expect(try harness.events() == ["4 a2", "5 b2"])
    }

    @Test func `after a batch that failed, the earlier value is the current value again`() throws {
        let harness = try StoreHarness()
        try harness.put("a1", "a")
        harness.isBatching = true
        try harness.put("a2", "a")
        #expect(try harness.latest() == ["a2"])
        try harness.store.log.abandon()
        #expect(try harness.latest() == ["a1"])
    }

    @Test func `values are found by topic, by prefix and in pages, in the order of keys`() throws {
        let harness = try StoreHarness()
        for key in ["ab", "é", "a", "b", "a\u{0}"] { try harness.put("t \(key)", key) }
        try harness.put("s a", "a", topic: "s")
        try harness.put("u a", "a", topic: "u")
        try harness.put("gone", "b", clears: true)
        let keys = ["a", "a\u{0}", "ab", "é"].map { "t \($0)" }
        for limit in 1...9 {
            #expect(try harness.latest(limit: limit) == ["s a"] + keys + ["u a"])
            #expect(try harness.latest("t", limit: limit) == keys)
            #expect(try harness.latest("t", prefix: "a", limit: limit) == Array(keys.prefix(3)))
            #expect(try harness.latest("t", prefix: "ab", limit: limit) == ["t ab"])
            #expect(try harness.latest("t", prefix: "c", limit: limit).isEmpty)
        }
        #expect(try harness.store.events.latest("t", "b", now: harness.now) == nil)
    }

    @Test func `a cleared key stays cleared, and a tombstone is kept until every device knows`()
        throws
    {
        let harness = try StoreHarness { $0.settings.syncs = true }
        let before = harness.now
        try harness.put("a1", "a")
        harness.now += minute
        try harness.put("gone", "a", clears: true)
        for sequence in [1, 2] as [SequenceNumber] { try harness.mark(sequence, .synced) }
        harness.now += 60 * day
        try harness.sweepEvents()
        #expect(try harness.events() == ["2 gone"])
        try harness.take("late", "a", at: before + 1, as: 1)
        #expect(try harness.latest().isEmpty)
        var changes = SyncChanges()
        changes.acknowledgedEvents = [2]
        try harness.store.sync.write(changes, now: harness.now)
        // A round before the one in which the remote got it says nothing.
        changes = SyncChanges()
        changes.forgottenRound = 0
        try harness.store.sync.write(changes, now: harness.now)
        try harness.take("later", "a", at: before + 2, as: 2)
        #expect(try harness.latest().isEmpty)
        changes.forgottenRound = 1
        try harness.store.sync.write(changes, now: harness.now)
        try harness.commit()
        harness.now += 2 * day
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
    }

    @Test
    func `under the rule first, a value can follow a cleared or expired one, in the next lap`()
        throws
    {
        var topic = TopicSettings()
        topic.merge = .first
        topic.keepMilliseconds = hour
        let harness = try StoreHarness {
            $0.settings.syncs = true
            $0.settings.topics = ["brief": topic]
        }
        try harness.put("a1", "a", rule: .first)
        try harness.put("gone", "a", rule: .first, clears: true)
        try harness.put("b1", "b", topic: "brief", rule: .first)
        var changes = SyncChanges()
        changes.acknowledgedEvents = [1, 2, 3]
        try harness.store.sync.write(changes, now: harness.now)
        changes = SyncChanges()
        changes.forgottenRound = 9
        try harness.store.sync.write(changes, now: harness.now)
        try harness.commit()
        harness.now += 60 * day
        try harness.sweepEvents()
        #expect(try harness.latest().isEmpty)
        try harness.put("a2", "a", rule: .first)
        try harness.put("b2", "b", topic: "brief", rule: .first)
        #expect(try harness.latest() == ["b2", "a2"])
        for (topic, key) in [("t", "a"), ("brief", "b")] {
            #expect(try harness.store.events.highest(topic, key)?.event.key?.rank.lap == 1)
        }
    }

    /// Lets the values of two devices arrive at the given times; returns the current value then.
    private func current(
        _ rule: EventRank.Rule,
        cleared: Bool = false,
        _ arrivals: [(id: String, time: Timestamp)]
    ) throws -> String? {
        var topic = TopicSettings()
        topic.merge = rule
        topic.keepMilliseconds = 20_000
        let harness = try StoreHarness { $0.settings.topics = ["t": topic] }
        let start = harness.now
        var better = EventRank(rule: rule, number: rule == .highest ? 9 : 1, isCleared: cleared)
        // A clear begins a lap.
        better.lap = cleared ? 1 : 0
        let worse = EventRank(rule: rule, number: 5)
        let writes = ["old": (0, better), "mid": (15_000, worse), "new": (21_000, worse)]
        for (ordinal, (id, time)) in arrivals.enumerated() {
            let (delay, rank) = try #require(writes[id])
            let at = start + delay
            harness.now = start + Int(time.rawValue)
            var key = EventKey("k", rank.written(after: nil, at: at, now: at))
            key.rank.lap = rank.lap
            let event = Event(id: id, topic: "t", body: [], at: at, key: key)
            let source = (DeviceID(ordinal + 2), 1)
            _ = try harness.store.events.append(event, from: source, now: harness.now)
            try harness.commit()
        }
        return try harness.store.events.latest("t", "k", now: harness.now)?.event.id
    }

    @Test(arguments: [.first, .highest, .lowest] as [EventRank.Rule])
    func `an expired value neither displaces nor keeps out a value, but a clear keeps it out`(
        _ rule: EventRank.Rule
    ) throws {
        #expect(try current(rule, [("old", 0), ("new", 21_000)]) == "new")
        #expect(try current(rule, [("new", 21_000), ("old", 22_000)]) == "new")
        #expect(try current(rule, [("new", 21_000), ("old", 42_000)]) == nil)
        #expect(try current(rule, [("old", 0), ("mid", 16_000)]) == "old")
        #expect(try current(rule, [("mid", 16_000), ("old", 17_000)]) == "old")
        #expect(try current(rule, [("mid", 16_000), ("old", 22_000)]) == nil)
        #expect(try current(rule, cleared: true, [("old", 0), ("new", 21_000)]) == nil)
        #expect(try current(rule, cleared: true, [("new", 21_000), ("old", 22_000)]) == nil)
    }

    @Test
    func `removed events are known forever, so that they cannot return from a remote`()
        throws
    {
        let harness = try StoreHarness { $0.settings.syncs = true }
        try harness.append("plain")
        try harness.put("a1", "a")
        try harness.put("a2", "a")
        for passes in 1...2 {
            try harness.append("plain \(passes)")
            let last = try harness.store.events.last
            for number in 1...last.rawValue { try harness.mark(SequenceNumber(number), .synced) }
            harness.now += 40 * day
            try harness.sweepEvents()
        }
        #expect(try harness.events() == ["3 a2"])
        for id in ["plain", "plain 2", "a1"] { #expect(try harness.store.sync.hasEvent(id)) }
    }

    @Test func `in a full store keys can be changed and cleared; keys use at most half of it`()
        throws
    {
        let harness = try StoreHarness { $0.settings.events = 8 }
        for key in 1...4 { try harness.put("k\(key)", "\(key)") }
        func refusal(_ append: () throws -> Void) -> StoreError.Kind? {
            #expect(throws: StoreError.self) { try append() }?.kind
        }
        #expect(refusal { try harness.put("k5", "5") } == .quota(limit: "event-keys", value: 4))
        for number in 1...4 { try harness.append("plain \(number)") }
        let isFull = StoreError.Kind.quota(limit: "events", value: 8)
        #expect(refusal { try harness.append("plain 5") } == isFull)
        try harness.restart()
        for number in 1...15 { try harness.put("again \(number)", "1") }
        try harness.put("gone", "1", clears: true)
        #expect(refusal { try harness.put("again", "2") } == isFull)
        harness.now += 2 * day
        try harness.sweepEvents()
        try harness.put("k5", "5")
        #expect(refusal { try harness.put("k6", "6") } == .quota(limit: "event-keys", value: 4))
        // What another device has appended is taken, since a refusal would stop sync.
        for number in 7...30 { try harness.take("k\(number)", "7", at: harness.now, as: number) }
        #expect(try harness.store.sync.hasEvent("k30"))
        #expect(refusal { try harness.append("plain 6") } == isFull)
    }

    @Test func `a value that is soon replaced causes no extra cleanup`() throws {
        let harness = try StoreHarness()
        let due = harness.now + day
        for number in 1...3 { try harness.put("a\(number)", "a") }
        #expect(try harness.store.events.nextSweep == due)
    }

    @Test func `a key whose row belongs to another key counts as damage`() throws {
        let harness = try StoreHarness()
        try harness.put("a1", "a")
        try harness.put("b1", "b")
        for (sequence, key) in [(9, "a"), (1, "b"), (2, "a")] {
            try harness.damage("UPDATE event_key SET sequence = \(sequence) WHERE key = '\(key)'")
        }
        try harness.damage("UPDATE event SET key = 'b' WHERE sequence = 1")
        let page = #expect(throws: StoreError.self) { _ = try harness.latest() }
        let history = #expect(throws: StoreError.self) {
            _ = try harness.store.events.page(after: 0, topic: "t", key: "b", limit: 9, bytes: 99)
        }
        let write = #expect(throws: StoreError.self) { try harness.put("a2", "a") }
        #expect([page?.kind, write?.kind, history?.kind] == [.corrupt, .corrupt, .corrupt])
    }

    /// The events of the key `a` that lost, after an own event of each given ID at its time.
    private func lost(
        _ harness: StoreHarness,
        after own: (String, at: Timestamp)...
    ) throws -> [String] {
        for (id, time) in own {
            harness.now = time
            try harness.put(id, "a", clears: id == "clear")
        }
        let present = try #require(try harness.store.events.highest("t", "a"))
        return try harness.rows(topic: "t").filter { $0.isLost(to: present) }.map(\.event.id)
    }

    @Test func `a value counts as lost until a later value was written with knowledge of it`()
        throws
    {
        let harness = try StoreHarness()
        let start = harness.now
        #expect(try lost(harness, after: ("1", start + 10), ("2", start + 20)).isEmpty)
        try harness.take("x", "a", at: start + 5, as: 1)
        #expect(try lost(harness) == ["x"])
        #expect(try lost(harness, after: ("3", start + 30)).isEmpty)
        try harness.take("y", "a", at: start + 15, as: 1, from: DeviceID(3))
        #expect(try lost(harness) == ["y"])
        #expect(try lost(harness, after: ("clear", start + 40)).isEmpty)
        try harness.take("z", "a", at: start + 25, as: 2)
        #expect(try lost(harness) == ["z"])
        #expect(try lost(harness, after: ("5", start + 50)).isEmpty)
        try harness.take("w", "a", at: start + 60, as: 3)
        #expect(try lost(harness) == ["1", "2", "3", "clear", "5"])
        #expect(try lost(harness, after: ("6", start + 70), ("7", start + 80)).isEmpty)
        try harness.take("v", "a", at: start + 65, as: 2, from: DeviceID(3))
        #expect(try lost(harness) == ["v"])
        harness.now = start + 85
        try harness.put("late", "a", at: start + 62)
        #expect(try lost(harness, after: ("8", start + 90)).isEmpty)
        try harness.take("u", "a", at: start + 75, as: 3, from: DeviceID(3))
        #expect(try lost(harness) == ["u"])
    }

    @Test func `own values of an older program or a former incarnation count as known`() throws {
        let harness = try StoreHarness()
        let start = harness.now
        try harness.take("1", "a", at: start + 20, as: 9, from: .own, statesBase: false)
        #expect(try lost(harness, after: ("2", start + 30)).isEmpty)
        try harness.take("x", "a", at: start + 10, as: 1)
        #expect(try lost(harness).isEmpty)
        try harness.take("y", "a", at: start + 25, as: 2)
        #expect(try lost(harness) == ["y"])
        try harness.store.sync.begin(.incarnation)
        try harness.commit()
        #expect(try lost(harness, after: ("3", start + 40), ("4", start + 50)).isEmpty)
        try harness.take("z", "a", at: start + 35, as: 3)
        #expect(try lost(harness) == ["z"])
    }

    @Test
    func `after the next own value, a long history that arrived before it counts as known`()
        throws
    {
        let harness = try StoreHarness()
        let start = harness.now
        #expect(try lost(harness, after: ("1", start + 500)).isEmpty)
        for number in 1...101 {
            try harness.take("x\(number)", "a", at: start + number, as: number)
        }
        #expect(try lost(harness).count == 101)
        #expect(try lost(harness, after: ("2", start + 600)).isEmpty)
    }

    @Test func `a program that does not know the base of a rank reads the event and its checksum`()
        throws
    {
        let key = EventKey("a", EventRank().written(after: nil, at: 5, now: 5))
        let event = Event(id: "1", topic: "t", body: Array("{}".utf8), at: 5, key: key)
        let row = EventRow(
            sequence: 1,
            event: event,
            origin: .own,
            ordinal: 1,
            time: 5,
            state: .pending
        )
        var before = row
        before.event.key?.rank.base = nil
        #expect(RowChecksum.ofEvent(row) == RowChecksum.ofEvent(before))
        let (stored, start) = (row.storedBody, before.storedBody.count)
        #expect(stored.starts(with: before.storedBody))
        #expect(Event(id: "1", topic: "t", storedBody: stored, at: 5) == event)
        // The checksum does not cover the end, which has its own check.
        for index in start..<stored.count {
            for bit in 0..<8 {
                var damaged = stored
                damaged[index] ^= 1 << bit
                #expect(Event(id: "1", topic: "t", storedBody: damaged, at: 5) == nil)
            }
        }
    }

    @Test func `without a remote, clearing a key leaves no tombstone`() throws {
        let harness = try StoreHarness()
        try harness.put("a1", "a")
        try harness.put("gone", "a", clears: true)
        harness.now += 2 * day
        try harness.sweepEvents()
        #expect(try harness.events().isEmpty)
        #expect(try harness.count("event_key") == 0)
    }

    @Test func `keys can be written to a store that was made before keys existed`() throws {
        let harness = try StoreHarness()
        try harness.append("old")
        try harness.damage("DROP TABLE event_key")
        try harness.restart()
        #expect(harness.recovery == nil)
        #expect(try harness.events() == ["1 old"])
        try harness.put("a1", "a")
        #expect(try harness.latest() == ["a1"])
    }

    @Test func `the current value of a key is recovered from a damaged store`() throws {
        let harness = try StoreHarness()
        try harness.put("a1", "a")
        try harness.put("a2", "a")
        try harness.put("b1", "b", clears: true)
        try harness.replace(because: "a test")
        #expect(harness.recovery != nil)
        #expect(try harness.latest() == ["a2"])
        #expect(try harness.count("event_key") == 2)
    }
}
