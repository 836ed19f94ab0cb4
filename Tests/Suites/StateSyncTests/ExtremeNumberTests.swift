// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

/// Numbers that another device claims: decoded, then used in everything that calculates with them.
@Suite struct `Numbers from another device` {
    private let now = RawRecord.now

    /// Returns a device that has saved "film" and reads the presence and the record.
    private func reader(
        _ record: RemoteRecord?,
        _ presence: DevicePresence? = nil
    ) throws -> MemoryStore {
        let store = MemoryStore(origin: Origin(device: 1, incarnation: 1), label: "desk")
        store.save("film", 100, now: now - 600_000)
        let settings = SyncSettings()
        if let presence {
            for moment in [now, now + 1_000] {
                let step = StoreStep.note([presence])
                _ = try step.perform(on: store, settings: settings, now: moment)
            }
        }
        if let record {
            let page = RemotePage.entries(
                [RemoteEntry(record: record), RemoteEntry(record: record, waited: 4_000)],
                cursor: RemoteCursor([]),
                more: false
            )
            let step = StoreStep.apply(page, store.disk.state.clocks)
            _ = try step.perform(on: store, settings: settings, now: now + 2_000)
        }
        return store
    }

    /// Expects that what the device writes next is sent in a form that every other device accepts.
    private func expectToSend(_ store: MemoryStore, _ context: Comment) throws {
        store.save("film", 200, now: now + 3_000)
        store.append("own", now: now + 3_000)
        var settings = SyncSettings()
        settings.strategy = .furthest
        let step = StoreStep.lease()
        let result = try step.perform(on: store, settings: settings, now: now + 4_000)
        guard case .leased(let records) = result else {
            Issue.record("nothing is sent")
            return
        }
        #expect(records.count == 2, context)
        for record in records {
            let read = RemoteRecord(bytes: record.bytes)
            #expect(read?.content == record.content, context)
            #expect(read?.fault(now: now + 4_000) == nil, context)
        }
        let presence = StoreStep.presence(seen: [:], isInFront: false)
        _ = try presence.perform(on: store, settings: settings, now: now + 5_000)
        #expect(store.position("film") == 200, context)
        // The store keeps all of it in the same form.
        #expect(SyncMemory(bytes: store.memory().bytes) == store.memory(), context)
    }

    @Test(arguments: ItemNumber.allCases)
    func `an item's record is invalid exactly if a number in it is out of range`(
        _ number: ItemNumber
    ) throws {
        for value in Extremes.integers {
            let record = RemoteRecord(bytes: RawRecord.item(number, value))
            #expect((record != nil) == number.range.contains(value), "\(number) \(value)")
            guard let record else { continue }
            try expectToSend(try reader(record), "\(number) \(value)")
        }
    }

    @Test func `positions and durations must be finite and not negative`() throws {
        for value in Extremes.doubles {
            let moved = RemoteRecord(bytes: RawRecord.item(nil, position: value))
            #expect((moved != nil) == (value.isFinite && value >= 0), "position \(value)")
            let long = RemoteRecord(bytes: RawRecord.item(nil, position: 0, duration: value))
            #expect((long != nil) == (value.isFinite && value > 0), "duration \(value)")
            for record in [moved, long].compactMap(\.self) {
                try expectToSend(try reader(record), "\(value)")
            }
        }
    }

    @Test(arguments: EventNumber.allCases)
    func `an event's record is invalid exactly if a number in it is out of range`(
        _ number: EventNumber
    ) throws {
        for value in Extremes.integers {
            let record = RemoteRecord(bytes: RawRecord.event(number, value))
            #expect((record != nil) == number.range.contains(value), "\(number) \(value)")
            guard let record else { continue }
            try expectToSend(try reader(record), "\(number) \(value)")
        }
    }

