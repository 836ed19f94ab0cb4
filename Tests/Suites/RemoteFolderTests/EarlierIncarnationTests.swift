// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import RemoteFolder
import StateModel
import StateTesting
import SyncModel
import SyncTesting
import Testing

/// The files of a device that has begun a new incarnation, and keeps copies of its files.
@Suite struct `The files of an earlier incarnation` {
    private let folder: SharedFolderHarness
    private let mirrors: TemporaryDirectory

    init() async throws {
        folder = try SharedFolderHarness()
        mirrors = try TemporaryDirectory()
        for life in 1...2 {
            let attic = RemoteDevice(
                Origin(device: 1, incarnation: life),
                remote: remote(1, life: life)
            )
            for number in 1...3 {
                await attic.append("e\(life)\(number)", now: Timestamp(number))
                await attic.round(now: Timestamp(number))
            }
        }
    }

    private func remote(_ device: UInt64, life: Int) -> FolderRemote {
        FolderRemote(
            path: folder.path,
            origin: Origin(device: device, incarnation: life),
            known: nil,
            mirror: mirrors.file("\(device)"),
            pollInterval: 50
        )
    }

    private func home(_ life: Int) -> String { "devices/\(Origin(device: 1, incarnation: life))" }

    private func contents() throws -> [String: [UInt8]] {
        let names = folder.files(".seg")
        let files = try names.map { ($0, try DaemonFiles.read("\(folder.path)/\($0)")) }
        return Dictionary(uniqueKeysWithValues: files)
    }

    @Test(arguments: ["cut", "deleted", "all deleted"])
    func `damaged and missing files are repaired by the next incarnation`(
        _ fault: String
    ) async throws {
        let before = try contents()
        let file = try #require(before.keys.filter { $0.hasPrefix(home(1)) }.sorted().first)
        switch fault {
        case "cut": try DaemonFiles.write([1, 2, 3], to: "\(folder.path)/\(file)")
        case "deleted": unlink("\(folder.path)/\(file)")
        default:
            for name in before.keys where name.hasPrefix(home(1)) {
                unlink("\(folder.path)/\(name)")
            }
            #expect(rmdir("\(folder.path)/\(home(1))") == 0)
        }
        let attic = remote(1, life: 2)
        _ = try await attic.setUp()
        #expect(try contents() == before)
        #expect(attic.findings.repaired.contains("\(folder.path)/\(file)"))
        let reader = device(2, folder.remote(2))
        await reader.round(now: 100)
        #expect(await reader.eventIDs.count == 6)
    }

    @Test func `files of another device are not repaired`() async throws {
        let file = try #require(folder.files(".seg").first { $0.hasPrefix(home(1)) })
        unlink("\(folder.path)/\(file)")
        let name = try await remote(1, life: 1).setUp().name
        #expect(folder.files().contains(file))
        // The copies of a device are also in the backup from which another device was made.
        #expect(try Child("/bin/cp", ["-a", mirrors.file("1"), mirrors.file("2")]).wait() == 0)
        unlink("\(folder.path)/\(file)")
        #expect(try await remote(2, life: 1).setUp().name == name)
        #expect(!folder.files().contains(file))
    }
}
