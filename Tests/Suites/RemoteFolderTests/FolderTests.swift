// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateSync
import StateTesting
import SyncModel
import SyncTesting
import SystemSupport
import Testing

/// A folder, and drivers for it.
struct SharedFolderHarness {
    let directory: TemporaryDirectory
    var path: String { directory.path }

    init(in parent: String = "/tmp") throws {
        directory = try TemporaryDirectory(in: parent)
    }

    func remote(
        _ device: UInt64,
        life: Int = 1,
        known: RemoteIdentity? = nil,
        meanwhile: @escaping @Sendable (FolderMoment) -> Void = { _ in }
    ) -> FolderRemote {
        FolderRemote(
            path: path,
            origin: Origin(device: device, incarnation: life),
            known: known,
            pollInterval: 50,
            meanwhile: meanwhile
        )
    }

    /// The files below, by path from the folder.
    func files(_ suffix: String = "") -> [String] {
        var found: [String] = []
        func visit(_ directory: String, _ prefix: String) {
            for name in Directory.names(in: directory) {
                found.append(prefix + name)
                visit("\(directory)/\(name)", "\(prefix)\(name)/")
            }
        }
        visit(path, "")
        return found.filter { $0.hasSuffix(suffix) }.sorted()
    }
}

extension SharedFolderHarness {
    /// Returns true if inotify reports to this process what happens in a directory of the folder.
    fileprivate func isWatched(_ name: String) -> Bool {
        var status = stat()
        guard stat("\(path)/\(name)", &status) == 0 else { return false }
        let inode = " ino:\(String(status.st_ino, radix: 16)) "
        return DaemonFiles.names(in: "/proc/self/fdinfo").contains { number in
            guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/self/fdinfo/\(number)"))
            else { return false }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                .contains { $0.hasPrefix("inotify wd:") && $0.contains(inode) }
        }
    }
}

extension RemoteDevice {
    func save(_ name: String, _ position: Double, now: Timestamp) {
        with { store in _ = store.save(name, position, now: now) }
    }

    func append(_ id: String, key: String? = nil, clears: Bool = false, now: Timestamp) {
        with { $0.append(id, key: key, clears: clears, now: now) }
    }

    func position(_ name: String) -> Double? {
        with { $0.position(name) }
    }

    var eventIDs: [String] { with(\.eventIDs) }
}

func device(_ number: UInt64, _ remote: any Remote) -> RemoteDevice {
    RemoteDevice(Origin(device: number, incarnation: 1), remote: remote)
}

@Suite struct `A shared folder` {
    private let folder: SharedFolderHarness

    init() throws {
        folder = try SharedFolderHarness()
    }

    @Test func `the folder passes the conformance suite`() async throws {
        var suite = RemoteConformance { folder.remote($0) }
        #expect(try await suite.run() == [])
    }

    @Test func `points and events reach other devices once and in order`() async throws {
        let attic = device(1, folder.remote(1))
        let cellar = device(2, folder.remote(2))
        for number in 1...50 { await attic.append("a\(number)", now: Timestamp(number)) }
        for number in 1...50 { await cellar.append("c\(number)", now: Timestamp(number)) }
        await attic.save("book", 10, now: 1)
        for round in 0..<3 {
            #expect(await attic.round(now: 100 + round).error == nil)
            #expect(await cellar.round(now: 100 + round).error == nil)
        }
        #expect(await cellar.position("book") == 10)
        for store in [attic, cellar] {
            let ids = await store.eventIDs
            #expect(ids.filter { $0.hasPrefix("a") } == (1...50).map { "a\($0)" })
            #expect(ids.filter { $0.hasPrefix("c") } == (1...50).map { "c\($0)" })
        }
    }

    @Test func `a missing folder counts as offline and is not created`() async throws {
        let missing = FolderRemote(
            path: folder.path + "/missing",
            origin: Origin(device: 1, incarnation: 1),
            known: nil
        )
        let report = await device(1, missing).round(now: 1)
        guard case .offline(let reason) = report.error else {
            Issue.record("it is not offline: \(report)")
            return
        }
        #expect(reason.hasPrefix("there is no folder \(folder.path)/missing"))
        #expect(folder.files().isEmpty)
    }

