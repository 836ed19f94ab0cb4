// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import SyncModel
import SyncTesting
import Testing

@testable import RemoteFolder

/// A segment of which this version cannot read every record.
@Suite struct `A segment written by a later version` {
    /// The bytes of a record that cannot be read.
    enum Unread: CaseIterable, Sendable {
        case layout, kind, status, cut, empty

        func bytes(of record: RemoteRecord) -> [UInt8] {
            var bytes = record.bytes
            switch self {
            case .layout: bytes[0] = RemoteRecord.layout + 1
            case .kind: bytes[1] = 9
            case .status:
                let known = Array("paused".utf8)
                let start = bytes.indices.first { bytes[$0...].starts(with: known) } ?? 0
                bytes.replaceSubrange(start..<start + known.count, with: "dimmed".utf8)
            case .cut: bytes.removeLast(3)
            case .empty: bytes = []
            }
            return bytes
        }
    }

    private let folder: SharedFolderHarness
    private let reader: FolderRemote
    private static let writer = Origin(device: 1, incarnation: 1)

    init() async throws {
        folder = try SharedFolderHarness()
        _ = try await folder.remote(1).setUp()
        reader = folder.remote(2)
        _ = try await reader.setUp()
    }

    private static func record(_ number: Int) -> RemoteRecord {
        let stamp = Stamp(key: OrderKey(value: number << 16), origin: writer)
        let point = SyncedPoint.paused(at: Double(number))
        return RemoteRecord(
            operation: Operation(origin: writer, number: number),
            sentAt: 1,
            content: .item(
                ItemVersion(
                    key: SyncKey(kind: .point, name: "film \(number)"),
                    stamp: stamp,
                    value: .point(point),
                    seen: VersionVector([stamp])
                )
            )
        )
    }

    /// Writes records into the segment that begins with `first`; returns its path.
    @discardableResult
    private func write(_ records: [[UInt8]], first: Int = 1) throws -> String {
        let last = first + records.count - 1
        let name = SegmentName(generation: 1, run: 7, first: first, last: last, isPacked: false)
        var segment = Segment([])
        segment.records = records.map { SegmentRecord(bytes: $0, content: nil) }
        segment.place = Segment.Place(run: 7, first: UInt64(first))
        let path = "\(folder.path)/devices/\(Self.writer)/\(name.file)"
        try DaemonFiles.write(segment.bytes, to: path)
        return path
    }

    private func read(
        _ remote: FolderRemote,
        after cursor: RemoteCursor? = nil
    ) async throws -> (numbers: [Int], cursor: RemoteCursor?) {
        var (numbers, cursor): ([Int], RemoteCursor?) = ([], cursor)
        while case .entries(let entries, let next, let more) = try await remote.page(
            after: cursor,
            limit: 2
        ) {
            numbers += entries.map(\.record.operation.number)
            cursor = next
            if !more { break }
        }
        return (numbers, cursor)
    }

    @Test(arguments: Unread.allCases)
    func `records that this version does not know are skipped, and all others read`(
        unread: Unread
    ) async throws {
        let other = unread.bytes(of: Self.record(2))
        let known = [1, 3, 4].map { Self.record($0).bytes }
        let path = try write([known[0], other, known[1], known[2]])
        let first = try await read(reader)
        #expect(first.numbers == [1, 3, 4])
        #expect(reader.findings.damaged.map(\.path) == [path])
        #expect(reader.findings.damaged.first?.reason.hasPrefix("1 of its entries") == true)
        // The next segment is read, and the first is still listed, once for its device.
        try write([other, Self.record(6).bytes], first: 5)
        let second = try await read(reader, after: first.cursor)
        #expect(second.numbers == [6])
        #expect(reader.findings.damaged.map(\.path) == [path])
    }

    @Test func `a file that was rewritten without its unreadable records counts as intact`()
        async throws
    {
        try write([Unread.cut.bytes(of: Self.record(1)), Self.record(2).bytes])
        #expect(try await read(reader).numbers == [2])
        #expect(reader.findings.damagedCount == 1)
        try write([1, 2].map { Self.record($0).bytes })
        #expect(try await read(reader).numbers == [1, 2])
        #expect(reader.findings == RemoteFindings())
    }

    @Test func `additional members of a record are ignored`() async throws {
        // A record without a place for reading has a 0 before them.
        try write([1, 2].map { Self.record($0).bytes + [0, 1, 2, 3] })
        #expect(try await read(reader).numbers == [1, 2])
        #expect(reader.findings.damaged.isEmpty)
    }

    @Test func `an earlier version keeps unknown records when it packs a file`() async throws {
        let later = Unread.layout.bytes(of: Self.record(1))
        let longer = Self.record(2).bytes + Array("later".utf8)
        try write([later, longer])
        let writer = folder.remote(1)
        _ = try await writer.setUp()
        for number in 3...66 { _ = try await writer.push([Self.record(number)]) }
        try await writer.report(DevicePresence(unread: Self.writer))
        #expect(folder.files(".seg").isEmpty)
        let pack = try #require(folder.files(".pack").first)
        let bytes = try DaemonFiles.read("\(folder.path)/\(pack)")
        let records = try #require(Segment(bytes: bytes)).records.map(\.bytes)
        #expect(records.prefix(2) == [later, longer])
        #expect(try await read(reader).numbers == Array(2...66))
    }
}
