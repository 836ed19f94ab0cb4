// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Foundation
import ModelTesting
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import statectl

@Suite struct TransferTests {
    private let line =
        #"{"item":"i","player":"p","status":"playing","position":5.0,"#
        + #""device":"d","at":1700000000000,"expiresAt":1,"revision":3,"new":true}"#

    @Test func `an export has all resume points, one on each line`() async throws {
        try await withDaemon { daemon in
            let run = try await Program.run("export", socket: daemon.socket)
            #expect(run.status == 0)
            #expect(run.output == DaemonScripts.alien.text + "\n" + DaemonScripts.radio.text + "\n")
            #expect(run.errors.isEmpty)
        }
    }

    @Test func `an export has points that are saved while it reads the pages`() async throws {
        var moved = DaemonScripts.alien
        moved.position += 60
        let changes = [
            Change(kind: .saved, revision: 8, item: moved.item, player: "mpv", point: moved),
            Change(kind: .cleared, revision: 9, item: "gone", player: "mpv", point: moved),
        ]
        try await withDaemon(DaemonScripts.changed(changes)) { daemon in
            let run = try await Program.run("export", socket: daemon.socket)
            #expect(run.status == 0)
            let points = [DaemonScripts.alien, DaemonScripts.radio, moved]
            #expect(run.output == points.map { $0.text + "\n" }.joined())
        }
    }

