// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `Events between devices` {
    private var server = SimulatedServer()
    private let attic = SimulatedDevice(1)
    private let cellar = SimulatedDevice(2)

    private func append(_ ids: ClosedRange<Int>, _ device: SimulatedDevice) {
        for id in ids { device.store.append("e\(id)", now: Timestamp(id)) }
    }

    @Test mutating func `events arrive once and in order, even if a batch is sent again`() {
        append(1...20, attic)
        attic.settings.pushRecords = 7
        attic.round(&server, now: 100) { call in
            if case .push(let batch) = call, batch.count == 7, batch[0].operation.number == 8 {
                .afterwards
            } else {
                nil
            }
        }
        attic.round(&server, now: 200)
        cellar.round(&server, now: 300)
        #expect(cellar.store.eventIDs == (1...20).map { "e\($0)" })
        #expect(server.records.count == 20)
    }

    @Test mutating func `an event that the remote refuses does not stop the others`() {
        append(1...2, attic)
        attic.store.append("poison", now: 3)
        append(4...6, attic)
        let report = attic.round(&server, now: 100)
        #expect(report.failed == 1)
        cellar.round(&server, now: 200)
        #expect(cellar.store.eventIDs == ["e1", "e2", "e4", "e5", "e6"])
        let row = attic.store.disk.rows.values.first { $0.number == 3 }
        #expect(row?.state == .failed && row?.error == "it refuses poison")
        #expect(attic.round(&server, now: 300).failed == 0)
        server.manners.refusesPoison = false
        #expect(attic.round(&server, now: 400, expedite: .expedite).pushed == 1)
        cellar.round(&server, now: 500)
        #expect(cellar.store.eventIDs.last == "poison")
    }

    @Test mutating func `events keep their order if the remote is sometimes busy`() {
        append(1...300, attic)
        server.manners.busyOneIn = 5
        for time in 0..<100 { attic.round(&server, now: 1_000 + time * 400_000) }
        cellar.round(&server, now: Timestamp(1 << 40))
        #expect(cellar.store.eventIDs == (1...300).map { "e\($0)" })
        #expect(attic.store.backlog == 0)
    }

    @Test mutating func `an event that arrives before its predecessor waits for it`() throws {
        append(1...3, attic)
        attic.round(&server, now: 100)
        let events = server.records
        let order = [events[0], events[2], events[1]].map { RemoteEntry(record: $0) }
        let page = RemotePage.entries(order, cursor: RemoteCursor([]), more: false)
        let step = StoreStep.apply(page, DeviceClocks())
        _ = try step.perform(on: cellar.store, settings: cellar.settings, now: 200)
        #expect(cellar.store.eventIDs == ["e1", "e2", "e3"])
        _ = try step.perform(on: cellar.store, settings: cellar.settings, now: 300)
        #expect(cellar.store.eventIDs == ["e1", "e2", "e3"])
    }

    @Test mutating func `events that wait for an invalid event from the remote are still stored`()
        throws
    {
        append(1...3, attic)
        attic.round(&server, now: 100)
        var records = server.records
        guard case .event(var event) = records[1].content else { throw OtherResult() }
        event.event.topic = "no topic"
        records[1].content = .event(event)
        for order in [[0], [2], [1]] {
            let entries = order.map { RemoteEntry(record: records[$0]) }
            let page = RemotePage.entries(entries, cursor: RemoteCursor([]), more: true)
            let step = StoreStep.apply(page, DeviceClocks())
            _ = try step.perform(on: cellar.store, settings: cellar.settings, now: 300)
        }
        #expect(cellar.store.eventIDs == ["e1", "e3"])
    }

    /// Lets the cellar read the records at these places.
    private func read(_ places: [Int], now: Timestamp) throws {
        let entries = places.map { RemoteEntry(record: server.records[$0]) }
        try read(.entries(entries, cursor: RemoteCursor([]), more: false), now: now)
    }

    private func read(_ page: RemotePage, now: Timestamp) throws {
        let step = StoreStep.apply(page, DeviceClocks())
        _ = try step.perform(on: cellar.store, settings: cellar.settings, now: now)
    }

    @Test(arguments: [true, false])
    mutating func `an event does not wait for a predecessor that was removed`(isGap: Bool) throws {
        append(1...2, attic)
        attic.round(&server, now: 100)
        cellar.round(&server, now: 200)
        append(3...3, attic)
        attic.store.append("e4", key: "key", now: 4)
        append(5...6, attic)
        attic.round(&server, now: 300)
        // A remote that knows of no gap keeps an old event with a key alone.
        if isGap { try read(.gap, now: 400) }
        try read([3, 4, 5], now: isGap ? 400 : 144_000_000)
        #expect(cellar.store.eventIDs == ["e1", "e2", "e4", "e5", "e6"])
    }

    @Test mutating func `an old event that is kept for its key does not hold back the next one`()
        throws
    {
        attic.store.append("e1", key: "key", now: 1)
        attic.round(&server, now: 100)
        append(2...4, attic)
        attic.round(&server, now: 144_000_000)
        try read([0, 2], now: 144_000_100)
        #expect(cellar.store.eventIDs == ["e1", "e3"])
        try read(.gap, now: 144_000_200)
        try read([0, 3], now: 144_000_200)
        #expect(cellar.store.eventIDs == ["e1", "e3", "e4"])
    }

    @Test mutating func `an event that is sent again still waits for its predecessor`() throws {
        attic.settings.strategy = .server
        append(1...3, attic)
        attic.round(&server, now: 100) { call in
            if case .push = call { .afterwards } else { nil }
        }
        // It has read them by now, and sends them once more, to a remote that may have gone back.
        var again: [RemoteRecord] = []
        attic.round(&server, now: 200) { call in
            if case .push(let batch) = call { again += batch }
            return nil
        }
        #expect(again.map(\.operation.number) == server.records.map(\.operation.number))
        for order in [[0], [2], [1]] {
            let entries = order.map { RemoteEntry(record: again[$0]) }
            let page = RemotePage.entries(entries, cursor: RemoteCursor([]), more: true)
            let step = StoreStep.apply(page, DeviceClocks())
            _ = try step.perform(on: cellar.store, settings: cellar.settings, now: 300)
        }
        #expect(cellar.store.eventIDs == ["e1", "e2", "e3"])
    }

    @Test
    func `one commit stores the outcomes of a push and the entries of the next push`() throws {
        attic.settings.pushRecords = 7
        append(1...10, attic)
        let perform = { (step: StoreStep) in
            try step.perform(on: attic.store, settings: attic.settings, now: 100)
        }
        guard case .leased(let first) = try perform(.lease()) else { throw OtherResult() }
        #expect(first.count == 7)
        func stored(_ batch: [RemoteRecord]) -> [Operation: PushOutcome] {
            let outcome = PushOutcome.stored(tag: nil, durable: true)
            return Dictionary(uniqueKeysWithValues: batch.map { ($0.operation, outcome) })
        }
        guard
            case .settled(let settled, let second?) =
                try perform(.settle(stored(first), seed: 1, leasesExcept: []))
        else { throw OtherResult() }
        #expect(settled.stored == 7)
        #expect(second.map(\.operation.number) == [8, 9, 10])
        guard
            case .settled(let rest, next: nil) =
                try perform(.settle(stored(second), seed: 1, leasesExcept: nil))
        else { throw OtherResult() }
        #expect(rest.stored == 3)
        #expect(attic.store.backlog == 0)
    }

    @Test mutating func `a hundred thousand events are sent in batches, in order`() {
        append(1...100_000, attic)
        var largest = 0
        attic.round(&server, now: 200_000) { call in
            if case .push(let batch) = call { largest = max(largest, batch.count) }
            return nil
        }
        #expect(largest == attic.settings.pushRecords)
        #expect(attic.store.backlog == 0)
        cellar.round(&server, now: 300_000)
        #expect(cellar.store.eventIDs == (1...100_000).map { "e\($0)" })
    }
}

/// A step that did not return what it should.
private struct OtherResult: Error {}