    @Test(arguments: PresenceNumber.allCases)
    func `a presence is invalid exactly if a number in it is out of range`(
        _ number: PresenceNumber
    ) throws {
        for value in Extremes.integers {
            let presence = DevicePresence(bytes: RawRecord.presence(number, value))
            #expect((presence != nil) == number.range.contains(value), "\(number) \(value)")
            guard let presence else { continue }
            let store = try reader(RemoteRecord(bytes: RawRecord.item(.sentAt, 5)), presence)
            let clocks = store.disk.state.clocks
            let lead = clocks.offset(of: presence.origin)
            #expect(Timestamp.range.contains(presence.at))
            _ = presence.at + lead
            _ = clocks.moved(since: DeviceClocks())
            try expectToSend(store, "\(number) \(value)")
        }
    }

    @Test
    func `only a limited number of devices is kept; events and presences of others are read`()
        throws
    {
        let store = MemoryStore(origin: device(1), label: "desk")
        let others = (2...SyncMemory.maximumOrigins + 100).map { device(UInt64($0)) }
        let entries = others.map { other in
            let event = SyncedEvent(
                event: Event(id: "\(other)", topic: "t", body: Array("{}".utf8), at: now),
                origin: other,
                device: "attic",
                number: 2,
                previous: 1
            )
            return RemoteEntry(
                record: RemoteRecord(
                    operation: Operation(origin: other, number: 1),
                    sentAt: now,
                    content: .event(event)
                )
            )
        }
        let presences = others.map {
            DevicePresence(origin: $0, label: "attic", at: now, round: 1, seen: [:])
        }
        let seen = Dictionary(uniqueKeysWithValues: others.map { ($0, 1) })
        let page = RemotePage.entries(entries, cursor: RemoteCursor([]), more: false)
        let steps: [StoreStep] = [
            .note(presences), .apply(page, DeviceClocks()), .presence(seen: seen, isInFront: true),
        ]
        for step in steps {
            _ = try step.perform(on: store, settings: SyncSettings(), now: now)
        }
        let memory = store.disk.state
        let kept = [memory.eventsRead.count, memory.seen.count, memory.clocks.differences.count]
        #expect(kept == Array(repeating: SyncMemory.maximumOrigins, count: 3))
        #expect(store.eventIDs.count == others.count)
        // A device may claim any number of incarnations, too.
        var clocks = DeviceClocks()
        let claimed = (1...SyncMemory.maximumOrigins + 100).map { number in
            DevicePresence(
                origin: Origin(device: 2, incarnation: number),
                label: "attic",
                at: now,
                round: 1,
                seen: [:]
            )
        }
        clocks.note(claimed, by: device(1), now: now)
        #expect(clocks.differences.count == SyncMemory.maximumOrigins)
        // Those that are known stay known.
        _ = try StoreStep.presence(seen: memory.seen.mapValues { $0 + 1 }, isInFront: false)
            .perform(on: store, settings: SyncSettings(), now: now)
        #expect(store.disk.state.seen == memory.seen.mapValues { $0 + 1 })
    }

    @Test
    func `sync state with extreme numbers is written so that it can be read`() throws {
        for value in Extremes.integers {
            var memory = SyncMemory()
            memory.round = value
            memory.seen = [device(2): value]
            memory.floors = [SyncMemory.Floor(round: value, at: Timestamp(value))]
            #expect(SyncMemory(bytes: memory.bytes) != nil, "\(value)")
        }
    }

    private func device(_ number: UInt64) -> Origin { Origin(device: number, incarnation: 1) }
}

/// Records that exceed what a client may send.
@Suite struct `A record beyond the limits` {
    private let now = RawRecord.now
    private static func makeDesk() -> MemoryStore {
        MemoryStore(origin: Origin(device: 1, incarnation: 1), label: "desk")
    }

    private let desk = Self.makeDesk()
    private let attic = Origin(device: 7, incarnation: 1)

    private func version(_ position: Double, key: OrderKey) -> ItemVersion {
        let stamp = Stamp(key: key, origin: attic)
        let point = SyncedPoint.paused(at: position)
        let seen = VersionVector([stamp])
        return ItemVersion(
            key: SyncKey(kind: .point, name: "film"),
            stamp: stamp,
            value: .point(point),
            seen: seen
        )
    }

    private func record(_ version: ItemVersion) -> RemoteEntry {
        RemoteEntry(
            record: RemoteRecord(
                operation: Operation(origin: attic, number: 1),
                sentAt: now,
                content: .item(version)
            )
        )
    }

