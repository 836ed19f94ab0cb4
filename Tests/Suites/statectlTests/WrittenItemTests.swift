// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import StateModel
import StateTesting
import Testing

@testable import statectl

/// Items called as a person calls them.
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
    }

    private func run(
        _ words: String...,
        in directory: String? = nil
    ) async throws -> Program {
        try await Program.run(
            words,
            socket: daemon.socket,
            directory: directory ?? daemon.directory.path
        )
    }

    private func save(_ item: String, _ position: String) async throws {
        #expect(try await run("save", item, "--position", position).status == 0)
    }

    /// Returns the position as `get` prints it, or its exit status.
    private func position(_ item: String, in directory: String? = nil) async throws -> String {
        let get = try await run("get", item, in: directory)
        guard get.status == 0 else { return "status \(get.status)" }
        let lines = get.output.split(separator: "\n")
        return String(
            try #require(lines.dropFirst().first?.split(separator: ",").first).dropFirst(2)
        )
    }

    @Test func `a file is found under the name that it had during its download`() async throws {
        try await save(film + ".part", "1:00")
        #expect(try await position(film) == "1:00")
        #expect(try await position("film.mkv") == "1:00")
        #expect(try await position(daemon.directory.file("other.mkv")) == "status 1")
        let client = StateClient(socket: daemon.socket)
        #expect(try await PlayableItem.of(film + ".part", from: client) == film)
    }

    @Test func `different spellings of a file's path are one item`() async throws {
        let spellings = [
            film, "film.mkv", "./film.mkv", link, "link.mkv", "file://\(film)",
            "file://localhost\(film)", "file:\(film)", "\(daemon.directory.path)/./film.mkv",
        ]
        for (index, spelling) in spellings.enumerated() {
            try await save(spelling, "1:0\(index)")
            for other in spellings {
                #expect(try await position(other) == "1:0\(index)")
            }
        }
        #expect(try await run("list", "--json").output.split(separator: "\n").count == 1)
        _ = try await run("alias", link, "key")
        #expect(try await run("alias", "film.mkv").output == "key\n")
        #expect(try await run("sync", "explain", "film.mkv").errors.contains("sync is disabled"))
        try await save("film.mkv", "20:00")
        let past = try await run("history", link).output.split(separator: "\n")
        #expect(past.map { $0.split(separator: "\t")[1] }.contains("68"))
        #expect(try await run("undo", link).status == 0)
        #expect(try await run("clear", "./link.mkv").status == 0)
        #expect(try await position(film) == "status 1")
    }

    @Test
    func `the bare name of a file in the working directory does not refer to an item elsewhere`()
        async throws
    {
        try await save("film.mkv", "5:00")
        let elsewhere = daemon.directory.file("elsewhere")
        #expect(mkdir(elsewhere, 0o700) == 0)
        #expect(try await position("film.mkv", in: elsewhere) == "5:00", "as the list prints it")
        try DaemonFiles.write([1], to: elsewhere + "/film.mkv")
        #expect(try await position("film.mkv", in: elsewhere) == "status 1")
        #expect(try await position("../film.mkv", in: elsewhere) == "5:00")
    }

    @Test func `the item of a deleted file is found by its path`() async throws {
        try await save("film.mkv", "5:00")
        #expect(unlink(film) == 0)
        for name in ["film.mkv", "./film.mkv", film, "file://\(film)"] {
            #expect(try await position(name) == "5:00")
        }
    }

    @Test
    func `a name without a file is stored unchanged, apart from the case of a URL's host`()
        async throws
    {
        #expect(mkdir(daemon.directory.file("show"), 0o700) == 0)
        for name in ["episode 1", "show", "spotify:track:1", "no/where", "https://Example.org/a"] {
            try await save(name, "2:00")
        }
        let listed = try await run("list", "--json").output
        for name in ["episode 1", "show", "spotify:track:1", "no/where", "https://example.org/a"] {
            #expect(listed.replacing("\\/", with: "/").contains("\"item\":\"\(name)\""))
        }
        #expect(try await position("HTTPS://EXAMPLE.ORG:443/a") == "2:00")
        try await save("show/1.mkv", "3:00")
        #expect(try await position(daemon.directory.file("show/1.mkv")) == "3:00")
    }

    @Test(arguments: ["film.mkv", "file://%@"])
    func `an item that an earlier version stored under another spelling is found`(
        old: String
    ) async throws {
        let old = old.replacing("%@", with: film)
        let client = try daemon.client()
        try client.save(old, 300)
        #expect(try await position("film.mkv") == "5:00")
    }

    @Test
    func `an item stored under a file URL and saved by its path stays one item`() async throws {
        try daemon.client().save("file://\(film)", 300)
        try await save("film.mkv", "6:00")
        #expect(try await run("list", "--json").output.split(separator: "\n").count == 1)
        #expect(try await position(film) == "6:00")
    }

    @Test func `a copied or renamed file is recognised by its contents, whether played or not`()
        async throws
    {
        let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try DaemonFiles.write(bytes, to: film)
        try await save("film.mkv", "7:00")
        let copy = daemon.directory.file("copy.mkv")
        try DaemonFiles.write(bytes, to: copy)
        #expect(try await position("copy.mkv") == "7:00")
        try await save("copy.mkv", "8:00")
        #expect(try await position("film.mkv") == "8:00")
        #expect(try await run("list", "--json").output.split(separator: "\n").count == 1)
        #expect(rename(film, daemon.directory.file("renamed.mkv")) == 0)
        #expect(unlink(copy) == 0)
        #expect(try await position("renamed.mkv") == "8:00")
    }

    @Test func `an error names the file as it was given, not its content key`() async throws {
        let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 3) }
        try DaemonFiles.write(bytes, to: film)
        try await save("film.mkv", "7:00")
        let copy = daemon.directory.file("copy.mkv")
        try DaemonFiles.write(bytes, to: copy)
        #expect(try await run("clear", "film.mkv").status == 0)
        for command in ["get", "resume", "clear"] {
            let missing = try await run(command, "copy.mkv")
            #expect(missing.status == 1)
            #expect(
                missing.errors == "statectl: no resume point for \(copy); “statectl history "
                    + "\(copy.quoted)” shows earlier values\n"
            )
        }
        #expect(try await run("history", "copy.mkv").status == 0)
    }

    @Test func `two books with the same file name are two items`() async throws {
        let books = ["a", "b", "c"].map { daemon.directory.file($0) + "/notes.pdf" }
        for (index, book) in books.enumerated() {
            #expect(mkdir(String(book.dropLast("/notes.pdf".count)), 0o700) == 0)
            let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* (3 + index)) }
            try DaemonFiles.write(bytes, to: book)
        }
        #expect(try await run("save", books[0], "--fraction", "0.4").status == 0)
        #expect(try await run("get", books[1]).status == 1)
        #expect(try await run("save", books[1], "--fraction", "0.7").status == 0)
        let places = try await [run("get", books[0]), run("get", books[1])].map(\.output)
        #expect(places[0].contains("40 %") && places[1].contains("70 %"), "\(places)")
        // A reader that matches by file names cannot tell them apart: its item is found.
        let name = "kosync:" + MD5.hexadecimal(of: "other.pdf".utf8)
        #expect(try await run("save", name, "--fraction", "0.9").status == 0)
        #expect(rename(books[2], daemon.directory.file("other.pdf")) == 0)
        #expect(try await run("get", "other.pdf").output.contains("90 %"))
    }

    // MARK: Paths that another file has taken

    /// Writes files with different contents, and stores a position of each, with its length.
    private func films(_ films: [(name: String, position: String, length: String)]) async throws {
        for (index, film) in films.enumerated() {
            try DaemonFiles.write(bytes(41 + index), to: daemon.directory.file(film.name))
            let saved = try await run(
                "save",
                film.name,
                "--position",
                film.position,
                "--duration",
                film.length
            )
            #expect(saved.status == 0)
        }
    }

    private func bytes(_ factor: Int) -> [UInt8] {
        (0..<40_000).map { UInt8(truncatingIfNeeded: ($0 &* factor) >> 3) }
    }

    private func exchange(_ one: String, _ other: String) {
        let names = [one, other, "x"].map(daemon.directory.file)
        #expect(rename(names[0], names[2]) == 0)
        #expect(rename(names[1], names[0]) == 0)
        #expect(rename(names[2], names[1]) == 0)
    }

    @Test(arguments: [[], ["--duration", "30:00"], ["--duration", "20:00"], ["--tick"]])
    func `files that have exchanged their paths keep their positions`(
        options: [String]
    ) async throws {
        try await films([("a.mkv", "5:00", "20:00"), ("b.mkv", "7:00", "30:00")])
        exchange("a.mkv", "b.mkv")
        #expect(try await position("a.mkv") == "7:00 of 30:00 (23 %)")
        #expect(try await position("b.mkv") == "5:00 of 20:00 (25 %)")
        #expect(try await run("resume", "a.mkv").output == "420\n")
        let save = ["save", "a.mkv", "--position", "8:00"] + options
        #expect(
            try await Program.run(
                save,
                socket: daemon.socket,
                directory: daemon.directory.path
            ).status == 0
        )
        #expect(try await position("a.mkv").hasPrefix("8:00"))
        #expect(try await position("b.mkv") == "5:00 of 20:00 (25 %)")
        exchange("a.mkv", "b.mkv")
        #expect(try await position("a.mkv") == "5:00 of 20:00 (25 %)")
        #expect(try await position("b.mkv").hasPrefix("8:00"))
        #expect(try await run("list", "--json").output.split(separator: "\n").count == 2)
        #expect(try await run("alias", "--remove", "a.mkv").status == 0, "the name, not the film")
        exchange("a.mkv", "b.mkv")
        #expect(try await position("a.mkv").hasPrefix("8:00"))
        #expect(try await position("b.mkv") == "5:00 of 20:00 (25 %)")
    }

    @Test(arguments: [
        ("20:00", 1, "another encoding has the same length"),
        ("20:01", 1, "another encoding may be longer by a second"),
        ("30:00", 2, "another film has another length"),
        (nil, 2, "nothing shows that it is the same film"),
    ])
    func `a new file at a known path keeps the position of the former one`(
        length: String?,
        items: Int,
        reason: Comment
    ) async throws {
        try await films([("a.mkv", "5:00", "20:00")])
        try DaemonFiles.write(bytes(91), to: daemon.directory.file("a.mkv"))
        #expect(try await position("a.mkv") == "5:00 of 20:00 (25 %)", "it may be the same film")
        let save =
            length.map { ["save", "a.mkv", "--position", "9:00", "--duration", $0] }
            ?? ["save", "a.mkv", "--position", "9:00"]
        let saved = try await Program.run(
            save,
            socket: daemon.socket,
            directory: daemon.directory.path
        )
        #expect(saved.status == 0)
        #expect(try await position("a.mkv").hasPrefix("9:00"))
        let listed = try await run("list", "--json").output.split(separator: "\n")
        #expect(listed.count == items, reason)
        try DaemonFiles.write(bytes(41), to: daemon.directory.file("former.mkv"))
        let former = try await position("former.mkv")
        #expect(former == (items == 1 ? "status 1" : "5:00 of 20:00 (25 %)"), reason)
    }

    @Test func `a file that has grown is still the same item`() async throws {
        try DaemonFiles.write(Array(bytes(41).prefix(20_000)), to: film)
        try await save(film, "5:00")
        try DaemonFiles.write(bytes(41), to: film)
        try await save(film, "6:00")
        #expect(try await run("list", "--json").output.split(separator: "\n").count == 1)
    }

    @Test func `an item whose path has another item's file is searched for before it is played`()
        async throws
    {
        let client = StateClient(socket: daemon.socket)
        try await films([("a.mkv", "5:00", "20:00"), ("b.mkv", "7:00", "30:00")])
        let (a, b) = (daemon.directory.file("a.mkv"), daemon.directory.file("b.mkv"))
        #expect(try await PlayableItem.of(b, from: client) == b)
        #expect(rename(a, b) == 0)
        let failure = await #expect(throws: Failure.self) {
            try await PlayableItem.of(b, from: client)
        }
        #expect(failure?.message.contains("another item's file has its path") == true)
        try DaemonFiles.write(bytes(91), to: b)
        #expect(try await PlayableItem.of(b, from: client) == b, "it may be the same film")
    }

    @Test func `a name that is not UTF-8 is refused`() async throws {
        let refused = try await Program.run(
            ["-c", "exec \"$0\" save \"$(printf 'a\\377b')\" --position 1", try Program.path()],
            socket: daemon.socket,
            program: "/bin/sh"
        )
        #expect(refused.status == 65)
        #expect(refused.errors.contains("is not UTF-8"))
        #expect(try await run("list", "--json").output.isEmpty)
    }

    @Test func `a name that is neither an item nor a file is reported`() async throws {
        let missing = try await run("get", film + ".none")
        #expect(missing.status == 1)
        #expect(missing.errors.contains(film + ".none"))
    }
}
