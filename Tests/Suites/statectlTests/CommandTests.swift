// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@Suite struct CommandTests {
    private let alien =
        #"{"item":"/films/alien.mkv","player":"mpv","status":"paused","#
        + #""position":3723.5,"duration":7020.0,"title":"Alien","device":"desk","#
        + #""at":1795250100000,"expiresAt":9795336500000,"revision":7}"#

    @Test func `save sends its arguments to the daemon`() async throws {
        try await withDaemon { daemon in
            let run = try await Program.run(
                [
                    "save", "/films/alien.mkv", "--position", "1:02:03", "--duration", "1:57:00",
                    "--status", "failed", "--player", "mpv", "--title", "-Alien-",
                    "--cause", "stop", "--reason", "it broke", "--at", "@1700000000",
                    "--ttl", "30d",
                ],
                socket: daemon.socket
            )
            #expect(run.output == "saved -Alien- at 1:02:03 of 1:57:00 (53 %)\n")
            #expect(run.errors.isEmpty)
            #expect(run.status == 0)
            let call = try #require(try await daemon.calls().first)
            #expect(
                try Playback.Save.parameters(of: call).snapshot
                    == Snapshot(
                        item: "/films/alien.mkv",
                        player: "mpv",
                        status: .failed,
                        position: 3723,
                        duration: 7020,
                        title: "-Alien-",
                        reason: "it broke",
                        cause: .stop,
                        at: 1_700_000_000_000,
                        ttl: 2_592_000
                    )
            )
        }
    }

    @Test func `save takes the player from the environment, and prints one short line`()
        async throws
    {
        // A tick has no answer: when the program has ended, the daemon may have yet to read it.
        let (calls, arrivals) = AsyncStream.makeStream(of: Call.self)
        try await withDaemon { call in
            arrivals.yield(call)
            return DaemonScripts.well(call)
        } body: { daemon in
            _ = try await Program.run("save", "i", "--position", "5", socket: daemon.socket)
            _ = try await Program.run(
                "save",
                "i",
                "--position",
                "5",
                "--tick",
                socket: daemon.socket,
                environment: ["STATECTL_PLAYER": "mine"]
            )
            var found: [Call] = []
            for await call in calls.prefix(2) { found.append(call) }
            #expect(found.map(\.oneway) == [false, true])
            #expect(
                try found.map { try Playback.Save.parameters(of: $0).snapshot } == [
                    Snapshot(item: "i", player: "statectl", status: .paused, position: 5),
                    Snapshot(item: "i", player: "mine", status: .paused, position: 5),
                ]
            )
        }
    }

    @Test(arguments: [
        (["get", "i"], 1), (["list"], 2), (["history", "i"], 1), (["resume"], 1),
        (["undo", "i"], 1), (["clear", "i"], 1), (["clear", "--all", "--yes"], 1),
        (["get", "i", "j"], 2), (["clear", "--all", "--dry-run"], 1), (["health"], 1),
        (["queue", "remove", "mpv", "1"], 1), (["queue", "move", "mpv", "2", "1"], 1),
        (["queue", "clear", "mpv"], 1), (["alerts", "dismiss", "5", "6"], 2),
        (["status"], 1), (["save", "i", "--position", "5"], 1), (["backup"], 1), (["metrics"], 1),
        (["export"], 2), (["players"], 1), (["alerts"], 1), (["alerts", "list"], 1),
        (["alerts", "dismiss", "5"], 1), (["alerts", "retry", "5"], 1),
        (["queue", "show", "mpv"], 1), (["queue", "set", "mpv", "b"], 1),
        (["queue", "add", "mpv", "b"], 1), (["queue", "play", "mpv", "b"], 1),
        (["queue", "skip", "mpv"], 1),
    ])
    func `with --json, a command prints one JSON object on each line`(
        arguments: [String],
        lines: Int
    ) async throws {
        try await withDaemon { daemon in
            let home = try TemporaryDirectory()
            let run = try await Program.run(
                arguments + ["--json"],
                socket: daemon.socket,
                environment: ["HOME": home.path]
            )
            #expect(run.status == 0)
            let objects = run.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(objects.count == lines + 1)
            #expect(objects.last == "")
            for object in objects.dropLast() {
                #expect(object.hasPrefix("{") && object.hasSuffix("}"))
            }
        }
    }

    @Test func `--json prints resume points as the daemon sent them`() async throws {
        try await withDaemon { daemon in
            let get = try await Program.run("get", "i", "--json", socket: daemon.socket)
            #expect(get.output == alien + "\n")
            let list = try await Program.run("list", "--json", socket: daemon.socket)
            #expect(list.output.hasPrefix(alien + "\n"))
        }
    }

    @Test
    func `in a pipe, resume prints seconds, or a clock time with --format clock`() async throws {
        try await withDaemon { daemon in
            let plain = try await Program.run("resume", socket: daemon.socket)
            #expect(plain.output == "3713.5\n")
            let clock = try await Program.run(
                "resume",
                "i",
                "--player",
                "mpv",
                "--format",
                "clock",
                socket: daemon.socket
            )
            #expect(clock.output == "1:01:53.5\n")
            let call = try #require(try await daemon.calls().last)
            #expect(
                try Playback.Resume.parameters(of: call) == .init(item: "i", player: "mpv")
            )
        }
    }

    @Test func `list --since and --until ask the daemon for the points of the period`() async throws
    {
        try await withDaemon { daemon in
            let list = try await Program.run(
                ["list", "--since", "2026-11-21T08:00:00Z", "--until", "2026-11-22T08:00:00Z"],
                socket: daemon.socket
            )
            #expect(list.status == 0)
            let call = try #require(try await daemon.calls().last)
            let parameters = try Playback.List.parameters(of: call)
            #expect(parameters.since == 1_795_248_000_000)
            #expect(parameters.until == 1_795_334_400_000)
            let bad = try await Program.run("list", "--until", "soonish", socket: daemon.socket)
            #expect(bad.status == 65)
            #expect(bad.errors.contains("--until"))
        }
    }

    @Test func `a list sends its conditions to the daemon, and its order only if it has a limit`()
        async throws
    {
        try await withDaemon { daemon in
            for (limit, order) in [([], nil), (["--limit", "5"], PointOrder.left)] {
                let list = try await Program.run(
                    ["list", "--search", "Été", "--status", "paused", "--sort", "left"] + limit,
                    socket: daemon.socket
                )
                #expect(list.status == 0)
                let call = try #require(try await daemon.calls().last)
                let parameters = try Playback.List.parameters(of: call)
                #expect(parameters.search == "Été")
                #expect(parameters.status == .paused)
                #expect(parameters.order == order)
            }
        }
    }

    @Test func `list --search without a word lists all points`() async throws {
        try await withDaemon { daemon in
            for search in ["", " "] {
                let list = try await Program.run("list", "--search", search, socket: daemon.socket)
                #expect(list.status == 0)
                #expect(list.output.split(separator: "\n").count == 2)
                let call = try #require(try await daemon.calls().last)
                #expect(try Playback.List.parameters(of: call).search == nil)
            }
        }
    }

    @Test func `in a pipe, lists are printed as fields`() async throws {
        try await withDaemon { daemon in
            let list = try await Program.run("list", "--player", "mpv", socket: daemon.socket)
            #expect(
                list.output.split(separator: "\n").map { $0.split(separator: "\t").last }
                    == ["/films/alien.mkv", "radio"]
            )
            let call = try #require(try await daemon.calls().last)
            #expect(try Playback.List.parameters(of: call) == .init(player: "mpv", limit: 1000))
            let history = try await Program.run(
                "history",
                "i",
                "--limit",
                "5",
                socket: daemon.socket
            )
            #expect(history.output.hasPrefix("3\t65\tvlc\tdesk\t"))
        }
    }

    @Test func `clear, undo, backup, metrics and call print their results`() async throws {
        try await withDaemon { daemon in
            let clear = try await Program.run("clear", "my film", socket: daemon.socket)
            #expect(
                clear.output == "cleared my film; “statectl undo 'my film'” restores it\n"
            )
            let home = try TemporaryDirectory()
            let all = try await Program.run(
                ["clear", "--all", "--yes"],
                socket: daemon.socket,
                environment: ["HOME": home.path]
            )
            #expect(
                all.output
                    == "cleared 2 resume points; “statectl undo --all” restores them\n"
            )
            let undo = try await Program.run("undo", "i", "--to", "3", socket: daemon.socket)
            #expect(undo.output == "restored Alien at 1:02:03 of 1:57:00 (53 %)\n")
            let call = try #require(try await daemon.calls().last)
            #expect(try Playback.Undo.parameters(of: call) == .init(item: "i", revision: 3))
            let backup = try await Program.run("backup", "b.db", socket: daemon.socket)
            #expect(backup.output == "/s/backups/b.db\n")
            #expect(backup.errors.isEmpty)
            let metrics = try await Program.run("metrics", socket: daemon.socket)
            #expect(metrics.output == "a 1\n# EOF\n")
            let call2 = try await Program.run(
                "call",
                "io.stated.Playback.Clear",
                #"{"item":"i"}"#,
                socket: daemon.socket
            )
            #expect(call2.output == "{\"revision\":9}\n")
        }
    }
}
