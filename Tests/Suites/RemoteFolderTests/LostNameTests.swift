// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateSync
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// A folder whose stated-folder file is lost.
@Suite struct `A folder without its name` {
    private let folder: SharedFolderHarness
    private let mirrors: TemporaryDirectory
    private let known: RemoteIdentity
    private let attic: RemoteDevice
    private let cellar: RemoteDevice

    init() async throws {
        folder = try SharedFolderHarness()
        mirrors = try TemporaryDirectory()
        attic = device(1, folder.remote(1))
        cellar = device(2, folder.remote(2))
        for device in [attic, cellar] { await device.round(now: 1) }
        known = try await folder.remote(1).setUp()
    }

    private var file: String { "\(folder.path)/stated-folder" }

    /// A driver of a device that accepts any name.
    private func accepting(_ number: UInt64, life: Int = 1, mirror: Bool = false) -> FolderRemote {
        FolderRemote(
            path: folder.path,
            origin: Origin(device: number, incarnation: life),
            known: nil,
            mirror: mirror ? mirrors.file("\(number)") : nil,
            pollInterval: 50
        )
    }

    /// Loses the file, or leaves a damaged one.
    private func lose(_ bytes: [UInt8]?) throws {
        unlink(file)
        if let bytes { try DaemonFiles.write(bytes, to: file) }
    }

    @Test(arguments: [nil, [], [1, 2, 3]] as [[UInt8]?], [1, 2])
    func `a device that has synced with the folder names it again if it accepts any name`(
        bytes: [UInt8]?,
        life: Int
    ) async throws {
        try lose(bytes)
        let name = try await accepting(1, life: life).setUp().name
        #expect(try DaemonFiles.read(file) == Array("stated folder 1\n\(name)\n".utf8))
        await attic.save("film", 10, now: 10)
        for device in [attic, cellar] { #expect(await device.round(now: 11).error == nil) }
        #expect(await cellar.position("film") == 10)
    }

    @Test(arguments: [1, 2])
    func `a device that has copies of its files gives the folder its former name`(
        life: Int
    ) async throws {
        _ = try await accepting(1, mirror: true).setUp()
        try lose(nil)
        #expect(try await accepting(1, life: life, mirror: true).setUp() == known)
        #expect(try await folder.remote(2, known: known).setUp() == known)
    }

    @Test(arguments: [nil, [], [1, 2, 3]] as [[UInt8]?])
    func `other devices do not name it, and say what is missing`(bytes: [UInt8]?) async throws {
        try lose(bytes)
        for remote in [accepting(3), folder.remote(3, known: known)] {
            let error = await #expect(throws: RemoteError.self) { try await remote.setUp() }
            guard case .offline(let reason) = error else {
                Issue.record("it is not offline")
                continue
            }
            #expect(reason.hasPrefix("\(file) is missing or damaged"))
            #expect(reason.contains("statectl sync setup \(folder.path)"))
        }
        let isThere = folder.files().contains("stated-folder")
        #expect(try bytes == (isThere ? DaemonFiles.read(file) : nil))
    }

    @Test func `a device does not name a folder again unless it accepts any name`() async throws {
        try lose(nil)
        await #expect(throws: RemoteError.self) { try await folder.remote(1, known: known).setUp() }
        #expect(!folder.files().contains("stated-folder"))
    }
}
