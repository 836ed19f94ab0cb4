// SPDX-License-Identifier: Apache-2.0

/// SQLite's write-ahead log as bytes, and the extent to which they verify.
///
/// The layout is that of "Database File Format", section 4,
/// https://www.sqlite.org/fileformat2.html: a header of 32 bytes, then frames of 24 bytes and a
/// page. A frame's checksum continues the one of the previous frame, and the frame repeats the
/// salts of the header. SQLite trusts the frames up to the first that does not verify, and never
/// reads on. The bytes after it distinguish a torn tail from damage:
///
/// - Frames with other salts are left from an earlier cycle of the file.
/// - A write that was cut off leaves nothing after it: no later frame verifies.
/// - After damage the frames are whole: each verifies against the checksum stored in the
///   previous one.
struct WriteAheadLog {
    /// The result of an inspection.
    struct Inspection: Equatable {
        /// The number of frames up to the last commit that SQLite sees.
        var committed = 0
        /// The frames after those, up to the last commit that verifies after the damage.
        ///
        /// Empty if there is no damage in the middle.
        var hidden = 0..<0
        /// True if the header does not verify, so that SQLite sees nothing at all.
        var hasDamagedHeader = false
    }

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24
    private static let magic: UInt32 = 0x377F_0682

    private let bytes: UnsafeRawBufferPointer
    /// The size of a page, in bytes.
    let pageSize: Int
    /// The number of whole frames in the file.
    let count: Int
    private let isBigEndian: Bool
    private let isHeaderSound: Bool
    private let salts: UInt64

    private struct Checksum: Equatable {
        var first: UInt32 = 0
        var second: UInt32 = 0
    }

    /// Creates a view of the log in `bytes`; `nil` if they are too few for one frame.
    ///
    /// - Parameters:
    ///   - bytes: the whole file; must outlive the value.
    ///   - pageSize: the size of the database's pages, for a log whose header is damaged.
    init?(_ bytes: UnsafeRawBufferPointer, pageSize: Int) {
        guard bytes.count >= Self.headerBytes + Self.frameHeaderBytes + 512 else { return nil }
        self.bytes = bytes
        let magic = bytes.bigEndian32(0)
        let isBigEndian = magic == Self.magic | 1
        let size = Int(bytes.bigEndian32(8))
        var sum = Checksum()
        Self.add(bytes.slice(0..<24), to: &sum, isBigEndian)
        isHeaderSound =
            magic & ~1 == Self.magic && bytes.bigEndian32(4) == 3_007_000
            && (512...65_536).contains(size) && size & (size - 1) == 0
            && sum == Checksum(first: bytes.bigEndian32(24), second: bytes.bigEndian32(28))
        // With a damaged header, the host's byte order is the likely one.
        self.isBigEndian = isHeaderSound && isBigEndian
        self.pageSize = isHeaderSound ? size : pageSize
        count = (bytes.count - Self.headerBytes) / (Self.frameHeaderBytes + self.pageSize)
        let source = isHeaderSound ? 16 : Self.headerBytes + 8
        salts = bytes.loadUnaligned(fromByteOffset: source, as: UInt64.self)
    }

    private static func add(
        _ bytes: UnsafeRawBufferPointer,
        to sum: inout Checksum,
        _ isBigEndian: Bool
    ) {
        var offset = 0
        while offset &+ 8 <= bytes.count {
            var first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            var second = bytes.loadUnaligned(fromByteOffset: offset &+ 4, as: UInt32.self)
            if isBigEndian {
                first = UInt32(bigEndian: first)
                second = UInt32(bigEndian: second)
            } else {
                first = UInt32(littleEndian: first)
                second = UInt32(littleEndian: second)
            }
            sum.first = sum.first &+ first &+ sum.second
            sum.second = sum.second &+ second &+ sum.first
            offset &+= 8
        }
    }

    private func start(_ frame: Int) -> Int {
        Self.headerBytes + frame * (Self.frameHeaderBytes + pageSize)
    }

    /// Returns the number of the page that a frame holds.
    func pageNumber(_ frame: Int) -> Int { Int(bytes.bigEndian32(start(frame))) }

    /// Returns the page that a frame holds.
    func page(_ frame: Int) -> UnsafeRawBufferPointer {
        let first = start(frame) + Self.frameHeaderBytes
        return bytes.slice(first..<first + pageSize)
    }

    /// Returns true if the frame is the last of a transaction.
    func isCommit(_ frame: Int) -> Bool { bytes.bigEndian32(start(frame) + 4) != 0 }

    private func hasSalts(_ frame: Int) -> Bool {
        bytes.loadUnaligned(fromByteOffset: start(frame) + 8, as: UInt64.self) == salts
    }

    private func stored(_ frame: Int) -> Checksum {
        let place = start(frame)
        return Checksum(
            first: bytes.bigEndian32(place + 16),
            second: bytes.bigEndian32(place + 20)
        )
    }

    private func verifies(_ frame: Int, after sum: Checksum) -> Bool {
        guard hasSalts(frame) else { return false }
        var sum = sum
        let place = start(frame)
        Self.add(bytes.slice(place..<place + 8), to: &sum, isBigEndian)
        Self.add(page(frame), to: &sum, isBigEndian)
        return sum == stored(frame)
    }

    /// Reads the whole log and returns the result.
    func inspect() -> Inspection {
        var inspection = Inspection()
        var valid = 0
        if isHeaderSound {
            var sum = Checksum(first: bytes.bigEndian32(24), second: bytes.bigEndian32(28))
            while valid < count, verifies(valid, after: sum) {
                sum = stored(valid)
                if isCommit(valid) { inspection.committed = valid + 1 }
                valid += 1
            }
        }
        inspection.hidden = inspection.committed..<inspection.committed
        inspection.hasDamagedHeader = !isHeaderSound
        var later = valid + 1
        while later < count {
            if verifies(later, after: stored(later - 1)), isCommit(later) {
                inspection.hidden = inspection.committed..<later + 1
            }
            later += 1
        }
        return inspection
    }
}
