// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing

/// A file that a player stored by its path, called as a person calls it.
@Suite struct WrittenItemTests {
    let daemon: DaemonProcess
    let film: String
    let link: String

    init() async throws {
        daemon = try .running()
        film = daemon.directory.file("film.mkv")
        link = daemon.directory.file("link.mkv")
        try DaemonFiles.write([], to: film)
        #expect(symlink(film, link) == 0)
        _ = try await Program.run(["save", film, "--position", "60"], socket: daemon.socket)
    }

    private func run(_ words: String...) async throws -> Program {
        try await Program.run(words, socket: daemon.socket)
    }

    @Test func `a name that nobody knows is the path of the file of that name`() async throws {
        #expect(try await run("resume", link, "--format", "clock").output == "1:00\n")
        #expect(try await run("get", link, "--json").output.contains(film))
        _ = try await run("save", film, "--position", "300")
        #expect(try await run("history", link).output.contains("60"))
        #expect(try await run("undo", link).status == 0)
        #expect(try await run("alias", link, "key").output == "key is a name of \(link)\n")
        #expect(try await run("alias", link).output == "key\n")
        #expect(try await run("alias", link, "key", "--remove").status == 0)
        #expect(try await run("clear", link).status == 0)
        #expect(try await run("get", film).status == 1)
    }

    @Test func `a name that is known means what it says`() async throws {
        _ = try await run("save", link, "--position", "5")
        #expect(try await run("resume", link, "--format", "clock").output == "0:05\n")
        _ = try await run("clear", link)
        // It was known, and is: the file's own point is not touched.
        #expect(try await run("clear", link).status == 1)
        #expect(try await run("resume", film, "--format", "clock").output == "1:00\n")
    }

    @Test func `what is neither known nor a file is said to be unknown, as it was written`()
        async throws
    {
        let missing = try await run("get", film + ".none")
        #expect(missing.status == 1)
        #expect(missing.errors.contains(film + ".none"))
        let other = daemon.directory.file("other.mkv")
        try DaemonFiles.write([], to: other)
        let unknown = try await run("get", "\(daemon.directory.path)/./other.mkv")
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("/./other.mkv"))
    }
}
