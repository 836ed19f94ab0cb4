// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Foundation
import ModelTesting
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@Suite struct WatchTests {
    @Test func `each change is printed as one line, with its token`() async throws {
        try await withDaemon { daemon in
            let watch = try Watcher("watch", "--json", socket: daemon.socket)
            #expect(try await watch.line()?.hasSuffix(#""revision":7},"token":"t8"}"#) == true)
            #expect(
                try await watch.line() == #"{"kind":"teleported","revision":8,"token":"t8"}"#
            )
            try await daemon.push(
                Playback.Subscribe.answer(
                    changes: [],
                    ready: true,
                    skipped: 0,
                    token: "t9"
                )
            )
            try await daemon.push(
                Playback.Subscribe.answer(
                    .init(
                        changes: [Change(kind: .cleared, revision: 9, item: "i")],
                        ready: true,
                        skipped: 3,
                        token: "t10"
                    ),
                    continues: true
                )
            )
            #expect(
                try await watch.line()
                    == #"{"kind":"cleared","revision":9,"item":"i","token":"t10"}"#
            )
            #expect(await watch.interrupt() == 0)
        }
    }

    @Test func `the options of watch become the parameters of Subscribe`() async throws {
        try await withDaemon { daemon in
            let watch = try Watcher(
                "watch",
                "--since",
                "-t-",
                "--player",
                "mpv",
                "--item",
                "i",
                socket: daemon.socket
            )
            _ = try await watch.line()
            let call = try #require(
                try await daemon.calls().first { $0.method == Playback.Subscribe.name }
            )
            #expect(
                try Playback.Subscribe.parameters(of: call)
                    == .init(token: "-t-", player: "mpv", item: "i", front: true)
            )
            #expect(await watch.interrupt() == 0)
        }
    }

    @Test func `watch continues after a restart of the daemon, and says so once`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket, script: DaemonScripts.well)
            let watch = try Watcher("watch", socket: socket)
            #expect(try await watch.line()?.contains("current   Alien") == true)
            #expect(try await watch.line()?.contains("teleported") == true)
            await first.stop()
            #expect(
                try await watch.notice()
                    == "statectl: the connection to the daemon ended; waiting for it"
            )
            let second = try await FakeDaemon.start(on: socket, script: DaemonScripts.well)
            #expect(
                try await watch.notice() == "statectl: the daemon is back; nothing was missed"
            )
            #expect(try await watch.line()?.contains("current   Alien") == true)
            let call = try #require(try await second.calls().first)
            #expect(try Playback.Subscribe.parameters(of: call).token == "t8")
            #expect(await watch.interrupt() == 0)
            await second.stop()
        }
    }

    @Test func `watch ends with status 65 if its token cannot be used`() async throws {
        try await withDaemon { _ in
            [StateError.resyncRequired(reason: "it was compacted").message]
        } body: { daemon in
            let run = try await Program.run("watch", "--since", "t", socket: daemon.socket)
            #expect(run.status == 65)
            #expect(run.errors.contains("it was compacted"))
        }
    }

    @Test
    func `watch ends by SIGPIPE, without a message, when its reader closes the pipe`()
        async throws
    {
        try await withDaemon { daemon in
            let watch = try Watcher("watch", "--json", socket: daemon.socket)
            _ = try await watch.line()
            watch.stopReading()
            let news = Playback.Subscribe.answer(changes: [], ready: true, skipped: 0, token: "t9")
            #expect(try await watch.end { try await daemon.push(news) } == -SIGPIPE)
            #expect(try await watch.notice() == nil)
        }
    }

    @Test func `watch shows only the kinds of change that are asked for`() async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("old", 61)
        let watch = try Watcher(
            "watch",
            "--kind",
            "current,cleared",
            "--kind",
            "expired",
            socket: daemon.socket
        )
        #expect(try await watch.line()?.contains("current   old  1:01") == true)
        try client.save("new", 62)
        try client.playback("Clear", ["item": "old"])
        #expect(try await watch.line()?.contains("cleared   old  1:01") == true)
        #expect(await watch.interrupt() == 0)
        let wrong = try await Program.run("watch", "--kind", "save", socket: daemon.socket)
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("one of current, saved, observed"))
    }

    @Test func `watch says why a point was restored`() async throws {
        let daemon = try DaemonProcess.running()
        try daemon.client().save("film", 61, ["status": "playing"])
        let watch = try Watcher("watch", "--kind", "player,restored", socket: daemon.socket)
        #expect(try await watch.line()?.contains("player    mpv playing  film") == true)
        try daemon.kill()
        try daemon.start()
        #expect(
            try await watch.line()?.contains("restored  film  1:01, paused by the restart  mpv")
                == true
        )
        #expect(try await watch.line()?.contains("player    mpv paused  film") == true)
        let client = try daemon.client()
        try client.save("film", 900, ["cause": "seek"])
        try client.playback("Undo", ["item": "film"])
        #expect(try await watch.line()?.contains("restored  film  1:01, undone  mpv") == true)
        #expect(await watch.interrupt() == 0)
    }

    @Test
    func `watch --changes-only asks for no current state, and prints none when it starts over`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket, script: DaemonScripts.well)
            let watch = try Watcher("watch", "--changes-only", socket: socket)
            // The script sends its state to everybody, also to one who wants none.
            #expect(try await watch.line()?.contains("current   Alien") == true)
            let calls = try await first.calls()
            #expect(
                try calls.map { try Playback.Subscribe.parameters(of: $0) }
                    == [.init(front: true, now: true)]
            )
            await first.stop()
            let second = try await FakeDaemon.start(on: socket) { call in
                let parameters = try? Playback.Subscribe.parameters(of: call)
                guard parameters?.token == nil else {
                    return [StateError.resyncRequired(reason: "it is another store").message]
                }
                let news = Change(kind: .cleared, revision: 9, item: "i")
                return DaemonScripts.well(call) + [
                    Playback.Subscribe.answer(
                        .init(changes: [news], ready: true, skipped: 0, token: "t9"),
                        continues: true
                    )
                ]
            }
            #expect(try await watch.line()?.contains("teleported") == true)
            #expect(try await watch.line()?.contains("cleared   i") == true)
            #expect(
                try await watch.notice()
                    == "statectl: the connection to the daemon ended; waiting for it"
            )
            #expect(
                try await watch.notice() == "statectl: starting over: it is another store"
            )
            #expect(await watch.interrupt() == 0)
            await second.stop()
        }
    }

    @Test func `a player that has not changed is printed again only in JSON`() async throws {
        try await withDaemon { call in
            call.method == Playback.Subscribe.name ? [Self.players([1, 1, 2, 2, 1])] : []
        } body: { daemon in
            let watch = try Watcher("watch", socket: daemon.socket)
            for count in ["1 surface", "2 surfaces", "1 surface"] {
                #expect(try await watch.line()?.contains("\(count) in the foreground") == true)
            }
            #expect(await watch.interrupt() == 0)
            let json = try Watcher("watch", "--json", socket: daemon.socket)
            for _ in 1...5 { #expect(try await json.line()?.contains(#""kind":"player""#) == true) }
            #expect(await json.interrupt() == 0)
        }
    }

    /// The changes of a player that has so many surfaces, one after the other.
    private static func players(_ counts: [Int]) -> [UInt8] {
        Playback.Subscribe.answer(
            changes: counts.enumerated().map { index, count in
                var player = DaemonScripts.mpv
                (player.surfaces, player.revision) = (count, Revision(index))
                return Change(
                    kind: .player,
                    revision: Revision(index),
                    player: "mpv",
                    about: .player(player)
                ).json
            },
            ready: true,
            skipped: 0,
            token: "t9"
        )
    }
}
