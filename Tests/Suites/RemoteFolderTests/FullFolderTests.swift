// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// A file system in memory, of 256 KiB.
private final class SmallDisk {
    private let place: TemporaryDirectory
    var path: String { place.path }

    init() throws {
        place = try TemporaryDirectory()
        try mount("size=256k")
    }

    deinit {
        _ = try? Child("/bin/umount", [place.path]).wait()
    }

    func mount(_ options: String) throws {
        try #require(
            try Child("/bin/mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).wait() == 0
        )
    }

    func remount(_ options: String) throws {
        try #require(try Child("/bin/mount", ["-o", "remount,\(options)", path]).wait() == 0)
    }

    /// Writes a file that takes all space but `rest` bytes.
    func fill(except rest: Int) throws {
        var status = statvfs()
        try #require(statvfs(path, &status) == 0)
        let free = Int(status.f_bavail * status.f_bsize)
        try DaemonFiles.write([UInt8](repeating: 1, count: free - rest), to: "\(path)/filling")
    }
}

@Suite struct `A shared folder on a full disk` {
    private let disk: SmallDisk
    private let folder: SharedFolderHarness

    init() throws {
        disk = try SmallDisk()
        folder = try SharedFolderHarness(in: disk.path)
    }

    private func records() -> [RemoteRecord] {
        let origin = Origin(device: 1, incarnation: 1)
        return (1...4).map { number in
            let body = [UInt8](repeating: UInt8(ascii: "x"), count: 8_000)
            return RemoteRecord(
                operation: Operation(origin: origin, number: number),
                sentAt: 1,
                content: .event(
                    SyncedEvent(
                        event: Event(id: "e\(number)", topic: "t", body: body, at: 1),
                        origin: origin,
                        device: "attic",
                        number: number,
                        previous: number - 1
                    )
                )
            )
        }
    }

    @Test func `failed attempts leave no files, and one succeeds once there is space`()
        async throws
    {
        let remote = folder.remote(1)
        _ = try await remote.setUp()
        try disk.fill(except: 16 << 10)
        for _ in 1...6 {
            await #expect(throws: RemoteError.self) { try await remote.push(records()) }
            #expect(folder.files(".tmp").isEmpty)
        }
        unlink("\(disk.path)/filling")
        try disk.fill(except: 48 << 10)
        #expect(try await remote.push(records()).count == 4)
        let page = try await remote.page(after: nil, limit: 9)
        guard case .entries(let entries, _, _) = page else { throw RemoteError.offline("\(page)") }
        #expect(entries.map(\.record) == records())
    }

    @Test func `a folder that became read-only is read, despite an unfinished file`() async throws {
        let attic = device(1, folder.remote(1))
        await attic.append("e1", now: 1)
        await attic.round(now: 2)
        let origin = Origin(device: 2, incarnation: 1)
        let known = try await folder.remote(2).setUp()
        let home = "\(folder.path)/devices/\(origin)"
        try DaemonFiles.write([1], to: "\(home)/.1-00000000000000ff-1-9.seg.tmp")
        try disk.remount("ro")
        let reader = folder.remote(2, known: known)
        #expect(try await reader.setUp() == known)
        guard case .entries(let entries, _, _) = try await reader.page(after: nil, limit: 9) else {
            Issue.record("there are no records")
            return
        }
        #expect(entries.count == 1)
        try disk.remount("rw")
    }
}