    private func read(_ versions: [ItemVersion], on desk: MemoryStore) throws {
        let entries = versions.map(record)
        let page = RemotePage.entries(entries, cursor: RemoteCursor([]), more: false)
        let step = StoreStep.apply(page, DeviceClocks())
        _ = try step.perform(on: desk, settings: SyncSettings(), now: now)
    }

    private var cases: [ItemVersion] {
        let usual = version(333, key: OrderKey(time: now, after: nil))
        let lead = ItemVersion.leadMilliseconds
        let late = OrderKey(time: now + lead + 1, after: nil)
        func changed(_ change: (inout SyncedPoint) -> Void) -> ItemVersion {
            var other = usual
            guard case .point(var point) = usual.value else { return usual }
            change(&point)
            other.value = .point(point)
            return other
        }
        func named(_ name: String) -> ItemVersion {
            var other = usual
            other.key = SyncKey(kind: .point, name: name)
            return other
        }
        var knowing = usual
        knowing.seen = usual.seen.with(Stamp(key: late, origin: Origin(device: 1, incarnation: 1)))
        var alias = usual
        alias.value = .alias(of: "book")
        return [
            version(333, key: late), knowing, alias, named(""),
            named(String(repeating: "x", count: Limits.itemBytes + 1)),
            changed { $0.player = "" }, changed { $0.player = "no name" },
            changed { $0.title = String(repeating: "x", count: Limits.titleBytes + 1) },
            changed { $0.device = String(repeating: "x", count: Limits.deviceBytes + 1) },
            changed { ($0.position, $0.duration) = (100, 10) },
            changed { $0.life = 3 * 366 * 86_400_000 },
        ]
    }

    @Test func `a record beyond the limits is refused, and other records are accepted`() throws {
        for (index, refused) in cases.enumerated() {
            let desk = Self.makeDesk()
            let sound = version(50, key: OrderKey(time: now - 5_000, after: nil))
            try read([refused, sound, refused], on: desk)
            #expect(desk.position("film") == 50, "case \(index)")
            #expect(desk.disk.refused.map(\.origin) == [attic, attic], "case \(index)")
        }
    }

    @Test func `a record with the highest order key does not block later writes`()
        throws
    {
        let last = OrderKey(time: now + ItemVersion.leadMilliseconds, after: nil)
        try read([version(333, key: last)], on: desk)
        #expect(desk.position("film") == 333)
        desk.save("film", 400, now: now + 1)
        let step = StoreStep.lease()
        let sent = try step.perform(on: desk, settings: SyncSettings(), now: now + 1)
        guard case .leased(let records) = sent, let record = records.first else {
            Issue.record("nothing is sent")
            return
        }
        #expect(RemoteRecord(bytes: record.bytes)?.fault(now: now + 1) == nil)
    }

    @Test func `an event that is refused does not block later events`() throws {
        func event(_ number: Int, topic: String, late: Int = 0) -> RemoteEntry {
            RemoteEntry(
                record: RemoteRecord(
                    operation: Operation(origin: attic, number: number),
                    sentAt: now,
                    content: .event(
                        SyncedEvent(
                            event: Event(
                                id: "e\(number)",
                                topic: topic,
                                body: Array("{}".utf8),
                                at: now + late
                            ),
                            origin: attic,
                            device: "attic",
                            number: number,
                            previous: number - 1
                        )
                    )
                )
            )
        }
        let lead = ItemVersion.leadMilliseconds + 1
        let entries = [
            event(1, topic: "t"), event(2, topic: "no topic"), event(3, topic: "t", late: lead),
            event(4, topic: "t", late: -lead), event(5, topic: "t"),
        ]
        let page = RemotePage.entries(entries, cursor: RemoteCursor([]), more: false)
        let step = StoreStep.apply(page, DeviceClocks())
        _ = try step.perform(on: desk, settings: SyncSettings(), now: now)
        #expect(desk.eventIDs == ["e1", "e5"])
        #expect(desk.disk.refused.map(\.subject) == ["e2", "e3", "e4"])
    }
}
