// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import SyncModel

/// A conformance suite for drivers of remotes.
package struct RemoteConformance {
    /// The maker of a driver for one device; all drivers share one new remote.
    private let device: (UInt64) -> any Remote
    /// True if the newest records come again and again.
    private let overlaps: Bool
    private var faults: [String] = []

    /// Creates a suite for the drivers that `device` makes, all for one unused remote.
    package init(overlaps: Bool = false, _ device: @escaping (UInt64) -> any Remote) {
        self.overlaps = overlaps
        self.device = device
    }

    /// Runs all checks and returns the faults; empty if there are none.
    package mutating func run() async throws -> [String] {
        let (one, other) = (device(1), device(2))
        let identity = try await one.setUp()
        expect(try await one.setUp() == identity, "setting up twice gives one remote")
        expect(try await other.setUp() == identity, "two devices find one remote")
        try await checkEmpty(one)
        let cursor = try await checkOrder(one, other)
        try await checkNews(one, other, cursor)
        try await checkRepetition(one, other)
        try await checkSwapping(one)
        try await checkPresences(one, other)
        return faults
    }

    private mutating func expect(_ holds: Bool, _ what: String) {
        if !holds { faults.append("not so: " + what) }
    }
}

extension RemoteConformance {
    private mutating func checkEmpty(_ remote: any Remote) async throws {
        let page = try await remote.page(after: nil, limit: 10)
        guard case .entries(let entries, let cursor, let more) = page else {
            return expect(false, "a new remote can be read")
        }
        expect(entries.isEmpty && !more, "a new remote is empty")
        expect(
            try await remote.page(after: cursor, limit: 10) == page,
            "reading on from the end gives the end"
        )
        expect(try await remote.push([]).isEmpty, "pushing nothing does nothing")
        expect(
            try await remote.page(after: RemoteCursor([1, 2, 3]), limit: 10) == .gap,
            "a cursor of somewhere else is a gap"
        )
    }

    /// Checks that records come in the order in which they were pushed, for any page size.
    private mutating func checkOrder(
        _ one: any Remote,
        _ other: any Remote
    ) async throws -> RemoteCursor? {
        let records = [
            item(1, "book", 10), event(2, 1), tombstone(3, "song"), event(4, 2), event(5, 3),
            alias(6, "nick", "book"),
        ]
        let outcomes = try await one.push(Array(records.prefix(4)))
        expect(outcomes.count == 4, "every record has an outcome")
        expect(outcomes.allSatisfy(\.isStored), "records are stored")
        _ = try await one.push(Array(records.suffix(2)))
        var cursor: RemoteCursor?
        for limit in [1, 2, 100] {
            let (read, end) = try await readAll(other, after: nil, limit: limit)
            expect(read == records, "all is read in order, \(limit) at a time")
            cursor = end
        }
        let (rest, _) = try await readAll(other, after: cursor, limit: 2)
        expect(rest.isEmpty || overlaps, "nothing comes twice")
        return cursor
    }

    private mutating func checkNews(
        _ one: any Remote,
        _ other: any Remote,
        _ cursor: RemoteCursor?
    ) async throws {
        let base = try await tag(of: "book", one)
        let news = item(1, "book", 20, by: 2, base: base)
        _ = try await other.push([news])
        let (read, _) = try await readAll(one, after: cursor, limit: 10)
        expect(read.last == stripped(news), "what another device pushed is read")
    }

    private mutating func checkRepetition(
        _ one: any Remote,
        _ other: any Remote
    ) async throws {
        let (before, _) = try await readAll(other, after: nil, limit: 100)
        for batch in [[event(2, 1)], [event(4, 2), event(5, 3)]] {
            let outcomes = try await one.push(batch)
            expect(outcomes.allSatisfy(\.isStored), "pushing again is no failure")
        }
        let (after, _) = try await readAll(other, after: nil, limit: 100)
        expect(Set(after) == Set(before), "pushing again adds nothing new")
    }

    private mutating func checkSwapping(_ remote: any Remote) async throws {
        guard remote.capabilities.comparesAndSwaps else { return }
        let blind = item(20, "book", 30)
        guard case .conflict(let current?) = try await remote.push([blind]).first else {
            return expect(false, "a value is not written over unread")
        }
        expect(current.tag == (try await tag(of: "book", remote)), "a conflict names the value")
        let seeing = item(21, "book", 30, base: current.tag)
        expect(
            try await remote.push([seeing]).allSatisfy(\.isStored),
            "a value that was read can be written over"
        )
    }

