// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateClient
import StateProtocol
import StateTesting
import Synchronization
import Testing
import Varlink

@testable import statectl

/// `statectl sync`, with a daemon whose answers are scripted.
@Suite struct SyncTests {
    private func run(
        _ line: String,
        script: @escaping FakeDaemon.Script = SyncScripts.answers()
    ) async throws -> (run: Program, calls: [Call]) {
        var result: (Program, [Call])?
        try await withDaemon(script) { daemon in
            let words = line.split(separator: " ").map(String.init)
            let run = try await Program.run(words, socket: daemon.socket)
            result = (run, try await daemon.calls())
        }
        return try #require(result)
    }

    @Test(arguments: ["sync", "sync status"])
    func `sync without a subcommand shows the sync status`(line: String) async throws {
        let (run, _) = try await run(line, script: SyncScripts.answers(SyncScripts.offline))
        #expect(run.output.hasPrefix("☁\u{338} Offline, saving here\n  file:///home/kim/Sync"))
        #expect(run.status == 0)
    }

    @Test func `with --json, sync commands print the daemon's replies`() async throws {
        let status = String(decoding: SyncScripts.status().json, as: UTF8.self)
        let entry = String(decoding: SyncScripts.failedEntry.json, as: UTF8.self)
        let devices = SyncScripts.devices.map { String(decoding: $0.json, as: UTF8.self) + "\n" }
        #expect(try await run("sync status --json").run.output == status + "\n")
        #expect(try await run("--json sync").run.output == status + "\n")
        #expect(try await run("sync outbox --json").run.output.hasPrefix(entry + "\n"))
        #expect(try await run("sync devices --json").run.output == devices.joined())
        #expect(
            try await run("sync now --json").run.output
                == #"{"pushed":3,"pulled":2,"conflicts":1,"durationMs":1250}"# + "\n"
        )
        #expect(try await run("sync retry --json").run.output == #"{"retried":1}"# + "\n")
        #expect(try await run("sync resolve 3 --json").run.output == "{}\n")
        #expect(try await run("sync dismiss 3 --json").run.output == "{}\n")
        #expect(
            try await run("sync conflicts --json").run.output.hasPrefix(#"{"id":3,"item":"#)
        )
        #expect(try await run("sync explain x --json").run.output.hasPrefix(#"{"revision":7,"#))
    }

    @Test(arguments: [
        ("sync now", "synced in 1.2 s: 3 sent, 2 fetched, 1 conflict\n"),
        ("sync notify", "fetched changes from other devices\n"),
        ("sync retry 12", "trying 1 entry again\n"),
        ("sync resolve 3", "resolved conflict 3: the losing value now wins, on every device\n"),
        (
            "sync forget couch",
            "forgot couch; if it returns, it fetches everything from the remote store "
                + "before it sends anything\n"
        ),
    ])
    func `sync now, notify, retry, resolve and forget print their result as one line`(
        line: String,
        said: String
    ) async throws {
        let (run, _) = try await run(line)
        #expect(run.output == said)
        #expect(run.status == 0)
    }

    @Test func `in a pipe, the columns of sync lists are separated by tabs`() async throws {
        #expect(
            try await run("sync outbox").run.output == """
                12\tfailed\tpoint\t3\t2026-11-21T08:35:00Z\t\t/films/alien.mkv\ttoo large
                13\tpending\tevent\t0\t2026-11-21T08:35:00Z\t2026-11-21T08:45:00Z\tmatch-17\t

                """
        )
        #expect(
            try await run("sync devices").run.output == """
                desk\t2026-11-21T08:35:00Z\t0
                couch\t2026-11-20T08:35:00Z\t-7200000

                """
        )
        #expect(
            try await run("sync explain film").run.output
                == "7\t2026-11-21T08:35:00Z\tcouch\tpod\t65\tlost\t"
                + "desk's change was made 12 s later, and the newest wins\n"
        )
        #expect(try await run("sync conflicts").run.output.hasPrefix("3\tnewest\t2026-11-21T08"))
    }

    @Test func `the options of a sync command become the parameters of its method`() async throws {
        let outbox = try await run("sync outbox --state inFlight --limit 7").calls
        #expect(
            try Sync.ListOutbox.parameters(of: try #require(outbox.first))
                == .init(state: .inFlight, limit: 7)
        )
        let all = try await run("sync retry").calls
        #expect(try Sync.RetryFailed.parameters(of: try #require(all.first)) == .init())
        let one = try await run("sync retry 12").calls
        #expect(try Sync.RetryFailed.parameters(of: try #require(one.first)) == .init(id: 12))
        let notified = try await run("sync notify --scope points").calls
        #expect(
            try Sync.RemoteChanged.parameters(of: try #require(notified.first))
                == .init(scope: "points")
        )
        let explained = try await run("sync explain a%20b").calls
        #expect(
            try Sync.Explain.parameters(of: try #require(explained.last)) == .init(item: "a%20b")
        )
    }

    @Test(arguments: [
        (
            "sync now", StateError.syncDisabled, Int32(69),
            "sync is disabled; “statectl sync setup DIR” sets it up, with a folder that your devices "
                + "share; if a remote is set already, “statectl sync status” says what is wrong"
        ),
        (
            "sync now", .remoteUnavailable(reason: "the folder is not there"), 75,
            "the remote store cannot be reached: the folder is not there; the changes are kept on "
                + "this device; “statectl sync status” shows the state"
        ),
        (
            "sync retry 5", .entryNotFound(id: 5), 1,
            "there is no failed entry 5; “statectl sync outbox --state failed” lists the failed entries"
        ),
        (
            "sync resolve 5", .entryNotFound(id: 5), 1,
            "there is no conflict 5; “statectl sync conflicts” lists the conflicts"
        ),
        (
            "sync dismiss 5", .entryNotFound(id: 5), 1,
            "there is no conflict 5; “statectl sync conflicts” lists the conflicts"
        ),
        (
            "sync forget x", .deviceNotFound(device: "x\u{1b}"), 1,
            "the remote store knows no device x\\u{1b}; “statectl sync devices” lists the devices"
        ),
        (
            "sync devices", .methodNotImplemented("io.stated.Sync.ListDevices"), 69,
            "this daemon does not know io.stated.Sync.ListDevices; it may be older than this "
                + "statectl"
        ),
    ])
    func `an error from the daemon is printed with advice`(
        line: String,
        error: StateError,
        status: Int32,
        said: String
    ) async throws {
        let (run, _) = try await run(line) { _ in [error.message] }
        #expect(run.errors == "statectl: \(said)\n")
        #expect(run.status == status)
    }

    @Test(arguments: ["sync", "sync now", "sync monitor", "sync outbox", "sync retry"])
    func `a missing daemon is reported with how to start it`(line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await Program.run(words, socket: "/nonexistent/s")
        #expect(run.status == 69)
        #expect(run.errors.contains("start one with “stated &”"))
    }

    @Test func `outbox refuses an unknown state, and lists the known ones`() async throws {
        let run = try await Program.run("sync", "outbox", "--state", "lost")
        #expect(run.status == 65)
        #expect(
            run.errors == "statectl: --state: “lost” is not one of pending, inFlight, synced, "
                + "failed\n"
        )
    }

    @Test(arguments: ["outbox", "log", "devices", "conflicts", "now", "explain film"])
    func `with --json, the error says that sync is disabled`(line: String) async throws {
        try await withDaemon { call in
            call.method == Playback.ListAliases.name
                ? [Playback.ListAliases.answer(.init(aliases: []))]
                : [StateError.syncDisabled.message]
        } body: { daemon in
            let words = ["sync"] + line.split(separator: " ").map(String.init) + ["--json"]
            let run = try await Program.run(words, socket: daemon.socket)
            #expect(run.status == 69)
            #expect(run.errors.hasPrefix(#"{"error":"syncDisabled","status":69,"message":"#))
        }
    }

    @Test func `dismiss --all dismisses all conflicts, even if one of them vanishes`()
        async throws
    {
        let left = Mutex(Array(1...2_500))
        try await withDaemon { call in
            left.withLock { left in
                guard call.method == Sync.DismissConflict.name else {
                    let conflicts = left.prefix(1_000).map { SyncScripts.conflict($0) }
                    return [Sync.ListConflicts.answer(.init(conflicts: Array(conflicts)))]
                }
                let id = (try? Sync.DismissConflict.parameters(of: call))?.id ?? 0
                left.removeAll { $0 == id }
                if id == 7 { return [StateError.entryNotFound(id: id).message] }
                return [Sync.DismissConflict.answer(.init())]
            }
        } body: { daemon in
            let all = try await Program.run("sync", "dismiss", "--all", socket: daemon.socket)
            #expect(
                all.output == "removed 2500 conflicts from the list; no resume point was changed\n"
            )
            let none = try await Program.run("sync", "dismiss", socket: daemon.socket)
            #expect(none.status == 64)
        }
    }

    @Test(arguments: [
        ("sync outbox", "Nothing is waiting to be sent."),
        ("sync outbox --state failed", "There are no such entries."),
        ("sync conflicts", "There are no conflicts."),
        ("sync devices", "No device has synced yet."),
        ("sync explain film", "Nothing is known about this item."),
    ])
    func `on a terminal, an empty sync list prints a message`(
        line: String,
        said: String
    ) async throws {
        try await withDaemon { call in
            switch call.method {
            case Sync.ListOutbox.name: [Sync.ListOutbox.answer(.init(entries: []))]
            case Sync.ListConflicts.name: [Sync.ListConflicts.answer(.init(conflicts: []))]
            case Sync.Explain.name: [Sync.Explain.answer(.init(steps: []))]
            case Playback.ListAliases.name: [Playback.ListAliases.answer(.init(aliases: []))]
            default: [Sync.ListDevices.answer(.init(devices: []))]
            }
        } body: { daemon in
            let words = line.split(separator: " ").map(String.init)
            let shown = try await Terminal(columns: 80).run(words, socket: daemon.socket)
            #expect(shown == said + "\n")
        }
    }

    @Test func `on a terminal, a slow round shows its progress`()
        async throws
    {
        // The state comes while the round waits for its reply, so on a connection of its own.
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        try await withDaemon { call in
            guard call.method == Sync.GetStatus.name else { return [] }
            asking.yield()
            return [Sync.GetStatus.answer(.init(status: SyncScripts.status()))]
        } body: { daemon in
            async let shown = Terminal(columns: 80).run("sync", "now", socket: daemon.socket)
            for await _ in asked.prefix(2) {}
            let reply = Sync.SyncNow.Reply(pushed: 4, pulled: 0, conflicts: 0, durationMs: 1_200)
            try await daemon.push(Sync.SyncNow.answer(reply), to: Sync.SyncNow.name)
            let text = try await shown
            #expect(text.contains("sync  [........................]    0 %"))
            #expect(text.hasSuffix("\r\u{1B}[Ksynced in 1.2 s: 4 sent, 0 fetched\n"))
        }
    }

    @Test func `sync monitor shows each change once, and waits if the daemon ends`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket, script: SyncScripts.answers())
            let monitor = try Watcher("sync", "monitor", socket: socket)
            #expect(try await monitor.line()?.hasPrefix("idle\tonline\t3\t1\t0\t2026") == true)
            let same = Sync.Monitor.answer(.init(status: SyncScripts.status()), continues: true)
            try await first.push(same)
            try await first.push(
                Sync.Monitor.answer(.init(status: SyncScripts.failed), continues: true)
            )
            #expect(try await monitor.line()?.hasSuffix("\tno room") == true)
            await first.stop()
            #expect(
                try await monitor.notice()
                    == "statectl: the connection to the daemon ended; waiting for it"
            )
            let second = try await FakeDaemon.start(
                on: socket,
                script: SyncScripts.answers(SyncScripts.offline)
            )
            #expect(try await monitor.notice() == "statectl: the daemon is back")
            #expect(try await monitor.line()?.hasPrefix("offline\toffline") == true)
            #expect(await monitor.interrupt() == 0)
            await second.stop()
        }
    }
}