    @Test func `an export into a file is complete`() async throws {
        try await withTemporaryDirectory { directory in
            try await withDaemon { daemon in
                let path = "\(directory)/points.jsonl"
                let run = try await Program.run("export", path, socket: daemon.socket)
                #expect(run.output == "exported 2 resume points to \(path)\n")
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(text == DaemonScripts.alien.text + "\n" + DaemonScripts.radio.text + "\n")
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 1)
            }
        }
    }

    @Test func `export --json prints its result as JSON`() throws {
        let daemon = try DaemonProcess.running()
        let file = daemon.directory.file("my points")
        #expect(
            try daemon.shell("statectl export '\(file)' --json")
                == #"{"file":"\#(file)","points":0}"# + "\n"
        )
        _ = try daemon.shell("statectl save i --position 5")
        #expect(
            try daemon.shell("statectl export --json '\(file)'")
                == #"{"file":"\#(file)","points":1}"# + "\n"
        )
    }

    @Test func `an export to a symbolic link writes the target and keeps the link`() throws {
        let daemon = try DaemonProcess.running()
        _ = try daemon.shell("statectl save i --position 5")
        let folder = daemon.directory.file("e")
        func said(_ line: String) throws -> String {
            try daemon.shell("mkdir -p \(folder)/far; cd \(folder); \(line)")
        }
        let line = #"{"item":"i","#
        #expect(try said("echo old >far/a; ln -s far/a one; ln -s one two") == "")
        #expect(try said("statectl export two") == "exported 1 resume point to two\n")
        #expect(try said("test -h one && test -h two && cat far/a").hasPrefix(line))
        #expect(try said("ln -s \(folder)/far/b new; statectl export new --json >far/json") == "")
        #expect(try said("test -h new && cat far/b").hasPrefix(line))
        #expect(try said("ls . far") == ".:\nfar\nnew\none\ntwo\n\nfar:\na\nb\njson\n")
        #expect(
            try said("ln -s round round; statectl export round")
                == "statectl: round: Too many levels of symbolic links\n[65]"
        )
        #expect(
            try said("ln -s gone/c lost; statectl export lost")
                == "statectl: gone/c: No such file or directory\n[65]"
        )
        #expect(
            try said("statectl export ''")
                == "statectl: the argument after “export” is empty; is a variable not set?\n[65]"
        )
    }

    @Test func `an export to the path /dev/stdout replaces no file`() throws {
        let daemon = try DaemonProcess.running()
        _ = try daemon.shell("statectl save i --position 5")
        let folder = daemon.directory.path
        let line = "{ echo before; statectl export /dev/stdout; echo after; } >\(folder)/all"
        let words = try daemon.shell("\(line); cut -c 1-11 \(folder)/all; ls \(folder) | grep all")
        #expect(words.hasPrefix("before\n{\"item\":\"i\"\n"))
        #expect(words.hasSuffix("\nafter\nall\n"))
        #expect(!words.contains("part"))
    }

    @Test func `an export that fails keeps the old file and leaves no temporary one`() async throws
    {
        try await withTemporaryDirectory { directory in
            try await withDaemon { call in
                call.method == Playback.List.name
                    ? [StateError.storageUnavailable(reason: "broken").message]
                    : DaemonScripts.well(call)
            } body: { daemon in
                let path = "\(directory)/points.jsonl"
                try "old".write(toFile: path, atomically: false, encoding: .utf8)
                let run = try await Program.run("export", path, socket: daemon.socket)
                #expect(run.status == 75)
                #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 1)
            }
        }
    }

    @Test func `an export changes no other file beside its own`() async throws {
        try await withTemporaryDirectory { directory in
            try await withDaemon { daemon in
                let path = "\(directory)/points.jsonl"
                let files = FileManager.default
                try "precious".write(
                    toFile: "\(directory)/precious",
                    atomically: false,
                    encoding: .utf8
                )
                try files.createSymbolicLink(
                    atPath: path + ".part",
                    withDestinationPath: "precious"
                )
                let run = try await Program.run("export", path, socket: daemon.socket)
                #expect(run.status == 0)
                #expect(
                    try String(contentsOfFile: path + ".part", encoding: .utf8) == "precious"
                )
                #expect(
                    try files.contentsOfDirectory(atPath: directory).sorted()
                        == ["points.jsonl", "points.jsonl.part", "precious"]
                )
            }
        }
    }

    @Test func `an export's file may have the longest possible name`() async throws {
        try await withTemporaryDirectory { directory in
            try await withDaemon { daemon in
                let name = String(repeating: "n", count: 255)
                let run = try await Program.run(
                    "export",
                    "\(directory)/\(name)",
                    socket: daemon.socket
                )
                #expect(run.status == 0)
                let found = try FileManager.default.contentsOfDirectory(atPath: directory)
                #expect(found == [name])
            }
        }
    }

    @Test func `an export can write into a pipe or a device without replacing it`() throws {
        let daemon = try DaemonProcess.running()
        let pipe = daemon.directory.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        _ = try daemon.shell("statectl save i --position 5")
        let both = "cat \(pipe) & statectl export \(pipe) >/dev/null; wait"
        #expect(try daemon.shell(both).hasPrefix(#"{"item":"i","#))
        #expect(try daemon.shell("test -p \(pipe) && test -e \(pipe).part") == "[1]")
        #expect(
            try daemon.shell("ln -s /dev/full \(pipe).full; statectl export \(pipe).full")
                == "statectl: \(pipe).full: No space left on device\n[75]"
        )
        #expect(try daemon.shell("test -h \(pipe).full") == "")
        #expect(
            try daemon.shell("statectl export /tmp") == "statectl: /tmp: Is a directory\n[65]"
        )
    }

    @Test func `imported points keep their time of observation`() async throws {
        try await withDaemon { daemon in
            let run = try await Program.run(
                "import",
                "-",
                socket: daemon.socket,
                input: "\(line)\n\n  \n\(line)"
            )
            #expect(run.output.hasPrefix("imported 2 of 2 resume points"))
            #expect(run.errors.isEmpty)
            let calls = try await daemon.calls().filter { $0.method == Playback.SaveMany.name }
            #expect(calls.count == 1)
            let snapshot = Snapshot(
                item: "i",
                player: "p",
                status: .paused,
                position: 5,
                at: 1_700_000_000_000,
                ttl: 2_592_000
            )
            #expect(
                try Playback.SaveMany.parameters(of: calls[0]).snapshots == [snapshot, snapshot]
            )
        }
    }

    @Test func `many points are imported in batches`() async throws {
        try await withDaemon { daemon in
            let run = try await Program.run(
                "import",
                "-",
                "--ttl",
                "90d",
                "--json",
                socket: daemon.socket,
                input: String(repeating: line + "\n", count: 1234)
            )
            #expect(
                run.output
                    == #"{"saved":1234,"cleared":0,"ignored":0,"quarantined":0,"removed":0}"# + "\n"
            )
            let batches = try await daemon.calls().map {
                try Playback.SaveMany.parameters(of: $0).snapshots
            }
            #expect(batches.map(\.count) == [500, 500, 234])
            #expect(batches.joined().allSatisfy { $0.ttl == 7_776_000 })
        }
    }

    @Test(arguments: ["4KiB", "64KiB"])
    func `an import is complete even if the daemon takes only short messages`(size: String) throws {
        let daemon = try DaemonProcess.running(.init("--limits.message-size", size))
        let file = daemon.directory.file("points")
        let lines = (0..<600).map { number in
            let item = "\(number) " + "i".repeated(number * 7 % 900)
            return #"{"item":"\#(item)","player":"p","status":"paused","position":60}"# + "\n"
        }
        try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: file))
        #expect(
            try daemon.shell("statectl import '\(file)'")
                == "imported 600 of 600 resume points\n"
        )
    }

    @Test(arguments: [
        ("{}", "line 2: item: is missing"), ("no", "line 2: "), ("[1]", "line 2: "),
        (#"{"item":"i","player":"p","status":"dozing","position":5}"#, "line 2: status: "),
    ])
    func `the error for an invalid line of an import gives the line's number`(
        bad: String,
        message: String
    ) async throws {
        try await withDaemon { daemon in
            let run = try await Program.run(
                "import",
                "-",
                socket: daemon.socket,
                input: "\(line)\n\(bad)\n"
            )
            #expect(run.status == 65)
            #expect(run.errors.hasPrefix("statectl: standard input: \(message)"))
            let calls = try await daemon.calls()
            #expect(calls.isEmpty)
        }
    }

    /// The points of an export without what a new save changes.
    private func library(_ export: String) throws -> [ResumePoint] {
        try export.split(separator: "\n").map { line in
            var point = try ResumePoint(json: Array(line.utf8))
            (point.expiresAt, point.revision, point.device) = (0, 0, "")
            if point.status == .playing { point.status = .paused }
            return point
        }
    }

    @Test func `exported points can be imported after a clear with --anyway`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let items = ["/f/Über alles.mkv", "a\tb\nc", "“quoted” 'it'", "-dash", "x".repeated(1_024)]
        let now = TimeContext.current.now.rawValue
        for (index, item) in items.enumerated() {
            let at = now - (index + 1) * 3_600_000
            try client.save(item, 100 + Double(index), ["at": .int(at), "duration": 6000.0])
        }
        try client.save(
            "plays",
            50,
            ["status": "playing", "title": "Plays", "at": .int(now - 9_000)]
        )
        try client.save("expires", 70, ["ttl": 86_400, "at": .int(now - 80_000_000)])
        let file = daemon.directory.file("points")
        _ = try daemon.shell("statectl export \(file)")
        let before = try library(try daemon.shell("statectl export"))
        #expect(before.count == items.count + 2)
        _ = try daemon.shell("statectl clear --all --yes")
        #expect(
            try daemon.shell("statectl import \(file)")
                == "imported 0 of 7 resume points; skipped 7 whose items were cleared or "
                + "finished later; use --anyway to save them\n[1]"
        )
        #expect(
            try daemon.shell("statectl import \(file) --anyway")
                == "imported 7 of 7 resume points\n"
        )
        #expect(try library(try daemon.shell("statectl export")) == before)
        #expect(
            try daemon.shell("statectl import \(file)")
                == "imported 0 of 7 resume points; ignored 7 unchanged\n"
        )
    }

    @Test func `an import says that it takes over points of other devices`() throws {
        let daemon = try DaemonProcess.running()
        let lines = ["a", "b"].map { item in
            #"{"item":"\#(item)","player":"p","status":"paused","position":5,"device":"den"}"#
        }
        let said = try daemon.shell(
            "printf '%s\\n' '\(lines.joined(separator: "' '"))' | statectl import -"
        )
        #expect(
            said.hasPrefix(
                "imported 2 of 2 resume points; 2 of other devices now belong to "
            )
        )
        _ = try daemon.shell("statectl export >\(daemon.directory.file("own"))")
        #expect(
            try daemon.shell(
                "statectl clear a; statectl import --anyway \(daemon.directory.file("own"))"
            )
            .hasSuffix("imported 1 of 2 resume points; ignored 1 unchanged\n")
        )
    }

    @Test(arguments: ["0", "367d"])
    func `an invalid time to live is reported for its option and not for a line`(
        ttl: String
    ) async throws {
        let run = try await Program.run("import", "-", "--ttl", ttl, input: line)
        #expect(run.status == 65)
        #expect(run.errors == "statectl: --ttl: must be 1s to 366d\n")
    }

    @Test func `the error for a refused point of an import gives the line's number`() async throws {
        try await withDaemon { daemon in
            let bad = line.replacingOccurrences(of: #""player":"p""#, with: #""player":"bad""#)
            let run = try await Program.run(
                "import",
                "-",
                socket: daemon.socket,
                input: "\(line)\n\(bad)\n\(line)\n"
            )
            #expect(run.status == 65)
            #expect(
                run.errors == "statectl: standard input: line 2: player: is bad; before that, "
                    + "imported 1 of 1 resume point\n"
            )
            let none = try await Program.run("import", "-", socket: daemon.socket, input: "{\n")
            #expect(none.errors.hasSuffix("; nothing was imported\n"))
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}

extension ResumePoint {
    /// The point as one line of an export.
    fileprivate var text: String { String(decoding: json, as: UTF8.self) }
}
