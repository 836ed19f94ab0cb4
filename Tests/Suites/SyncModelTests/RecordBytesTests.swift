// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@Suite struct `The bytes of a record` {
    private func version(_ value: ItemValue) -> ItemVersion {
        ItemVersion(
            key: SyncKey(kind: .point, name: "file:///b\u{f6}ok"),
            stamp: stamp(1_700_000_000_000, 7),
            value: value,
            seen: VersionVector([stamp(5, 1), stamp(9, 7)]),
            rule: .furthest,
            lap: 3,
            isRebased: true
        )
    }

    private var event: SyncedEvent {
        SyncedEvent(
            event: Event(
                id: "e-1",
                topic: "score.entered",
                body: Array(#"{"holes":18}"#.utf8),
                at: -5
            ),
            origin: device(.max),
            device: "attic",
            number: 12,
            previous: 10
        )
    }

    /// The bytes of ``records``, as version 0.1.0 wrote them.
    private static let written = [
        """
        0101030000000000000001ac02f6a1abfef962010d66696c653a2f2f2f62c3b66f6b808080c0d6fc\
        f3c50107000000000000000101036d7076067061757365649a9999999999b93f01000000000020ac\
        4001064120626f6f6b0561747469630a80f0b2520280801401000000000000000180802407000000\
        0000000001010301
        """,
        """
        0101030000000000000001ac02f6a1abfef962010d66696c653a2f2f2f62c3b66f6b808080c0d6fc\
        f3c50107000000000000000101036d70760670617573656400000000000029400000056174746963\
        0580f0b25202808014010000000000000001808024070000000000000001010301
        """,
        """
        0101030000000000000001ac02f6a1abfef962010d66696c653a2f2f2f62c3b66f6b808080c0d6fc\
        f3c50107000000000000000100028080140100000000000000018080240700000000000000010103\
        01
        """,
        """
        0101030000000000000001ac02f6a1abfef962010d66696c653a2f2f2f62c3b66f6b808080c0d6fc\
        f3c50107000000000000000102056f74686572028080140100000000000000018080240700000000\
        00000001010301
        """,
        """
        0102030000000000000001ac02f6a1abfef96203652d310d73636f72652e656e74657265640c7b22\
        686f6c6573223a31387dffffffffffffffff010561747469630c0a09
        """,
    ]

    private var records: [RemoteRecord] {
        var live = point(12.5)
        live.duration = nil
        live.title = nil
        live.age = -3
        let contents: [RemoteRecord.Content] = [
            .item(version(.point(point(0.1)))), .item(version(.point(live))),
            .item(version(.tombstone)), .item(version(.alias(of: "other"))), .event(event),
        ]
        return contents.map {
            RemoteRecord(
                operation: Operation(origin: device(3), number: 300),
                sentAt: 1_700_000_000_123,
                content: $0
            )
        }
    }

    @Test func `the bytes of a record have everything except the tag of the remote's version`() {
        for record in records {
            var based = record
            based.base = RemoteTag([1, 2, 3])
            #expect(RemoteRecord(bytes: based.bytes) == record)
        }
    }

    @Test func `bytes that are cut off are not a record`() {
        for record in records {
            let bytes = record.bytes
            for count in 0..<bytes.count {
                #expect(RemoteRecord(bytes: Array(bytes.prefix(count))) == nil)
            }
        }
    }

    @Test(arguments: [[0], [7, 1, 2, 3], Array(repeating: 0xFF, count: 300)] as [[UInt8]])
    func `additional members of a record of a later version are ignored`(
        members: [UInt8]
    ) {
        for record in records {
            #expect(RemoteRecord(bytes: record.bytes + members) == record)
        }
    }

    @Test func `a record of an unknown layout or kind is not read`() {
        let layouts = [RemoteRecord.layout + 1, 0, 255].map { (0, $0) }
        // Items and events are the only kinds.
        let kinds = (UInt8.min...UInt8.max).filter { ![1, 2].contains($0) }.map { (1, $0) }
        for (place, value) in layouts + kinds {
            var bytes = records[0].bytes
            bytes[place] = value
            #expect(RemoteRecord(bytes: bytes) == nil)
        }
    }

    @Test func `records have the same bytes as in version 0.1.0`() {
        let texts = records.map { record in
            record.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(texts == Self.written)
    }

    @Test
    func `a position in a book is encoded after all bytes that version 0.1.0 reads`() throws {
        var book = point(0)
        var record = records[0]
        record.content = .item(version(.point(book)))
        let before = record.bytes
        for reading in [
            ReadingPlace(fraction: 0.41), ReadingPlace(locator: "/body/p[22]"),
            ReadingPlace(fraction: 1, locator: String(repeating: "\u{e9}", count: 2_048)),
        ] {
            book.reading = reading
            record.content = .item(version(.point(book)))
            #expect(record.bytes.starts(with: before))
            #expect(record.bytes[before.count] == 1)
            #expect(RemoteRecord(bytes: record.bytes) == record)
            #expect(record.fault(now: 1_700_000_000_000) == nil)
            let step = SyncStep(
                version: version(.point(book)),
                outcome: .applied,
                reason: "",
                at: 1
            )
            #expect(SyncStep(bytes: step.bytes) == step)
            let mark = SyncMark(
                rowKey: step.version.stamp.key,
                version: step.version,
                acknowledged: step.version,
                tag: nil,
                round: 1
            )
            #expect(SyncMark(bytes: mark.bytes) == mark)
        }
        book.reading = ReadingPlace(fraction: 1.5)
        record.content = .item(version(.point(book)))
        #expect(record.fault(now: 1_700_000_000_000) == "fraction must be a number from 0 to 1")
    }

    @Test func `a finished item is marked after all bytes that version 0.1.0 reads`() throws {
        var record = records[0]
        var removed = version(.tombstone)
        record.content = .item(removed)
        let before = record.bytes
        removed.isFinished = true
        record.content = .item(removed)
        #expect(record.bytes == before + [0, 1])
        #expect(RemoteRecord(bytes: record.bytes) == record)
        #expect(RemoteRecord(bytes: before)?.content == .item(version(.tombstone)))
        let mark = SyncMark(
            rowKey: removed.stamp.key,
            version: removed,
            acknowledged: version(.tombstone),
            tag: nil,
            round: 1
        )
        #expect(SyncMark(bytes: mark.bytes) == mark)
    }

    @Test func `the key of an event is encoded after all bytes that version 0.1.0 reads`() {
        var event = event
        var rank = EventRank(rule: .highest, number: -1.5, isCleared: true)
        rank.lap = 300
        rank.stamp = OrderKey(value: 1 << 50)
        event.event.key = EventKey("order/\u{e9}", rank)
        var record = records[4]
        let before = record.bytes
        defer { checkBase(of: event, in: record) }
        record.content = .event(event)
        #expect(record.bytes.starts(with: before))
        for count in before.count + 1..<record.bytes.count {
            #expect(RemoteRecord(bytes: Array(record.bytes.prefix(count))) == nil)
        }
        for members in [[], [0], [7, 1]] as [[UInt8]] {
            #expect(RemoteRecord(bytes: record.bytes + members) == record)
        }
    }

    /// The stamp that a writer knew follows the key, for readers that know it.
    private func checkBase(of event: SyncedEvent, in record: RemoteRecord) {
        var (event, record) = (event, record)
        let before = record.bytes
        event.event.key?.rank.base = OrderKey(value: 1 << 49)
        record.content = .event(event)
        #expect(record.bytes.starts(with: before + [1]))
        #expect(RemoteRecord(bytes: record.bytes) == record)
        #expect(RemoteRecord(bytes: before) != record)
    }

    @Test func `damaged bytes are refused, or are another valid record`() {
        var dice = Dice(5)
        for record in records {
            for _ in 0..<2_000 {
                var bytes = record.bytes
                bytes[dice.below(bytes.count)] = UInt8(dice.below(256))
                if dice.below(3) == 0 { bytes[dice.below(bytes.count)] = 0xFF }
                guard let read = RemoteRecord(bytes: bytes) else { continue }
                #expect(RemoteRecord(bytes: read.bytes) == read)
                if case .item(let version) = read.content { #expect(version.depth.isFinite) }
            }
        }
    }

    @Test func `a presence is read completely or not at all`() {
        let presence = DevicePresence(
            origin: device(3),
            label: "attic",
            at: 1_700_000_000_000,
            round: 12,
            seen: [device(4): 9, Origin(device: 5, incarnation: 2): 1],
            isInFront: true
        )
        let bytes = presence.bytes
        #expect(DevicePresence(bytes: bytes) == presence)
        #expect(DevicePresence(bytes: bytes + [1, 2, 3]) == presence)
        for count in bytes.indices {
            #expect(DevicePresence(bytes: Array(bytes.prefix(count))) == nil)
        }
    }

    @Test func `an origin survives a round trip as text, and a text of another form is refused`() {
        let origin = Origin(device: 0xC0FFEE, incarnation: 12)
        #expect(origin.description == "0000000000c0ffee-12")
        #expect(Origin("0000000000c0ffee-12") == origin)
        for text in ["", "-", "c0ffee-1", "0000000000c0ffee", "0000000000c0ffee-0", "x-1-2"] {
            #expect(Origin(text) == nil)
        }
    }
}