    @Test
    func `a folder whose disk is not mounted is offline, and nothing is written in its place`()
        async throws
    {
        let remote = folder.remote(1)
        let attic = device(1, remote)
        await attic.save("book", 10, now: 1)
        #expect(await attic.round(now: 2).error == nil)
        rename(folder.path, folder.path + "-away")
        mkdir(folder.path, 0o700)
        await attic.save("book", 20, now: 3)
        guard case .offline = await attic.round(now: 4).error else {
            Issue.record("it is not offline")
            return
        }
        #expect(folder.files().isEmpty)
        rmdir(folder.path)
        rename(folder.path + "-away", folder.path)
        #expect(await attic.round(now: 5).pushed == 1)
    }

    @Test func `a folder that another one replaces is offline, even after a restart`() async throws
    {
        let identity = try await folder.remote(1).setUp()
        let other = try SharedFolderHarness()
        _ = try await other.remote(1).setUp()
        let remote = other.remote(1, known: identity)
        await #expect(throws: RemoteError.self) { try await remote.setUp() }
        #expect(other.files(".seg").isEmpty)
    }

    @Test func `eight devices that start at one moment agree on the folder's identity`()
        async throws
    {
        for _ in 1...20 {
            let folder = try SharedFolderHarness()
            let remotes = (1...8).map { folder.remote(UInt64($0)) }
            let names = await withTaskGroup { group in
                for remote in remotes { group.addTask { try? await remote.setUp().name } }
                return await group.reduce(into: Set<String>()) { names, name in
                    if let name { names.insert(name) }
                }
            }
            #expect(names.count == 1)
            for remote in remotes { #expect(try await remote.setUp().name == names.first) }
            #expect(folder.files(".tmp").isEmpty)
        }
    }

    @Test func `unfinished files that a crash left are removed once their device is back`()
        async throws
    {
        _ = try await folder.remote(1).setUp()
        let directory = try #require(folder.files().first { $0.hasPrefix("devices/") })
        for path in [directory, "devices/0000000000000002-1"] {
            mkdir("\(folder.path)/\(path)", 0o700)
            let file = "\(folder.path)/\(path)/.1-00000000000000ff-1-9.seg.tmp"
            close(open(file, O_WRONLY | O_CREAT, 0o600))
        }
        #expect(folder.files(".tmp").count == 2)
        _ = try await folder.remote(1).setUp()
        #expect(folder.files(".tmp").map { $0.hasPrefix(directory) } == [false])
    }

    @Test func `the write of another device is reported without a round`() async throws {
        let (attic, cellar) = (folder.remote(1), folder.remote(2))
        _ = try await attic.setUp()
        _ = try await cellar.setUp()
        var news = attic.notifications().makeAsyncIterator()
        let writer = device(2, cellar)
        await writer.save("book", 10, now: 1)
        await writer.round(now: 2)
        #expect(await news.next() != nil)
    }

    @Test func `the path is watched even after another folder has taken the folder's place`()
        async throws
    {
        let (attic, cellar) = (folder.remote(1), folder.remote(2))
        _ = try await attic.setUp()
        _ = try await cellar.setUp()
        var news = attic.notifications().makeAsyncIterator()
        let (copy, away) = (try TemporaryDirectory(), try TemporaryDirectory())
        #expect(try Child("/bin/cp", ["-a", folder.path + "/.", copy.path]).wait() == 0)
        #expect(rename(folder.path, away.path + "/a") == 0)
        #expect(await news.next() != nil)
        #expect(rename(copy.path, folder.path) == 0)
        let cellars = "devices/\(Origin(device: 2, incarnation: 1))"
        while !(folder.isWatched("devices") && folder.isWatched(cellars)) {
            try #require(await news.next() != nil)
        }
    }
}
