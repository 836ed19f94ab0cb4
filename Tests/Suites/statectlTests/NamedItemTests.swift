// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Glibc
import StateClient
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import statectl

/// Every command that takes an item takes the name that `list` prints, with a real daemon.
@Suite struct NamedItemTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .withoutRewind()
        client = try daemon.client()
        for item in ["/films/Alien (1979).mkv", "/a/S01E02.mkv", "/b/S01E02.mkv"] {
            try client.save(item, 100)
        }
    }

    private func run(_ words: String...) async throws -> Program {
        try await Program.run(words, socket: daemon.socket, directory: daemon.directory.path)
    }

    @Test(arguments: [
        ["get"], ["resume"], ["history"], ["alias"], ["clear", "--dry-run"], ["clear"],
    ])
    func `a listed name is accepted, and the error for a misspelt one suggests it`(
        command: [String]
    ) async throws {
        func run(_ item: String) async throws -> Program {
            try await Program.run(
                command + [item],
                socket: daemon.socket,
                directory: daemon.directory.path
            )
        }
        let several = try await run("S01E02.mkv")
        #expect(several.status == 65)
        #expect(several.errors.contains("/a/S01E02.mkv"))
        #expect(several.errors.contains("/b/S01E02.mkv"))
        let wrong = try await run("Alien (1978).mkv")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("did you mean “Alien (1979).mkv”?"))
        #expect(try await run("b/S01E02.mkv").status == 0)
        #expect(try await run("Alien (1979).mkv").status == 0)
    }

    @Test func `resume of an item requires that the selected device observed it last`()
        async throws
    {
        #expect(try await run("resume", "b/S01E02.mkv", "--here").output == "100\n")
        let wrong = try await run("resume", "b/S01E02.mkv", "--device", "nope")
        #expect(wrong.status == 1)
        #expect(wrong.output.isEmpty)
        #expect(wrong.errors.hasPrefix("statectl: there is no device “nope”; "), "\(wrong.errors)")
        try await withDaemon { call in
            switch call.method {
            case Sync.ListDevices.name:
                [Sync.ListDevices.answer(.init(devices: SyncScripts.devices))]
            default: DaemonScripts.well(call)
            }
        } body: { daemon in
            let resume = ["resume", "/films/alien.mkv", "--device"]
            let away = try await Program.run(resume + ["couch"], socket: daemon.socket)
            #expect(away.status == 1)
            #expect(
                away.errors == "statectl: /films/alien.mkv was not observed last on the device "
                    + "“couch”\n"
            )
            #expect(try await Program.run(resume + ["desk"], socket: daemon.socket).status == 0)
        }
    }

    @Test func `a listed name is found among more points than one page has`() async throws {
        try client.save("https://a.example/1%20of%202.mp3", 5, ["title": "One: First/Last"])
        try DaemonScale.fill(client, count: 1_100)
        #expect(try await run("resume", "Alien (1979).mkv").output == "100\n")
        let names = ["1 of 2.mp3", "One: First/Last", "1 of 2.mp3: One: First/Last"]
        for name in names { #expect(try await run("resume", name).output == "5\n", "\(name)") }
        let several = try await run("resume", "S01E02.mkv")
        #expect(several.errors.contains("/b/S01E02.mkv"))
    }

    @Test func `clear prints the full name; undo accepts a short name unless another item has it`()
        async throws
    {
        let cleared = try await run("clear", "Alien (1979).mkv")
        #expect(
            cleared.output == "cleared /films/Alien (1979).mkv; “statectl undo '/films/Alien "
                + "(1979).mkv'” restores it\n"
        )
        #expect(try await run("undo", "--dry-run", "Alien (1979).mkv").status == 0)
        #expect(try await run("undo", "Alien (1979).mkv").status == 0)
        #expect(try await run("get", "/films/Alien (1979).mkv").status == 0)
        _ = try await run("clear", "a/S01E02.mkv")
        let both = try await run("undo", "S01E02.mkv")
        #expect(both.status == 65, "the other one has a resume point")
    }

    @Test
    func `an item of exactly the given name, or a file, has precedence over a listed name`()
        async throws
    {
        try client.save("S01E02.mkv", 7)
        #expect(try await run("resume", "S01E02.mkv").output == "7\n")
        _ = try await run("clear", "S01E02.mkv")
        let twice = try await run("clear", "S01E02.mkv")
        #expect(twice.status == 1, "another item is not cleared in its place")
        try DaemonFiles.write([1], to: daemon.directory.file("Alien (1979).mkv"))
        #expect(try await run("get", "Alien (1979).mkv").status == 1)
    }

    @Test func `save creates the item under the given name`() async throws {
        #expect(try await run("save", "Alien (1979).mkv", "--position", "5").status == 0)
        #expect(try await run("resume", "Alien (1979).mkv").output == "5\n")
        #expect(try await run("resume", "/films/Alien (1979).mkv").output == "100\n")
    }

    @Test func `queue commands accept listed names and the entries of the queue`() async throws {
        #expect(try await run("queue", "add", "mpv", "S01E02.mkv").status == 65)
        for words in [["add", "mpv", "Alien (1979).mkv", "new"], ["play", "mpv", "b/S01E02.mkv"]] {
            let done = try await Program.run(["queue"] + words, socket: daemon.socket)
            #expect(done.status == 0)
        }
        #expect(
            try await run("queue", "show", "mpv").output == "/films/Alien (1979).mkv\nnew\n"
        )
        #expect(try await run("queue", "move", "mpv", "films/Alien (1979).mkv", "2").status == 0)
        #expect(
            try await run("queue", "remove", "mpv", "nwe").errors
                == "statectl: nwe is not in the queue; did you mean “new”?\n"
        )
        #expect(try await run("queue", "remove", "mpv", "Alien (1979).mkv").status == 0)
        #expect(try await run("queue", "show", "mpv").output == "new\n")
    }

    @Test
    func `play reports a name that is not an item, and an item that is not on this machine`()
        async throws
    {
        let wrong = try await run("play", "Alien (1978).mkv")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("did you mean “Alien (1979).mkv”?"))
        let elsewhere = try await run("play", "Alien (1979).mkv")
        #expect(
            elsewhere.errors.hasPrefix("statectl: /films/Alien (1979).mkv is not on this machine")
        )
        #expect(try await daemon.said("alerts") == "")
    }

    /// Another file has taken the path of the item, which moved to the name of its contents.
    @Test func `an item that is known by its contents is opened at its other name`() async throws {
        let item = "content:4-0123456789abcdef"
        let path = daemon.directory.file("Alien, old cut.mkv")
        try client.save(item, 40)
        let statectl = StateClient(socket: daemon.socket)
        await #expect(throws: Failure.self) { try await PlayableItem.of(item, from: statectl) }
        _ = try await statectl.addAlias(path, to: item)
        try DaemonFiles.write(Array("film".utf8), to: path)
        let opened = try await PlayableItem.of(item, from: statectl)
        #expect(opened.hasSuffix("/Alien, old cut.mkv"))
        #expect(await PlayableItem.mayOpen(item, from: statectl))
    }

    @Test func `a group of commands without a subcommand shows the group's list or state`()
        async throws
    {
        #expect(try await daemon.said("queue") == "")
        try client.save("x", 5, ["player": "pod"])
        _ = try await daemon.said("queue set pod next")
        #expect(try await daemon.said("queue") == "next\n")
        _ = try await daemon.said("event append topic.of.an.event")
        #expect(try await daemon.said("event").contains("\ttopic.of.an.event\t"))
        #expect(try await daemon.said("config ttl") == "24h\n")
    }

    @Test
    func `a time in the future is replaced with the present, and a notice says so`() async throws {
        let saved = try await run("save", "new", "--position", "5", "--at", "2099-01-01")
        #expect(saved.status == 0)
        #expect(
            saved.errors.hasPrefix("statectl: 2098-12-31T") || saved.errors.contains("2099-01-01")
        )
        #expect(saved.errors.hasSuffix("is in the future: the current time is used instead\n"))
        #expect(try await run("save", "new", "--position", "6", "--at", "-1m").errors.isEmpty)
    }

    @Test
    func `an item counts as playable if one of its names is a web address or an existing file`()
        async throws
    {
        let file = daemon.directory.file("here.mkv")
        try DaemonFiles.write([1], to: file)
        let statectl = StateClient(socket: daemon.socket)
        for (item, mayOpen) in [
            (file, true), ("https://a.example/b", true), ("podcast:episode-42", false),
            ("/nowhere/at/all.mkv", false), ("episode 1", false),
        ] {
            try client.save(item, 50)
            #expect(await PlayableItem.mayOpen(item, from: statectl) == mayOpen, "\(item)")
        }
        _ = try await run("alias", "/nowhere/at/all.mkv", file + ".copy")
        try DaemonFiles.write([2], to: file + ".copy")
        #expect(await PlayableItem.mayOpen("/nowhere/at/all.mkv", from: statectl))
        await statectl.close()
    }

    @Test func `undo says so if the position is the same`() async throws {
        _ = try await daemon.said("save film --position 1:40")
        _ = try await daemon.said("clear film")
        #expect(try await daemon.said("undo film") == "restored film at 1:40\n")
        #expect(try await daemon.said("undo film") == "film was already at 1:40\n")
    }

    @Test func `undo says how to go further back`() async throws {
        for position in [600, 2000, 5000] {
            try client.save("film", Double(position), ["cause": "seek"])
        }
        let undone = try await daemon.said("undo film")
        #expect(undone.hasPrefix("restored film at 33:20; “statectl undo film --to "))
        #expect(undone.hasSuffix("goes further back, to 10:00\n"))
        let command = try #require(undone.split(separator: "“").last?.split(separator: "”").first)
        let further = try await daemon.said(command.dropFirst("statectl ".count).description)
        #expect(further == "restored film at 10:00\n")
    }

    @Test func `players and queues are shown with titles, and equal names with directories`()
        async throws
    {
        try client.save("/f/alien.mkv", 100, ["title": "Alien", "player": "pod"])
        _ = try await daemon.said("queue set pod /f/alien.mkv /a/S01E02.mkv /b/S01E02.mkv new")
        #expect(
            try await daemon.shown("queue show pod").split(separator: "\n").dropFirst()
                .map { $0.dropFirst(5) } == ["Alien", "/a/S01E02.mkv", "/b/S01E02.mkv", "new"]
        )
        let players = try await daemon.shown("players")
        #expect(players.contains("Alien "))
        #expect(!players.contains("alien.mkv"))
    }
}
