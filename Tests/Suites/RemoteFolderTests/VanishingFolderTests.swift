// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateSync
import StateTesting
import SyncModel
import SyncTesting
import Synchronization
import Testing

/// What happens to a folder at moments of its driver's, once each or always.
private final class Mishaps: Sendable {
    private let bodies = Mutex<[FolderMoment: @Sendable () -> Void]>([:])

    func at(_ moment: FolderMoment, _ body: @escaping @Sendable () -> Void) {
        bodies.withLock { $0[moment] = body }
    }

    func always(_ moment: FolderMoment, _ body: @escaping @Sendable () -> Void) {
        at(moment) { [self] in
            body()
            always(moment, body)
        }
    }

    func clear() {
        bodies.withLock { $0 = [:] }
    }

    func pass(_ moment: FolderMoment) {
        bodies.withLock { $0.removeValue(forKey: moment) }?()
    }

    /// How many have yet to happen.
    var count: Int { bodies.withLock { $0.count } }
}

extension SharedFolderHarness {
    /// What carries it, or holds its disk, takes it away.
    fileprivate func goAway() {
        #expect(rename(path, path + "-away") == 0)
    }

    fileprivate func comeBack() {
        #expect(rename(path + "-away", path) == 0)
    }

    /// Takes a file or a directory out of it, and puts it back.
    fileprivate func hide(_ name: String) {
        #expect(rename("\(path)/\(name)", path + "-hidden") == 0)
    }

    fileprivate func show(_ name: String) {
        #expect(rename(path + "-hidden", "\(path)/\(name)") == 0)
    }

    fileprivate func presence(_ device: UInt64) -> String {
        "presences/\(Origin(device: device, incarnation: 1))"
    }
}

