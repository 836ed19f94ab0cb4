// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// A folder in which a file of a device is missing that cannot write it again.
@Suite struct `A missing file of a device that is gone` {
    private let folder: SharedFolderHarness
    private let reader: FolderRemote
    private let cellar: RemoteDevice
    private let segments: [String]
    private let missing: String
    private let content: [UInt8]

    init() async throws {
        folder = try SharedFolderHarness()
        reader = folder.remote(2)
        cellar = device(2, reader)
        let attic = device(1, folder.remote(1))
        await attic.round(now: 1)
        await cellar.round(now: 1)
        for number in 1...7 {
            await attic.append("e\(number)", now: Timestamp(number))
            await attic.round(now: Timestamp(number))
        }
        await device(3, folder.remote(3)).round(now: 9)
        segments = folder.files(".seg")
        missing = "\(folder.path)/\(segments[1])"
        content = try DaemonFiles.read(missing)
        unlink(missing)
        await cellar.round(now: 10)
        await cellar.round(now: 11)
    }

    @Test func `later events wait for the file while the device is listed`() async throws {
        #expect(await cellar.eventIDs == ["e1"])
        #expect(reader.findings.damaged.map(\.isMissing) == [true])
        try DaemonFiles.write(content, to: missing)
        await cellar.round(now: 12)
        #expect(await cellar.eventIDs == ["e1", "e2", "e3", "e4", "e5", "e6", "e7"])
    }

    @Test func `after the device was removed, later events are read, also after a restart`()
        async throws
    {
        try await reader.forget(1)
        await cellar.round(now: 20)
        #expect(await cellar.eventIDs == ["e1", "e3", "e4", "e5", "e6", "e7"])
        #expect(reader.findings.damaged.isEmpty)
        let restarted = folder.remote(2)
        _ = try await restarted.setUp()
        _ = try await restarted.devices()
        guard case .entries(let entries, _, _) = try await restarted.page(after: nil, limit: 99)
        else { throw RemoteError.offline("no entries") }
        #expect(entries.count == 6)
        #expect(restarted.findings.damaged.isEmpty)
        // The file is still read if it arrives.
        try DaemonFiles.write(content, to: missing)
        await cellar.round(now: 21)
        #expect(await cellar.eventIDs == ["e1", "e3", "e4", "e5", "e6", "e7", "e2"])
    }

    @Test func `the rounds of devices that have read the file count once the device was removed`()
        async throws
    {
        func round() async throws -> Int? {
            try await reader.devices().first { $0.origin.device == 3 }?.round
        }
        #expect(try await round() == 0)
        try await reader.forget(1)
        #expect(try await round() == 1)
    }

    @Test func `events after a second missing file do not wait either`() async throws {
        unlink("\(folder.path)/\(segments[5])")
        try await reader.forget(1)
        for now in 20...21 { await cellar.round(now: Timestamp(now)) }
        let ids = await cellar.eventIDs
        #expect(ids == ["e1", "e3", "e4", "e5", "e7"])
        #expect(reader.findings.damaged.isEmpty)
    }

    @Test func `later events are read once the device has begun another incarnation`() async throws
    {
        let next = RemoteDevice(
            Origin(device: 1, incarnation: 2),
            remote: folder.remote(1, life: 2)
        )
        await next.append("next", now: 20)
        await next.round(now: 20)
        await cellar.round(now: 21)
        #expect(await cellar.eventIDs.sorted() == ["e1", "e3", "e4", "e5", "e6", "e7", "next"])
        #expect(reader.findings.damaged.isEmpty)
    }

    @Test func `events wait for the earlier files of a device whose presence has not arrived`()
        async throws
    {
        let den = device(4, folder.remote(4))
        var files: [(path: String, content: [UInt8])] = []
        for number in 1...2 {
            await den.append("d\(number)", now: 30)
            await den.round(now: Timestamp(30 + number))
        }
        let origin = Origin(device: 4, incarnation: 1)
        for file in folder.files("\(origin)").filter({ $0.hasPrefix("presences/") })
            + folder.files(".seg").filter({ $0.contains("\(origin)") }).prefix(1)
        {
            let path = "\(folder.path)/\(file)"
            files.append((path, try DaemonFiles.read(path)))
            unlink(path)
        }
        #expect(files.count == 2)
        for now in [40, 41] { await cellar.round(now: Timestamp(now)) }
        #expect(await !cellar.eventIDs.contains("d2"))
        for file in files { try DaemonFiles.write(file.content, to: file.path) }
        await cellar.round(now: 42)
        #expect(await cellar.eventIDs.filter { $0.hasPrefix("d") } == ["d1", "d2"])
    }
}
