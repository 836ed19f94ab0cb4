// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Foundation
import ModelTesting
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

/// Several items at once, and what was cleared together, with a real daemon.
@Suite struct SeveralItemsTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .withoutRewind()
        client = try daemon.client()
        for item in ["a", "b", "c"] { try client.save(item, 100) }
    }

    @Test func `if one item is missing, the others are still handled`() async throws {
        let got = try await daemon.said("get a nope b --json")
        #expect(got.contains(#"{"item":"a","#))
        #expect(got.contains(#"{"item":"b","#))
        #expect(
            got.contains(#"{"error":"notThere","status":1,"message":"no resume point for nope"#)
        )
        #expect(got.hasSuffix("[1]"))
        #expect(
            try await daemon.said("clear a nope c").hasPrefix(
                "cleared a; “statectl undo a” restores it\n"
                    + "cleared c; “statectl undo c” restores it\n"
            )
        )
        #expect(
            try await daemon.said("undo --dry-run a c")
                == "would restore a at 1:40\nwould restore c at 1:40\n"
        )
        #expect(
            try await daemon.said("undo a c")
                == "restored a at 1:40\nrestored c at 1:40\n"
        )
    }

    @Test func `undo and undo --dry-run skip a value that never was the resume point`()
        async throws
    {
        _ = try await daemon.said("clear a")
        // Older than its time to live.
        _ = try await daemon.said("save a --position 7 --at -48h")
        #expect(try await daemon.said("history a").hasPrefix("5\t7\t"))
        #expect(try await daemon.said("undo --dry-run a") == "would restore a at 1:40\n")
        #expect(try await daemon.said("undo a") == "restored a at 1:40\n")
    }

    @Test func `one undo restores the items that one command has cleared`() async throws {
        #expect(
            try await daemon.said("clear --all --dry-run").split(separator: "\n").count == 3
        )
        #expect(
            try await daemon.said("clear --all")
                == "cleared 3 resume points; “statectl undo --all” restores them\n"
        )
        #expect(try await daemon.said("list") == "")
        try client.save("b", 7)
        #expect(try await daemon.said("undo --all --dry-run") == "c\na\n")
        #expect(try await daemon.said("undo --all") == "restored 2 resume points\n")
        #expect(try await daemon.said("resume a") == "100\n")
        #expect(try await daemon.said("resume b") == "7\n")
        #expect(
            try await daemon.said("undo --all")
                == "statectl: there is no “statectl clear” of several items left to undo; "
                + "“statectl undo ITEM” restores one item\n[1]"
        )
    }

    @Test func `undo --all restores a point that appeared while clear --all was running`()
        async throws
    {
        let points = [DaemonScripts.alien, DaemonScripts.radio]
        let changes = points.map {
            Change(kind: .cleared, revision: 9, item: $0.item, player: "mpv", point: $0)
        }
        try await withDaemon(DaemonScripts.changed(changes)) { fake in
            let home = ["HOME": daemon.directory.path]
            for words in [["clear", "--all", "--yes"], ["undo", "--all"]] {
                let run = try await Program.run(words, socket: fake.socket, environment: home)
                #expect(run.status == 0)
            }
            let call = try #require(try await fake.calls().last)
            let items = try Playback.UndoMany.Parameters(json: call.parameters).items
            #expect(items == points.map(\.item))
        }
    }

    @Test func `undo --all also restores points cleared by player or by name`() async throws {
        try client.save("d", 50, ["player": "vlc"])
        try client.save("e", 60, ["player": "vlc"])
        #expect(
            try await daemon.said("clear --player vlc")
                == "cleared 2 resume points; “statectl undo --all” restores them\n"
        )
        #expect(try await daemon.said("undo --all") == "restored 2 resume points\n")
        _ = try await daemon.said("clear a b")
        #expect(try await daemon.said("undo --all") == "restored 2 resume points\n")
        #expect(try await daemon.said("resume d") == "50\n")
        #expect(
            try await daemon.said("clear --player vcl")
                == "statectl: there is no player “vcl”; did you mean “vlc”? “statectl players” lists "
                + "the players\n[1]"
        )
    }

    @Test
    func `undo --all restores a file that was cleared by a symbolic link to it`() async throws {
        let folder = daemon.directory
        for name in ["one.mkv", "two.mkv"] {
            try Data("film \(name)".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
            try client.save(folder.file(name), 30)
        }
        #expect(symlink("one.mkv", folder.file("link.mkv")) == 0)
        _ = try await daemon.said("clear \(folder.file("link.mkv")) \(folder.file("two.mkv"))")
        #expect(
            try await daemon.said("undo --all --dry-run --json")
                == #"{"item":"\#(folder.file("one.mkv"))"}"# + "\n"
                + #"{"item":"\#(folder.file("two.mkv"))"}"# + "\n"
        )
        #expect(try await daemon.said("undo --all") == "restored 2 resume points\n")
    }

    @Test func `clear needs no home directory, and says what undo --all will not restore`()
        async throws
    {
        func run(_ line: String) async throws -> Program {
            try await Program.run(
                line.split(separator: " ").map(String.init),
                socket: daemon.socket,
                environment: ["HOME": "/dev/null"]
            )
        }
        let notice = "statectl: “statectl undo --all” will not restore these items: /dev/null"
        let some = try await run("clear a nope b")
        #expect(some.status == 1)
        #expect(
            some.output == "cleared a; “statectl undo a” restores it\n"
                + "cleared b; “statectl undo b” restores it\n"
        )
        #expect(some.errors.contains("no resume point for nope"))
        #expect(some.errors.components(separatedBy: notice).count == 2)
        #expect(try await daemon.said("undo a b").hasPrefix("restored a"))
        let several = try await run("clear a b")
        #expect(several.status == 0)
        #expect(several.errors.hasPrefix(notice))
        let all = try await run("clear --all")
        #expect(all.status == 0)
        #expect(all.output == "cleared 1 resume point\n")
        #expect(all.errors.hasPrefix(notice))
        #expect(try await daemon.said("list") == "")
    }

    @Test func `the error for a missing point mentions the history if there is one`() async throws {
        let nothing =
            "statectl: no resume point for nope; “statectl list” lists the resume points\n[1]"
        for command in ["get", "clear", "resume", "clear --dry-run"] {
            #expect(try await daemon.said("\(command) nope") == nothing)
        }
        _ = try await daemon.said("clear a")
        let former =
            "statectl: no resume point for a; “statectl history a” shows earlier values\n[1]"
        for command in ["get", "clear", "resume", "clear --dry-run"] {
            #expect(try await daemon.said("\(command) a") == former)
        }
    }

    @Test func `undo mentions the history only if the item has one`() async throws {
        #expect(
            try await daemon.said("undo nope")
                == "statectl: nothing to undo for nope; “statectl list” lists the resume points\n[1]"
        )
        #expect(try await daemon.said("undo a") == "statectl: nothing to undo for a\n[1]")
        try client.save("a", 200)
        let said = try await daemon.said("undo a --to 999")
        #expect(said.hasSuffix("; “statectl history a” shows its earlier values\n[1]"))
    }

    @Test func `with --json, errors are JSON`() async throws {
        let wrong = try await Program.run("get", "a", "--json", "--nope", socket: daemon.socket)
        #expect(
            wrong.errors == #"{"error":"usage","status":64,"message":"unknown option “--nope”; "#
                + #"see “statectl get --help”"}"# + "\n"
        )
        let absent = try await Program.run("--json", "list", socket: "/nonexistent/s")
        #expect(absent.status == 69)
        #expect(
            absent.errors.hasPrefix(#"{"error":"noDaemon","status":69,"message":"no daemon at"#)
        )
    }
}