/// A folder that two devices share, and what happens to it while the first of them uses it.
@Suite(.timeLimit(.minutes(10))) struct `A shared folder that disappears in use` {
    private let folder: SharedFolderHarness
    private let mishaps = Mishaps()
    private let remote: FolderRemote
    private let attic: RemoteDevice
    private let cellar: RemoteDevice

    init() async throws {
        folder = try SharedFolderHarness()
        let mishaps = mishaps
        remote = folder.remote(1) { mishaps.pass($0) }
        attic = device(1, remote)
        cellar = device(2, folder.remote(2))
        await attic.append("a1", now: 1)
        await attic.round(now: 2)
        await cellar.append("c1", now: 3)
        await cellar.round(now: 4)
        await attic.round(now: 5)
    }

    private func listed() async throws -> [UInt64] {
        try await remote.devices().map(\.origin.device)
    }

    private func expectOffline(_ error: RemoteError?) {
        guard case .offline = error else {
            Issue.record("it is not offline: \(error as Any)")
            return
        }
        #expect(mishaps.count == 0)
    }

    /// Nobody is missing, nobody began a new life, and sync goes on.
    private func expectSame() async throws {
        await attic.append("a2", now: 100)
        let report = await attic.round(now: 101)
        #expect(report.error == nil && report.pushed == 1)
        #expect(try await listed() == [1, 2])
        #expect(await attic.with(\.origin.incarnation) == 1)
        await cellar.round(now: 102)
        #expect(await cellar.eventIDs == ["c1", "a1", "a2"])
        #expect(folder.files().count { $0.hasPrefix("devices/") && !$0.contains(".") } == 2)
    }

    @Test(arguments: [FolderMoment.opened, .listed, .read])
    func `a missing folder counts as offline and not as empty`(_ moment: FolderMoment) async throws
    {
        let folder = folder
        mishaps.at(moment) { folder.goAway() }
        expectOffline(await attic.round(now: 10).error)
        expectOffline(await attic.round(now: 11).error)
        folder.comeBack()
        try await expectSame()
    }

    @Test(arguments: [FolderMoment.opened, .listed, .read])
    func `the folder is offline while its disk is missing, and nothing is written there`(
        _ moment: FolderMoment
    ) async throws {
        let folder = folder
        mishaps.at(moment) {
            folder.goAway()
            mkdir(folder.path, 0o700)
            mkdir(folder.path + "/presences", 0o700)
            mkdir(folder.path + "/devices", 0o700)
        }
        expectOffline(await attic.round(now: 10).error)
        #expect(folder.files() == ["devices", "presences"])
        for name in ["/presences", "/devices", ""] { rmdir(folder.path + name) }
        folder.comeBack()
        try await expectSame()
    }

    @Test func `a folder that returns before a read is read completely`() async throws {
        let folder = folder
        mishaps.at(.opened) { folder.goAway() }
        mishaps.at(.listed) { folder.comeBack() }
        #expect(try await listed() == [1, 2])
        mishaps.at(.listed) { folder.goAway() }
        mishaps.at(.read) { folder.comeBack() }
        #expect(try await listed() == [1, 2])
        #expect(mishaps.count == 0)
        try await expectSame()
    }

    @Test
    func `once a missing folder is back, reading continues from the same cursor`() async throws {
        let folder = folder
        let page = try await remote.page(after: nil, limit: 100)
        guard case .entries(_, let cursor, false) = page else {
            Issue.record("nothing was read: \(page)")
            return
        }
        mishaps.at(.opened) { folder.goAway() }
        await #expect(throws: RemoteError.self) {
            try await remote.page(after: cursor, limit: 100)
        }
        folder.comeBack()
        #expect(
            try await remote.page(after: cursor, limit: 100)
                == .entries([], cursor: cursor, more: false)
        )
    }

    @Test func `writes go to the known folder and not to one that takes its place`()
        async throws
    {
        let folder = folder
        mishaps.at(.opened) {
            folder.goAway()
            mkdir(folder.path, 0o700)
        }
        let origin = Origin(device: 1, incarnation: 1)
        try await remote.report(
            DevicePresence(origin: origin, label: "sent meanwhile", at: 6, round: 9, seen: [:])
        )
        #expect(folder.files() == [])
        rmdir(folder.path)
        folder.comeBack()
        #expect(try await remote.devices().map(\.label) == ["sent meanwhile", "device-2"])
    }

    @Test(arguments: ["presences", "devices"])
    func `a folder that lacks a part is offline until it is complete`(_ name: String) async throws {
        let folder = folder
        folder.hide(name)
        expectOffline(await attic.round(now: 10).error)
        #expect(!folder.files().contains(name))
        folder.show(name)
        try await expectSame()
    }

    @Test(arguments: ["presences", "devices", "devices/\(Origin(device: 1, incarnation: 1))"])
    func `a folder with a link in place of a directory is offline until the directory returns`(
        _ name: String
    ) async throws {
        let folder = folder
        folder.hide(name)
        #expect(symlink(folder.path + "-hidden", "\(folder.path)/\(name)") == 0)
        let before = DaemonFiles.names(in: folder.path + "-hidden")
        await attic.append("a2", now: 10)
        let error = await attic.round(now: 11).error
        #expect(
            error
                == .offline(
                    "\(folder.path)/\(name) is a symbolic link: replace it with the directory itself"
                )
        )
        #expect(DaemonFiles.names(in: folder.path + "-hidden") == before)
        #expect(unlink("\(folder.path)/\(name)") == 0)
        folder.show(name)
        try await expectSame()
    }

    @Test(arguments: ["", "/presences", "/devices"])
    func `the loss and the return of a folder are reported without a round`(
        _ part: String
    ) async throws {
        var news = remote.notifications().makeAsyncIterator()
        let (path, away) = (folder.path + part, folder.path + "-away")
        #expect(rename(path, away) == 0)
        #expect(await news.next() != nil)
        expectOffline(await attic.round(now: 10).error)
        #expect(rename(away, path) == 0)
        #expect(await news.next() != nil)
        try await expectSame()
    }

    @Test
    func `a missing list of devices does not count as an empty one after a restart`() async throws {
        folder.hide("presences")
        let again = folder.remote(1)
        await #expect(throws: RemoteError.self) { try await again.setUp() }
        await #expect(throws: RemoteError.self) { try await again.devices() }
        #expect(!folder.files().contains("presences"))
        folder.show("presences")
        _ = try await again.setUp()
        #expect(try await again.devices().map(\.origin.device) == [1, 2])
    }

    @Test(arguments: [
        ["stated-folder"], ["stated-folder", "devices"], ["stated-folder", "presences"],
    ])
    func `a folder that has arrived only in part can be used by a new device`(
        _ names: [String]
    ) async throws {
        let part = try SharedFolderHarness()
        for name in names where name != "stated-folder" { mkdir("\(part.path)/\(name)", 0o700) }
        link("\(folder.path)/stated-folder", "\(part.path)/stated-folder")
        #expect(await device(3, part.remote(3)).round(now: 10).error == nil)
        #expect(part.files("-1").count == 2)
    }

    // MARK: One file of the list

    @Test
    func `a presence file that vanishes during the read does not affect the others`()
        async throws
    {
        let folder = folder
        mishaps.at(.listed) { unlink("\(folder.path)/\(folder.presence(2))") }
        #expect(try await listed() == [1])
        #expect(mishaps.count == 0)
    }

    @Test(arguments: [FolderMoment.opened, .listed])
    func `if a file of the list of devices is missing for a moment, the list is read again`(
        _ moment: FolderMoment
    ) async throws {
        let folder = folder
        mishaps.at(moment) { folder.hide(folder.presence(1)) }
        mishaps.at(.read) { folder.show(folder.presence(1)) }
        #expect(try await listed() == [1, 2])
        #expect(mishaps.count == 0)
        try await expectSame()
    }

    @Test func `a list of devices that keeps changing is read again later`() async throws {
        neverStays()
        guard case .transient = await attic.round(now: 10).error else {
            Issue.record("half a list was taken for a whole one")
            return
        }
        mishaps.clear()
        try await expectSame()
    }

    /// Lets a device be listed every time, and then not be there.
    private func neverStays() {
        let (folder, mishaps) = (folder, mishaps)
        mishaps.always(.listed) { folder.hide(folder.presence(2)) }
        mishaps.always(.read) { folder.show(folder.presence(2)) }
    }

    @Test func `segments belong to a new run after a failed push`() async throws {
        let folder = folder
        let runs = { Set(folder.files(".seg").map { $0.split(separator: "-").dropFirst(2).first }) }
        let before = runs()
        let home = "devices/\(Origin(device: 1, incarnation: 1))"
        let batch = [try #require(await records().first)]
        mishaps.at(.opened) { folder.hide(home) }
        await #expect(throws: RemoteError.self) { try await remote.push(batch) }
        folder.show(home)
        _ = try await remote.push(batch)
        #expect(runs().subtracting(before).count == 1)
    }

    private func records() async throws -> [RemoteRecord] {
        guard case .entries(let entries, _, _) = try await remote.page(after: nil, limit: 9) else {
            return []
        }
        return entries.map(\.record)
    }
}
