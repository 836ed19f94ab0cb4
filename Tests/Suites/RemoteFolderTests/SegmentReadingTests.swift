// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import SyncModel
import Testing

/// The number of times that files of one directory are opened, as inotify reports them.
private struct Opens: ~Copyable {
    private let queue: Int32

    init(in directory: String) throws {
        queue = inotify_init1(Int32(IN_NONBLOCK))
        try #require(inotify_add_watch(queue, directory, UInt32(IN_OPEN)) >= 0)
    }

    deinit { close(queue) }

    /// Returns how often files were opened since the last call; directories do not count.
    func count() -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        let length = read(queue, &bytes, bytes.count)
        var offset = 0
        while offset < length {
            let (mask, size) = bytes.withUnsafeBytes { buffer in
                (
                    buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                    buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                )
            }
            if mask & UInt32(IN_OPEN) != 0, mask & 0x4000_0000 == 0 { count += 1 }
            offset += 16 + Int(size)
        }
        return count
    }
}

@Suite struct `A long segment, read page by page` {
    private let folder: SharedFolderHarness
    private let writer: FolderRemote
    private let reader: FolderRemote

    init() async throws {
        folder = try SharedFolderHarness()
        writer = folder.remote(1)
        reader = folder.remote(2)
        _ = try await writer.setUp()
        _ = try await writer.push((1...1_000).map(Self.record))
        _ = try await reader.setUp()
    }

    private static func record(_ number: Int) -> RemoteRecord {
        let origin = Origin(device: 1, incarnation: 1)
        return RemoteRecord(
            operation: Operation(origin: origin, number: number),
            sentAt: 1,
            content: .event(
                SyncedEvent(
                    event: Event(id: "e\(number)", topic: "t", body: [], at: 1),
                    origin: origin,
                    device: "attic",
                    number: number,
                    previous: number - 1
                )
            )
        )
    }

    private var directory: String {
        "\(folder.path)/devices/\(Origin(device: 1, incarnation: 1))"
    }

    private func page(
        after cursor: RemoteCursor?
    ) async throws -> (numbers: [Int], cursor: RemoteCursor, more: Bool) {
        let page = try await reader.page(after: cursor, limit: 100)
        guard case .entries(let entries, let next, let more) = page else {
            throw RemoteError.offline("no entries")
        }
        return (entries.map(\.record.operation.number), next, more)
    }

    @Test func `a file is opened once, however many pages are read from it`() async throws {
        let opens = try Opens(in: directory)
        var (numbers, cursor, more) = try await page(after: nil)
        while more {
            let next = try await page(after: cursor)
            numbers += next.numbers
            (cursor, more) = (next.cursor, next.more)
        }
        #expect(numbers == Array(1...1_000))
        #expect(opens.count() == 1)
    }

    @Test func `a file that changes between two pages is rejected`() async throws {
        let first = try await page(after: nil)
        #expect(first.numbers == Array(1...100))
        let file = try #require(folder.files(".seg").first ?? folder.files().last)
        let descriptor = open("\(folder.path)/\(file)", O_WRONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(pwrite(descriptor, [0xFF, 0xFF], 2, 5_000) == 2)
        let second = try await page(after: first.cursor)
        #expect(second.numbers.isEmpty)
    }
}
