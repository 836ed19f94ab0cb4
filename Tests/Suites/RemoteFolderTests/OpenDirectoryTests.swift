// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing

@testable import RemoteFolder

/// Files that are written where others can write, too.
@Suite struct OpenDirectoryTests {
    /// The error of a directory that is not there.
    private struct Missing: Error {}

    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func `a link in place of an incomplete file is not followed`() throws {
        let victim = folder.file("victim")
        try DaemonFiles.write([1, 2, 3], to: victim)
        mkdir(folder.file("shared"), 0o700)
        #expect(symlink(victim, folder.file("shared/.news.tmp")) == 0)
        guard let shared = try OpenDirectory.at(folder.file("shared")) else { throw Missing() }
        try shared.write([4], to: "news")
        #expect(try DaemonFiles.read(victim) == [1, 2, 3])
        #expect(try DaemonFiles.read(folder.file("shared/news")) == [4])
        #expect(DaemonFiles.names(in: folder.file("shared")) == ["news"])
    }

    @Test func `a pipe in place of an incomplete file does not block`() throws {
        #expect(mkfifo(folder.file(".news.tmp"), 0o600) == 0)
        guard let shared = try OpenDirectory.at(folder.path) else { throw Missing() }
        try shared.write([4], to: "news")
        #expect(try DaemonFiles.read(folder.file("news")) == [4])
    }

    @Test
    func `a link inside the folder is not followed, but the folder itself may be a link`()
        throws
    {
        mkdir(folder.file("elsewhere"), 0o700)
        mkdir(folder.file("shared"), 0o700)
        #expect(symlink(folder.file("elsewhere"), folder.file("shared/devices")) == 0)
        #expect(symlink(folder.file("shared"), folder.file("link")) == 0)
        guard let shared = try OpenDirectory.at(folder.file("link")) else { throw Missing() }
        #expect(try !has(shared, "devices"))
        #expect(unlink(folder.file("shared/devices")) == 0)
        mkdir(folder.file("shared/devices"), 0o700)
        #expect(try has(shared, "devices"))
    }

    private func has(_ directory: borrowing OpenDirectory, _ name: String) throws -> Bool {
        guard (try directory.directory(name)) != nil else { return false }
        return true
    }

    @Test func `a file left incomplete by a killed process is rewritten`() throws {
        try DaemonFiles.write([9, 9, 9, 9], to: folder.file(".news.tmp"))
        guard let shared = try OpenDirectory.at(folder.path) else { throw Missing() }
        try shared.write([4], to: "news", isNew: true)
        #expect(try DaemonFiles.read(folder.file("news")) == [4])
        #expect(DaemonFiles.names(in: folder.path) == ["news"])
    }
}
