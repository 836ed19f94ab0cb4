// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import SyncModel
import SyncTesting
import Testing

@testable import RemoteFolder

/// An exFAT file system, as on a stick: it knows no hard links, no modes, and times of 2 s.
private final class ExFATDisk {
    private let place: TemporaryDirectory
    var path: String { place.file("disk") }

    init() throws {
        place = try TemporaryDirectory()
        mkdir(path, 0o700)
        let script = """
            truncate -s 32M "$0/image" && mkfs.exfat "$0/image" >"$0/log" && device=$(losetup -f --show "$0/image") \
            && { mount.exfat-fuse "$device" "$0/disk" >>"$0/log"; code=$?; losetup -d "$device"; exit $code; }
            """
        try #require(try Child("/bin/sh", ["-c", script, place.path]).wait() == 0)
    }

    deinit {
        _ = try? Child("/bin/umount", [path]).wait()
    }
}

/// Folders on file systems that know less than the usual ones.
@Suite struct FileSystemTests {
    @Test
    func `a folder on exFAT passes the conformance suite, and devices agree on its identity`()
        async throws
    {
        let disk = try ExFATDisk()
        #expect(link(disk.path, disk.path + "/link") == -1)
        let folders = try (0..<10).map { _ in try SharedFolderHarness(in: disk.path) }
        var suite = RemoteConformance { folders[0].remote($0) }
        #expect(try await suite.run() == [])
        for folder in folders.dropFirst() {
            let remotes = (1...8).map { folder.remote($0) }
            let names = await withTaskGroup { group in
                for remote in remotes { group.addTask { try? await remote.setUp().name } }
                return await group.reduce(into: Set<String>()) {
                    $0.formUnion([$1].compactMap(\.self))
                }
            }
            #expect(names.count == 1)
            for remote in remotes { #expect(try await remote.setUp().name == names.first) }
            #expect(folder.files(".tmp").isEmpty)
        }
    }

    @Test func `a new file is found even if the directory's timestamp stays the same`() throws {
        let folder = try TemporaryDirectory()
        var before = stat()
        #expect(stat(folder.path, &before) == 0)
        let stamp = DirectoryStamp(of: folder.path)
        try DaemonFiles.write([1], to: folder.file("new.seg"))
        #expect(utimensat(AT_FDCWD, folder.path, [before.st_atim, before.st_mtim], 0) == 0)
        #expect(DirectoryStamp(of: folder.path) != stamp)
        #expect(DirectoryStamp(of: folder.path)?.existence == stamp?.existence)
    }
}
