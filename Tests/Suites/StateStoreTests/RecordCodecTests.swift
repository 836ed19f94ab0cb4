// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `The bytes of a row` {
    private static let plain = Rows.record("film", 12.5, at: 1_700_000_000_000)

    /// Records with every member present, absent, and at its limits.
    private static var samples: [ItemRecord] {
        var full = Rows.record(
            "\u{1F3AC} Kl\u{e4}nge",
            0.1,
            by: "org.videolan.vlc",
            at: -5,
            device: 300
        )
        full.point.duration = 1e300
        full.point.title = ""
        full.point.reading = ReadingPlace(fraction: 0.1, locator: "/body/p[22]")
        full.point.status = .failed
        full.link = Link(
            sequence: SequenceNumber(1 << 60),
            ending: .quarantined,
            endedAt: Timestamp(-(1 << 56))
        )
        full.historyOnly = 1
        full.since = Timestamp(1 << 56)
        full.interrupted = true
        full.playedMilliseconds = 1 << 56
        full.currentDelta = -1
        var early = Rows.record("", 0, by: "")
        early.point.at = Timestamp(-(1 << 56))
        early.point.expiresAt = Timestamp(1 << 56)
        early.since = Timestamp(-(1 << 56))
        early.point.reading = ReadingPlace(locator: "")
        var long = plain
        long.point.item = String(repeating: "x", count: 1024)
        long.point.title = String(repeating: "\u{e9}", count: 512)
        long.point.position = .greatestFiniteMagnitude
        long.point.reading = ReadingPlace(
            fraction: 1,
            locator: String(repeating: "\u{e9}", count: 2_048)
        )
        return [plain, full, early, long]
    }

    @Test(arguments: samples)
    func `an item's row survives a round trip`(record: ItemRecord) {
        let bytes = RecordCodec.encode(.item(record))
        #expect(RecordCodec.decode(bytes, kind: .saved) == .item(record))
        let length = bytes.withUnsafeBytes(RecordCodec.itemLength)
        #expect(length == record.point.item.utf8.count)
    }

    @Test(arguments: [((1 << 60) + 1, 0), (.max, 0), (1, (1 << 60) + 1), (1, .max), (1, .min)])
    func `an item's row with an impossible number is refused`(ordinal: Int, standing: Int) {
        // These two are the last numbers of a record. No writer writes what a reader refuses.
        let bytes = Array(RecordCodec.encode(.item(Self.plain)).dropLast(2))
        func decode(_ ordinal: Int, _ standing: Int) -> LogRow.Body? {
            let numbers = [(standing << 1) ^ (standing >> 63), ordinal].flatMap(Self.base128)
            return RecordCodec.decode(bytes + numbers, kind: .saved)
        }
        #expect(decode(1, 0) == .item(Self.plain))
        #expect(decode(ordinal, standing) == nil)
    }

    /// Returns a number as little-endian base-128.
    private static func base128(_ number: Int) -> [UInt8] {
        var rest = UInt64(bitPattern: Int64(number))
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    @Test func `a time before 1970 is valid in a player's row of an earlier build`() {
        var expected = PlayerRecord(name: "mpv", item: nil, playing: false, revision: 3)
        expected.reportedExpiry = Timestamp(-5).clamped
        // The layout, no optional member, the name, the revision, -5 in ten bytes, an empty queue.
        let number: [UInt8] = [0xFB] + Array(repeating: 0xFF, count: 8) + [1]
        let bytes: [UInt8] = [1, 0, 3] + Array("mpv".utf8) + [3] + number + [0]
        #expect(RecordCodec.decode(bytes, kind: .player) == .player(expected))
    }

    @Test func `a player's row survives a round trip`() {
        var changed = PlayerRecord(
            name: "tv",
            item: "film",
            playing: true,
            queue: ["next"],
            revision: 7
        )
        changed.changedAt = 1_700_000_000_000
        for player in [
            changed,
            PlayerRecord(name: "mpv", item: nil, playing: false, revision: 0),
            PlayerRecord(
                name: "web",
                item: "a \u{0} b",
                playing: true,
                revision: Revision(1 << 60)
            ),
        ] {
            let bytes = RecordCodec.encode(.player(player))
            #expect(RecordCodec.decode(bytes, kind: .player) == .player(player))
        }
    }

    /// Returns the processor time of this thread, in nanoseconds.
    private func threadTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Returns the processor time that decoding a player with a queue of that length takes.
    private func decodingTime(queue count: Int) -> Int {
        let player = PlayerRecord(
            name: "mpv",
            item: nil,
            playing: false,
            queue: (0..<count).map { "queued \($0)" },
            revision: 1
        )
        let bytes = RecordCodec.encode(.player(player))
        let begin = threadTime()
        #expect(RecordCodec.decode(bytes, kind: .player) == .player(player))
        return threadTime() - begin
    }

    @Test func `a long queue is read in time proportional to its length`() {
        let short = (0..<5).map { _ in decodingTime(queue: 4_000) }.min() ?? 0
        let long = (0..<5).map { _ in decodingTime(queue: 32_000) }.min() ?? 0
        // Eight times as long; 64 times if every item copied the ones before it.
        #expect(long < 24 * max(short, 1))
    }

    @Test func `a typical row has fewer than 40 bytes`() {
        let bytes = RecordCodec.encode(.item(Self.plain))
        #expect(bytes.count < 40)
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func `random rows of items are read back unchanged`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let record = Self.record(&random)
            #expect(
                RecordCodec.decode(RecordCodec.encode(.item(record)), kind: .saved)
                    == .item(record)
            )
        }
    }

    @Test(arguments: [21, 22] as [UInt64])
    func `damaged bytes do not crash the decoder`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<2000 {
            var bytes = RecordCodec.encode(.item(Self.record(&random)))
            for _ in 0...Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = .random(in: 0 ... .max, using: &random)
                case 1: bytes.removeSubrange(place...)
                default: bytes.insert(0xff, at: place)
                }
            }
            for kind in [RowKind.saved, .player] {
                guard let body = RecordCodec.decode(bytes, kind: kind) else {
                    refused += 1
                    continue
                }
                // What was read can be written again.
                _ = RecordCodec.encode(body)
            }
        }
        #expect(refused > 0)
    }

    @Test func `times beyond safe arithmetic are limited`() {
        var record = Self.plain
        record.point.at = .min
        record.point.expiresAt = .max
        record.since = .min
        guard
            case .item(let read) = RecordCodec.decode(
                RecordCodec.encode(.item(record)),
                kind: .saved
            )
        else {
            Issue.record("it cannot be read again")
            return
        }
        #expect(read.point.at.rawValue == -(1 << 56))
        #expect(read.point.expiresAt.rawValue == 1 << 56)
        #expect(read.since.rawValue == -(1 << 56))
    }

    @Test func `a row that is cut off anywhere is refused`() {
        for record in Self.samples {
            let bytes = RecordCodec.encode(.item(record))
            for count in bytes.indices {
                #expect(RecordCodec.decode(Array(bytes[..<count]), kind: .saved) == nil)
            }
        }
        #expect(RecordCodec.decode([2] + [UInt8](repeating: 0, count: 99), kind: .saved) == nil)
        #expect(RecordCodec.decode([], kind: .player) == nil)
    }

    private static func record(_ random: inout SeededGenerator) -> ItemRecord {
        func text(_ limit: Int) -> String {
            let scalars = (0..<Int.random(in: 0...limit, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &random))
            }
            return String(String.UnicodeScalarView(scalars))
        }
        func time() -> Timestamp {
            Timestamp(.random(in: -(1 << 56)...(1 << 56), using: &random))
        }
        let at = time()
        var record = Rows.record(
            text(40),
            .random(in: 0...1e9, using: &random),
            by: text(9),
            at: at
        )
        record.device = DeviceID(.random(in: 1...1 << 60, using: &random))
        record.point.expiresAt = time()
        record.point.status = Status.allCases.randomElement(using: &random) ?? .paused
        if Bool.random(using: &random) {
            record.point.duration = .random(in: 0...1e9, using: &random)
        }
        if Bool.random(using: &random) { record.point.title = text(60) }
        if Bool.random(using: &random) {
            record.playedMilliseconds = .random(in: 1...1 << 56, using: &random)
        }
        if Bool.random(using: &random) {
            record.link = Link(
                sequence: SequenceNumber(.random(in: 0...1 << 60, using: &random)),
                ending: Ending.allCases.randomElement(using: &random) ?? .replaced,
                endedAt: time()
            )
        }
        if Bool.random(using: &random) {
            record.historyOnly = SequenceNumber(.random(in: 0...1 << 60, using: &random))
        }
        record.since = time()
        record.interrupted = .random(using: &random)
        record.ordinal = .random(in: 0...1 << 60, using: &random)
        record.currentDelta = .random(in: -1...1, using: &random)
        return record
    }
}