    private mutating func checkPresences(
        _ one: any Remote,
        _ other: any Remote
    ) async throws {
        let first = presence(1, round: 1, seen: [:])
        let second = presence(2, round: 3, seen: [origin(1): 1])
        _ = try await readAll(one, after: nil, limit: 100)
        _ = try await readAll(other, after: nil, limit: 100)
        try await one.report(first)
        try await other.report(second)
        let met = try await one.devices().sorted { $0.origin < $1.origin }
        expect(met == [first, second], "devices hear of one another")
        let later = presence(1, round: 2, seen: [origin(2): 3])
        try await one.report(later)
        let again = try await other.devices().sorted { $0.origin < $1.origin }
        expect(again == [later, second], "the newest presence holds")
        try await one.forget(2)
        expect(try await one.devices() == [later], "a forgotten device is gone from the list")
    }
}

extension RemoteConformance {
    private mutating func readAll(
        _ remote: any Remote,
        after cursor: RemoteCursor?,
        limit: Int
    ) async throws -> ([RemoteRecord], RemoteCursor?) {
        var records: [RemoteRecord] = []
        var position = cursor
        while true {
            let page = try await remote.page(after: position, limit: limit)
            guard case .entries(let entries, let next, let more) = page else {
                expect(false, "what was read can be read on")
                return (records, position)
            }
            expect(entries.count <= limit, "a page is no larger than asked for")
            records += entries.map(\.record)
            position = next
            if !more { return (records, position) }
        }
    }

    private func tag(of name: String, _ remote: any Remote) async throws -> RemoteTag? {
        let key = SyncKey(kind: .point, name: name)
        let page = try await remote.page(after: nil, limit: 100)
        guard case .entries(let entries, _, _) = page else { return nil }
        return entries.last { entry in
            if case .item(let version) = entry.record.content { version.key == key } else { false }
        }?.tag
    }

    private func stripped(_ record: RemoteRecord) -> RemoteRecord {
        var record = record
        record.base = nil
        return record
    }

    private func origin(_ number: UInt64) -> Origin {
        Origin(device: number, incarnation: 1)
    }

    private func presence(_ number: UInt64, round: Int, seen: [Origin: Int]) -> DevicePresence {
        DevicePresence(
            origin: origin(number),
            label: "device",
            at: Timestamp(1_000 * round),
            round: round,
            seen: seen
        )
    }

    private func record(
        _ number: Int,
        _ content: RemoteRecord.Content,
        by device: UInt64 = 1,
        base: RemoteTag? = nil
    ) -> RemoteRecord {
        let operation = Operation(origin: origin(device), number: number)
        return RemoteRecord(
            operation: operation,
            sentAt: Timestamp(number),
            content: content,
            base: base
        )
    }

    private func version(_ number: Int, _ key: SyncKey, _ value: ItemValue) -> ItemVersion {
        let stamp = Stamp(key: OrderKey(time: Timestamp(number), after: nil), origin: origin(1))
        return ItemVersion(key: key, stamp: stamp, value: value, seen: VersionVector([stamp]))
    }

    private func item(
        _ number: Int,
        _ name: String,
        _ position: Double,
        by device: UInt64 = 1,
        base: RemoteTag? = nil
    ) -> RemoteRecord {
        let point = SyncedPoint.paused(at: position)
        let key = SyncKey(kind: .point, name: name)
        return record(number, .item(version(number, key, .point(point))), by: device, base: base)
    }

    private func tombstone(_ number: Int, _ name: String) -> RemoteRecord {
        record(number, .item(version(number, SyncKey(kind: .point, name: name), .tombstone)))
    }

    private func alias(_ number: Int, _ name: String, _ item: String) -> RemoteRecord {
        let key = SyncKey(kind: .alias, name: name)
        return record(number, .item(version(number, key, .alias(of: item))))
    }

    private func event(_ number: Int, _ place: Int) -> RemoteRecord {
        let event = SyncedEvent(
            event: Event(id: "e\(place)", topic: "score", body: Array("{}".utf8), at: .epoch),
            origin: origin(1),
            device: "device",
            number: place,
            previous: place - 1
        )
        return record(number, .event(event))
    }
}
