// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import StateModel
import Testing

/// Names for what files hold.
@Suite struct ContentKeyTests {
    private func key(_ bytes: [UInt8]) -> String? {
        ContentKey.of(size: bytes.count) { offset, count in
            Array(bytes[offset...].prefix(count))
        }?.name
    }

    /// The key of a film of that size, of which each KiB differs from those of other films from a
    /// position on.
    private func film(_ size: Int, number: Int, differsAt: Int = 0) -> ContentKey? {
        ContentKey.of(size: size) { offset, count in
            let seed = offset < differsAt ? 0 : number
            return (0..<min(count, size - offset)).map { UInt8(truncatingIfNeeded: $0 ^ seed) }
        }
    }

    @Test(arguments: ContentKey.offsets.dropFirst(3))
    func `a recording that has grown is recognised by its former key`(offset: Int) throws {
        let sizes = [offset, offset + 1_024, offset + 5_000]
        for old in sizes {
            let stored = try #require(film(old, number: 1)).name
            for size in sizes + [offset << 2, offset << 6, 3 << 30] {
                let now = try #require(film(size, number: 1))
                #expect(now.isContinuation(of: stored) == (size > old), "\(old) \(size)")
                let other = try #require(film(size, number: 2))
                #expect(!other.isContinuation(of: stored))
                let sameHead = try #require(film(size, number: 2, differsAt: offset / 4))
                #expect(!sameHead.isContinuation(of: stored))
            }
        }
    }

    private func file(_ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: $0 / 251 &* 31 &+ $0) }
    }

    @Test func `the bytes for a key are taken at the same places as in KOReader`() {
        #expect(ContentKey.offsets.prefix(5) == [0, 1_024, 4_096, 16_384, 65_536])
        #expect(ContentKey.offsets.count == 12 && ContentKey.offsets.last == 1 << 30)
        let bytes = file(100_000)
        var sampled: [UInt8] = []
        for offset in [0, 1_024, 4_096, 16_384, 65_536] {
            sampled += bytes[offset..<offset + 1_024]
        }
        #expect(key(bytes) == "content:100000-\(MD5.hexadecimal(of: sampled))")
    }

    @Test func `the last bytes for a key are the last bytes of the file`() {
        let bytes = file(16_384 + 10)
        let sampled = bytes[0..<2_048] + bytes[4_096..<5_120] + bytes[16_384...]
        #expect(key(bytes) == "content:16394-\(MD5.hexadecimal(of: sampled))")
    }

    @Test func `files of different sizes have different keys, even with equal sampled bytes`() {
        let bytes = file(60_000)
        #expect(key(bytes) != key(bytes + [0]))
    }

    @Test func `recordings that are silent at every sampled place have no key`() {
        let header = file(1_024)
        let silence = [UInt8](repeating: 0, count: 100_000)
        #expect(key(header + silence) == nil)
        var other = header + silence
        other[70_000] = 1
        #expect(key(other) == nil)
        other[65_600] = 1
        #expect(key(other) != nil)
    }

    @Test func `small files, empty downloads and unreadable files have no key`() {
        #expect(key([]) == nil)
        #expect(key(file(16_383)) == nil)
        #expect(key(file(16_384)) != nil)
        #expect(key([UInt8](repeating: 0, count: 1 << 20)) == nil)
        #expect(ContentKey.of(size: 1 << 20) { _, _ in nil } == nil)
        #expect(ContentKey.of(size: 1 << 20) { _, _ in [] } == nil)
    }
}
