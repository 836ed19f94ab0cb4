// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel

/// The bytes of a record or presence with any numbers, as only a hostile device writes them.
struct RawBytes {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func base128(_ value: Int) {
        var rest = UInt64(bitPattern: Int64(value))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func zigzag(_ value: Int) { base128((value << 1) ^ (value >> 63)) }

    mutating func fixed(_ value: UInt64) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    }

    mutating func text(_ text: String) {
        base128(text.utf8.count)
        bytes += text.utf8
    }

    mutating func origin(_ device: UInt64, _ incarnation: Int = 1) {
        fixed(device)
        base128(incarnation)
    }
}

/// The numbers of a record about an item.
enum ItemNumber: CaseIterable {
    case incarnation, operation, sentAt, key, writerIncarnation, seenKey, lap, age, life

    /// The numbers that a reader accepts.
    var range: ClosedRange<Int> {
        switch self {
        case .incarnation, .operation, .writerIncarnation: RecordCount.range
        case .key, .seenKey: OrderKey.values
        case .sentAt, .age, .life:
            Timestamp.range.lowerBound.rawValue...Timestamp.range.upperBound.rawValue
        case .lap: 0...RawRecord.key
        }
    }
}

/// The numbers of a record about an event.
enum EventNumber: CaseIterable {
    case incarnation, number, previous, at

    /// The numbers that a reader accepts.
    var range: ClosedRange<Int> {
        self == .at
            ? Timestamp.range.lowerBound.rawValue...Timestamp.range.upperBound.rawValue
            : RecordCount.range
    }
}

/// The numbers of a presence.
enum PresenceNumber: CaseIterable {
    case incarnation, at, round, seenRound, difference

    /// The numbers that a reader accepts.
    var range: ClosedRange<Int> {
        switch self {
        case .incarnation, .round, .seenRound: RecordCount.range
        case .at, .difference:
            Timestamp.range.lowerBound.rawValue...Timestamp.range.upperBound.rawValue
        }
    }
}

/// Records of device 7 about the item "film", with one number as given and all others usual.
enum RawRecord {
    static let now: Timestamp = 1_800_000_000_000
    static let key = (now.rawValue - 60_000) << 16

    static func item(
        _ number: ItemNumber?,
        _ value: Int = 0,
        position: Double = 333,
        duration: Double = 1e308
    ) -> [UInt8] {
        func either(_ this: ItemNumber, _ usual: Int) -> Int { number == this ? value : usual }
        var raw = RawBytes()
        raw.byte(RemoteRecord.layout)
        raw.byte(1)
        raw.origin(7, either(.incarnation, 1))
        raw.base128(either(.operation, 1))
        raw.zigzag(either(.sentAt, now.rawValue))
        raw.byte(SyncKey.Kind.point.rawValue)
        raw.text("film")
        raw.base128(either(.key, key))
        raw.origin(7, either(.writerIncarnation, 1))
        raw.byte(1)
        for text in ["mpv", "paused"] { raw.text(text) }
        raw.fixed(position.bitPattern)
        raw.byte(1)
        raw.fixed(duration.bitPattern)
        raw.byte(0)
        raw.text("attic")
        raw.zigzag(either(.age, 5))
        raw.zigzag(either(.life, 86_400_000))
        raw.base128(1)
        raw.base128(either(.seenKey, key - 1))
        raw.origin(9)
        raw.byte(ItemVersion.Rule.furthest.rawValue)
        raw.base128(either(.lap, 0))
        raw.byte(0)
        return raw.bytes
    }

    static func event(_ number: EventNumber, _ value: Int) -> [UInt8] {
        func either(_ this: EventNumber, _ usual: Int) -> Int { number == this ? value : usual }
        var raw = RawBytes()
        raw.byte(RemoteRecord.layout)
        raw.byte(2)
        raw.origin(7)
        raw.base128(1)
        raw.zigzag(now.rawValue)
        for text in ["e1", "t", "{}"] { raw.text(text) }
        raw.origin(7, either(.incarnation, 1))
        raw.text("attic")
        raw.base128(either(.number, 1))
        raw.base128(either(.previous, 0))
        raw.zigzag(either(.at, now.rawValue))
        return raw.bytes
    }

    /// Returns a presence that has seen and measured device 1.
    static func presence(_ number: PresenceNumber, _ value: Int) -> [UInt8] {
        func either(_ this: PresenceNumber, _ usual: Int) -> Int { number == this ? value : usual }
        var raw = RawBytes()
        raw.byte(DevicePresence.layout)
        raw.origin(7, either(.incarnation, 1))
        raw.text("attic")
        raw.zigzag(either(.at, now.rawValue))
        raw.base128(either(.round, 3))
        raw.base128(1)
        raw.origin(1)
        raw.base128(either(.seenRound, 2))
        raw.byte(1)
        raw.base128(1)
        raw.origin(1)
        raw.zigzag(either(.difference, 40))
        raw.byte(0)
        return raw.bytes
    }
}
