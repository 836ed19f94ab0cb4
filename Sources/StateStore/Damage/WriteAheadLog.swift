// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// An examination of SQLite's write-ahead log for damage.
///
/// The layout is that of "Database File Format", section 4,
/// https://www.sqlite.org/fileformat2.html: a header of 32 bytes, then frames, each of 24 bytes and
/// a page. The checksum of a frame also covers the previous frames, and each frame repeats the
/// salts of the header. SQLite reads up to the first invalid frame. The bytes after it show whether
/// an interrupted write left them, or the log is damaged:
///
/// - Frames with other salts are left from an earlier use of the file.
/// - At least every second commit is on stable storage before the next one begins, so an
///   interrupted write leaves at most two commits after the end.
/// - Frames after a damaged one still match the checksum stored in the frame before them.
struct WriteAheadLog {
    private static let headerBytes = 32
    private static let frameHeaderBytes = 24
    private static let magic: UInt32 = 0x377F_0682

    private let bytes: UnsafeRawBufferPointer
    private let pageSize: Int
    private let count: Int
    private let isBigEndian: Bool
    private let isHeaderSound: Bool
    private let salts: UInt64

    private struct Checksum: Equatable {
        var first: UInt32 = 0
        var second: UInt32 = 0
    }

    static func damage(besides path: String) throws(StoreError) -> String? {
        let descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let size = try FileSystem.size(path + "-wal") ?? 0
        guard size > headerBytes + frameHeaderBytes + 512,
            let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != UnsafeMutableRawPointer(bitPattern: -1)
        else { return nil }
        defer { munmap(start, size) }
        return WriteAheadLog(UnsafeRawBufferPointer(start: start, count: size)).damage
    }

    /// Returns true if the log of the database at `path` contains frames, intact or not.
    static func holdsFrames(besides path: String) throws(StoreError) -> Bool {
        try FileSystem.size(path + "-wal") ?? 0 > headerBytes + frameHeaderBytes
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        let magic = Self.number(bytes, 0)
        let isBigEndian = magic == Self.magic | 1
        let size = Int(Self.number(bytes, 8))
        var sum = Checksum()
        Self.add(bytes[..<24], to: &sum, isBigEndian)
        isHeaderSound =
            magic & ~1 == Self.magic && (512...65_536).contains(size) && size & (size - 1) == 0
            && sum == Self.checksum(bytes, 24)
        // If the header is damaged, assumes the usual values.
        self.isBigEndian = isHeaderSound && isBigEndian
        pageSize = isHeaderSound ? size : 4_096
        count = (bytes.count - Self.headerBytes) / (Self.frameHeaderBytes + pageSize)
        let source = isHeaderSound ? 16 : Self.headerBytes + 8
        salts = bytes.loadUnaligned(fromByteOffset: source, as: UInt64.self)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Checksum {
        Checksum(first: number(bytes, offset), second: number(bytes, offset + 4))
    }

    private static func add(
        _ part: Slice<UnsafeRawBufferPointer>,
        to sum: inout Checksum,
        _ isBigEndian: Bool
    ) {
        let bytes = UnsafeRawBufferPointer(rebasing: part)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            var first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            var second = bytes.loadUnaligned(fromByteOffset: offset &+ 4, as: UInt32.self)
            if isBigEndian { (first, second) = (first.byteSwapped, second.byteSwapped) }
            sum.first = sum.first &+ first &+ sum.second
            sum.second = sum.second &+ second &+ sum.first
            offset &+= 8
        }
    }

    private func start(_ frame: Int) -> Int {
        Self.headerBytes + frame * (Self.frameHeaderBytes + pageSize)
    }

    private func isCommit(_ frame: Int) -> Bool { Self.number(bytes, start(frame) + 4) != 0 }

    private func stored(_ frame: Int) -> Checksum { Self.checksum(bytes, start(frame) + 16) }

    private func verifies(_ frame: Int, after sum: Checksum) -> Bool {
        let place = start(frame)
        guard bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self) == salts else {
            return false
        }
        var sum = sum
        Self.add(bytes[place..<place + 8], to: &sum, isBigEndian)
        let page = place + Self.frameHeaderBytes
        Self.add(bytes[page..<page + pageSize], to: &sum, isBigEndian)
        return sum == stored(frame)
    }

    private var damage: String? {
        var valid = 0
        if isHeaderSound {
            var sum = Self.checksum(bytes, 24)
            while valid < count, verifies(valid, after: sum) {
                sum = stored(valid)
                valid += 1
            }
        }
        var hidden = 0
        var later = valid + 1
        while later < count {
            if verifies(later, after: stored(later - 1)), isCommit(later) { hidden += 1 }
            later += 1
        }
        if !isHeaderSound { return hidden > 0 ? "the header of its log is damaged" : nil }
        return hidden > 2 ? "its log is damaged in the middle" : nil
    }
}
