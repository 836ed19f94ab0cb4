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
            id: "e-1",
            topic: "score.entered",
            body: Array(#"{"holes":18}"#.utf8),
            origin: device(.max),
            device: "attic",
            number: 12,
            previous: 10,
            at: -5
        )
    }

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

    @Test func `say all of it, but what the remote held`() {
        for record in records {
            var based = record
            based.base = RemoteTag([1, 2, 3])
            #expect(RemoteRecord(bytes: based.bytes) == record)
        }
    }

    @Test func `cut short, or with more behind them, are no record's`() {
        for record in records {
            let bytes = record.bytes
            for count in 0..<bytes.count {
                #expect(RemoteRecord(bytes: Array(bytes.prefix(count))) == nil)
            }
            #expect(RemoteRecord(bytes: bytes + [0]) == nil)
        }
    }

    @Test func `of a later layout are left alone`() {
        var bytes = records[0].bytes
        bytes[0] = RemoteRecord.layout + 1
        #expect(RemoteRecord(bytes: bytes) == nil)
    }

    @Test func `damaged, are refused or are another record's`() {
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

    @Test func `of a presence come back whole, or not at all`() {
        let presence = DevicePresence(
            origin: device(3),
            label: "attic",
            at: 1_700_000_000_000,
            round: 12,
            seen: [device(4): 9, Origin(device: 5, incarnation: 2): 1]
        )
        let bytes = presence.bytes
        #expect(DevicePresence(bytes: bytes) == presence)
        for count in 0..<bytes.count {
            #expect(DevicePresence(bytes: Array(bytes.prefix(count))) == nil)
        }
    }

    @Test func `an origin's text comes back, and nothing else does`() {
        let origin = Origin(device: 0xC0FFEE, incarnation: 12)
        #expect(origin.description == "0000000000c0ffee-12")
        #expect(Origin("0000000000c0ffee-12") == origin)
        for text in ["", "-", "c0ffee-1", "0000000000c0ffee", "0000000000c0ffee-0", "x-1-2"] {
            #expect(Origin(text) == nil)
        }
    }
}
