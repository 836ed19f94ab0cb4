// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateModel
import StateProtocol
import Testing

@Suite struct ExitStatusTests {
    @Test
    func `with --json, an error of web client is JSON with its name and status`() async throws {
        try await withTemporaryDirectory { (directory: String) async throws -> Void in
            func said(_ words: String...) async throws -> String {
                try await Program.run(
                    ["web", "client"] + words + ["--json"],
                    environment: ["HOME": directory]
                ).errors
            }
            #expect(
                try await said("end", "x").hasPrefix(#"{"error":"notThere","status":1,"message":"#)
            )
            #expect(
                try await said("add", "a b")
                    == #"{"error":"badValue","status":65,"message":"a name must consist of 1 to "#
                    + "32 of the characters a-z, 0-9, “.”, “_” and “-”\"}\n"
            )
            #expect(try await said("add", "x") == "")
            #expect(
                try await said("add", "x")
                    == #"{"error":"badValue","status":65,"message":"the name “x” is taken: see "#
                    + "“statectl web clients”\"}\n"
            )
            for number in 2...100 { #expect(try await said("add", "x\(number)") == "") }
            #expect(
                try await said("add", "y")
                    == #"{"error":"tryAgain","status":75,"message":"there are 100 apps already: "#
                    + "remove one with “statectl web client end NAME”\"}\n"
            )
        }
    }

    @Test(arguments: [
        ["bogus"], ["save"], ["save", "i"], ["save", "--position", "5"], ["get"],
        ["help", "nope"], ["help", "queue", "nope"],
        ["undo"], ["undo", "i", "--all"],
        ["undo", "i", "j", "--to", "1"], ["alerts", "dismiss", "5", "--all"],
        ["config", "set", "ttl"], ["config", "set", "ttl", "1h", "--unset"],
        ["setup", "--undo", "--no-mpv"],
        ["get", "i", "--bogus"], ["clear"], ["clear", "i", "--all"],
        ["clear", "--all", "--player", "p"],
        ["import"], ["call"], ["get", "i", "--socket"], ["players", "mpv"],
        ["queue", "bogus", "x"],
        ["queue", "set"], ["queue", "set", "mpv"],
        ["queue", "set", "mpv", "i", "--empty"], ["queue", "add", "mpv"], ["queue", "play", "mpv"],
        ["queue", "play", "mpv", "i", "j"], ["queue", "skip"], ["queue", "skip", "mpv", "--next"],
        ["alerts", "bogus"], ["alerts", "dismiss"], ["alerts", "retry", "5", "6"],
        ["wait"], ["wait", "i", "j"], ["wait", "i", "--kind", "saved,event"],
        ["watch", "--until", "event"], ["watch", "--kind", "event"], ["status", "now"],
        ["event", "bogus"], ["event", "append"],
        ["event", "list", "x"],
        ["event", "append", "t", "{}", "{}"], ["event", "follow", "--after", "1"],
    ])
    func `an invalid command line ends with status 64`(arguments: [String]) async throws {
        let run = try await Program.run(arguments)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(isOneLine(run.errors))
        #expect(run.errors.contains("--help”"))
    }

    @Test(arguments: [
        ["save", "i", "--position", "abc"], ["save", "i", "--position", "-5"],
        ["save", "i", "--position", "5", "--duration", "x"],
        ["save", "i", "--position", "5", "--status", "dozing"],
        ["save", "i", "--position", "5", "--cause", "whim"],
        ["save", "i", "--position", "5", "--at", "someday"],
        ["save", "i", "--position", "5", "--ttl", "forever"],
        ["resume", "--format", "roman"], ["status", "--format", "xml"], ["undo", "i", "--to", "x"],
        ["history", "i", "--limit", "-1"], ["import", "/nonexistent"],
        ["import", "-", "--ttl", "x"], ["call", "a.b.C", "[]"], ["call", "Get"],
        ["watch", "--count", "0"], ["watch", "--count", "-1"], ["wait", "i", "--past", "-5"],
        ["watch", "--until", "save"], ["watch", "--timeout", "soon"],
        ["wait", "i", "--past", "x"], ["wait", "i", "--timeout", "-1"],
        ["alerts", "dismiss", "five"],
        ["alerts", "retry", "0x5"], ["queue", "set", "mpv", "i", "--if-revision", "-1"],
        ["event", "append", "t", "[]"], ["event", "append", "t", "{"],
        ["event", "append", "t", "-"], ["event", "list", "--after", "-1"],
    ])
    func `an invalid value ends with status 65 without a call to the daemon`(
        arguments: [String]
    ) async throws {
        let run = try await Program.run(arguments)
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
        #expect(isOneLine(run.errors))
    }

    @Test(arguments: [
        (
            "sav film.mkv",
            "there is no command “sav”; did you mean “statectl save”? See “statectl"
        ),
        ("wahtever", "there is no command “wahtever”; see “statectl"),
        (
            "--socket /s queue shw mpv",
            "there is no command “queue shw”; did you mean “statectl queue show”? See “statectl queue"
        ),
        (
            "sync noww",
            "there is no command “sync noww”; did you mean “statectl sync now”? See “statectl sync"
        ),
        ("list b", "unexpected argument “b”; see “statectl list"),
        ("list b\u{1b}[2J", "unexpected argument “b\\u{1b}[2J”; see “statectl list"),
        ("help nope", "there is no command “nope”; see “statectl"),
        ("get --nope a", "unknown option “--nope”; see “statectl get"),
        ("list --limt 3", "unknown option “--limt”; did you mean “--limit”? See “statectl list"),
        ("ls", "there is no command “ls”; did you mean “statectl list”? See “statectl"),
        ("rm a", "there is no command “rm”; did you mean “statectl clear”? See “statectl"),
        ("show a", "there is no command “show”; did you mean “statectl get”? See “statectl"),
        (
            "version",
            "there is no command “version”; did you mean “statectl --version”? See “statectl"
        ),
        (
            "queue rm mpv 1",
            "there is no command “queue rm”; did you mean “statectl queue remove”? See “statectl queue"
        ),
        (
            "save a",
            "give --position, or for a book --fraction or --locator; see “statectl save"
        ),
        (
            "save a --position 10 --fraction 0.5",
            "give --position, or for a book --fraction, not both; see “statectl save"
        ),
        ("clear", "give exactly one of ITEM, --player and --all; see “statectl clear"),
    ])
    func `an error in the command line says what is wrong and which help to read`(
        line: String,
        said: String
    ) async throws {
        let run = try await Program.run(line.split(separator: " ").map(String.init), socket: "/s")
        #expect(run.errors == "statectl: \(said) --help”\n")
        #expect(run.status == 64)
    }

    @Test(arguments: [
        ("status --format text", "use either --format text or --json"),
        ("resume --format clock", "use either --format or --json"),
        ("list --format {item}", "use either --format or --json"),
    ])
    func `--json is refused with another format`(line: String, message: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await Program.run(words + ["--json"], socket: "/nowhere")
        #expect(run.status == 64)
        #expect(run.errors.contains(message))
        for format in ["json", "waybar"] {
            let status = try await Program.run(
                "status",
                "--format",
                format,
                "--json",
                socket: "/nowhere"
            )
            #expect(status.status == (format == "json" ? 69 : 0))
        }
    }

    @Test func `an error about the value of an option names the option`() async throws {
        let run = try await Program.run("save", "i", "--position", "abc")
        #expect(
            run.errors == "statectl: --position: “abc” is not a time: "
                + "write 1:02:03, 62:03, 3723.5, 90s or 1h2m\n"
        )
    }

    @Test(arguments: ["-1", "99999999999999999999", "x"])
    func `an invalid number is refused with the allowed range`(number: String) async throws {
        let run = try await Program.run("list", "--limit", number)
        #expect(run.status == 65)
        #expect(
            run.errors == "statectl: --limit: “\(number)” is not a whole number from 0 to "
                + "9223372036854775807\n"
        )
    }

    @Test(arguments: [
        ["get", "i"], ["watch"], ["backup"], ["list"], ["export"], ["status"], ["players"],
        ["player"],
        ["status", "--follow"], ["queue", "skip", "mpv"],
        ["queue", "set", "mpv", "i"], ["alerts"], ["alerts", "retry", "5"],
        ["save", "i", "--position", "5", "--tick"], ["event", "append", "t"],
        ["event", "list"], ["event", "follow"],
    ])
    func `without a daemon, a command ends with status 69 and names the socket`(
        arguments: [String]
    ) async throws {
        let run = try await Program.run(arguments, socket: "/nonexistent/socket")
        #expect(run.status == 69)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == "statectl: no daemon at /nonexistent/socket: there is no such socket; "
                + "start one with “stated &”\n"
        )
    }

    @Test func `the option --socket overrides the environment`() async throws {
        let run = try await Program.run("get", "i", "--socket", "/nonexistent/a", socket: "/b")
        #expect(run.errors.contains("/nonexistent/a"))
    }

    @Test(arguments: [
        (StateError.notFound(item: "i", player: nil), Int32(1)),
        (.expired(item: "i", expiredAt: 1_700_000_000_000), 1),
        (.invalidValue(parameter: "item", reason: "is too long"), 65),
        (.invalidParameter("item"), 65), (.methodNotImplemented("Get"), 69),
        (.other(name: "com.example.Odd", parameters: Array("{}".utf8)), 70),
        (.storageUnavailable(reason: "the disk is full"), 75),
        (.quotaExceeded(limit: "points", value: 5), 75), (.permissionDenied, 77),
    ])
    func `an error from the daemon has an exit status, and is one line`(
        error: StateError,
        status: Int32
    ) async throws {
        try await withDaemon { _ in
            [error.message]
        } body: { daemon in
            let run = try await Program.run("get", "i", socket: daemon.socket)
            #expect(run.status == status)
            #expect(run.output.isEmpty)
            #expect(isOneLine(run.errors))
        }
    }

    @Test(arguments: [
        (["get", "i"], "no resume point for i; “statectl list” lists the resume points"),
        (["clear", "i"], "no resume point for i; “statectl list” lists the resume points"),
        (
            ["undo", "i"],
            "nothing to undo for i; “statectl list” lists the resume points"
        ),
        (["history", "i"], "nothing is known about i; “statectl list” lists the resume points"),
    ])
    func `an item that does not exist is reported with advice`(
        arguments: [String],
        message: String
    ) async throws {
        try await withDaemon { _ in
            [StateError.notFound(item: "i", player: nil).message]
        } body: { daemon in
            let run = try await Program.run(arguments, socket: daemon.socket)
            #expect(run.status == 1)
            #expect(run.errors == "statectl: \(message)\n")
        }
    }

    @Test func `statectl call without --more ends with status 64 if the method returns a stream`()
        async throws
    {
        try await withDaemon { _ in
            [StateError.expectedMore.message]
        } body: { daemon in
            let run = try await Program.run("call", "a.b.Watch", socket: daemon.socket)
            #expect(run.status == 64)
            #expect(run.errors == "statectl: a.b.Watch answers with a stream: add --more\n")
        }
    }

    @Test func `a reply that is not valid ends the command with status 70`() async throws {
        try await withDaemon { _ in
            [Array("{}\0".utf8)]
        } body: { daemon in
            let run = try await Program.run("get", "i", socket: daemon.socket)
            #expect(run.status == 70)
            #expect(isOneLine(run.errors))
        }
    }

    @Test func `the help of a command has an example, and the command succeeds`() async throws {
        for command in [
            "save", "get", "resume", "list", "clear", "history", "undo", "watch", "status",
            "health", "metrics", "backup", "export", "import", "call", "players", "queue",
            "queue show", "queue set", "queue add", "queue play", "queue skip", "alerts",
            "alerts list", "alerts dismiss", "alerts retry",
        ] {
            let words = command.split(separator: " ").map(String.init)
            let run = try await Program.run(words + ["--help"])
            #expect(run.status == 0)
            #expect(run.errors.isEmpty)
            #expect(run.output.contains("Example:\n  "))
            #expect(run.output.contains("statectl \(command)"))
        }
    }

    @Test(arguments: [
        (["queue"], "queue --help"), (["queue", "set", "mpv"], "queue set --help"),
        (["alerts", "retry"], "alerts retry --help"),
    ])
    func `an error in the command line names the command that shows help`(
        arguments: [String],
        page: String
    ) async throws {
        let run = try await Program.run(arguments + ["--bogus"])
        #expect(run.status == 64)
        #expect(run.errors.hasSuffix("see “statectl \(page)”\n"))
    }

    private func isOneLine(_ text: String) -> Bool {
        text.hasPrefix("statectl: ") && text.hasSuffix("\n")
            && text.dropLast().allSatisfy { $0 != "\n" }
    }
}
