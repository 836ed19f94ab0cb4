// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The checksum of a stored row.
///
/// The formula is XXH64's for the last bytes of its input (`acc ^= round(0, lane)`, rotate,
/// multiply, add) and its final mix, from "xxHash fast digest algorithm", version 0.1.1, XXH64,
/// steps 5 and 6: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md. The four lanes of
/// XXH64 are left out: rows are short, and without lanes each step is a bijection of the word and
/// of the previous state. Damage within one word of 8 bytes, and every single-bit error, is
/// therefore always detected. Any other damage goes undetected only in one case out of 2⁶⁴.
struct RowChecksum {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    private var accumulator: UInt64

    /// Creates the checksum of no bytes.
    ///
    /// Kinds of rows that must not be mistaken for each other use different seeds.
    @inline(__always)
    init(seed: UInt64) {
        accumulator = seed &+ Self.prime5
    }

    @inline(__always)
    private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        value &<< bits | value &>> (64 &- bits)
    }

    @inline(__always)
    mutating func add(_ word: UInt64) {
        let lane = Self.rotated(word &* Self.prime2, 31) &* Self.prime1
        accumulator = Self.rotated(accumulator ^ lane, 27) &* Self.prime1 &+ Self.prime4
    }

    @inline(__always)
    mutating func add(_ number: Int) {
        add(UInt64(bitPattern: Int64(number)))
    }

    @inline(__always)
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(bytes.count)
        guard let start = bytes.baseAddress else { return }
        let rest = bytes.count & 7
        let end = start + (bytes.count &- rest)
        var place = start
        while place < end {
            add(UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)))
            place += 8
        }
        guard rest > 0 else { return }
        if bytes.count >= 8 {
            // The last eight bytes, shifted to exclude those already added.
            let last = (end + (rest &- 8)).loadUnaligned(as: UInt64.self)
            add(UInt64(littleEndian: last) &>> UInt64(64 &- 8 &* rest))
        } else {
            var last: UInt64 = 0
            for place in 0..<rest { last |= UInt64(bytes[place]) &<< UInt64(8 &* place) }
            add(last)
        }
    }

    @inline(__always)
    var value: Int {
        var mixed = accumulator
        mixed = (mixed ^ mixed &>> 33) &* Self.prime2
        mixed = (mixed ^ mixed &>> 29) &* Self.prime3
        mixed ^= mixed &>> 32
        return Int(Int64(bitPattern: mixed))
    }
}

extension RowChecksum {
    @inline(__always)
    static func ofChange(
        _ sequence: SequenceNumber,
        id: ItemID,
        kind: Int,
        offset: Int,
        time: Timestamp,
        key: Int,
        _ body: UnsafeRawBufferPointer
    ) -> Int {
        var checksum = RowChecksum(seed: 1)
        checksum.add(sequence.rawValue)
        checksum.add(id.rawValue)
        // No kind has more than eight bits, so both fit into one word without loss.
        checksum.add(
            UInt64(bitPattern: Int64(kind)) ^ rotated(UInt64(bitPattern: Int64(offset)), 8)
        )
        checksum.add(time.rawValue)
        checksum.add(key)
        checksum.add(body)
        return checksum.value
    }

    /// Returns the checksum of a row of the table `event` with its body.
    ///
    /// The state and the origin change while the event stays the same. They are combined with the
    /// rest by a final exclusive or, so that an SQL statement can update the checksum without
    /// reading the rest of the row.
    static func ofEvent(_ row: EventRow) -> Int {
        var checksum = RowChecksum(seed: 2)
        checksum.add(row.sequence.rawValue)
        checksum.add(row.time.rawValue)
        checksum.add(row.event.at.rawValue)
        checksum.add(row.ordinal)
        for text in [row.event.id, row.event.topic] {
            var text = text
            text.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
        }
        row.checkedBody.withUnsafeBytes { checksum.add($0) }
        return checksum.value ^ row.state.rawValue ^ row.origin.rawValue << eventOriginShift
    }

    static let eventOriginShift = 8

    static func ofBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
        var checksum = RowChecksum(seed: 3)
        checksum.add(bytes)
        return checksum.value
    }
}
