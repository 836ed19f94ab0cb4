// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Foundation
import ModelTesting
import StateModel
import StateProtocol
import Testing

@Suite struct WatchTests {
    @Test func `each change is a line with the token after it`() async throws {
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

    @Test func `what is asked for is what is subscribed to`() async throws {
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
            let call = try #require(try await daemon.calls().first)
            #expect(
                try Playback.Subscribe.parameters(of: call)
                    == .init(token: "-t-", player: "mpv", item: "i")
            )
            #expect(await watch.interrupt() == 0)
        }
    }

    @Test func `it goes on when the daemon was restarted, and says so once`() async throws {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket, script: DaemonScripts.well)
            let watch = try Watcher("watch", socket: socket)
            #expect(try await watch.line()?.contains("current   Alien") == true)
            #expect(try await watch.line()?.contains("teleported") == true)
            await first.stop()
            #expect(
                try await watch.notice() == "statectl: the daemon went away; waiting for it"
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

    @Test func `a token that is no good ends it with 65`() async throws {
        try await withDaemon { _ in
            [StateError.resyncRequired(reason: "it was compacted").message]
        } body: { daemon in
            let run = try await Program.run("watch", "--since", "t", socket: daemon.socket)
            #expect(run.status == 65)
            #expect(run.errors.contains("it was compacted"))
        }
    }

    @Test func `it ends as quietly as any program when nobody reads any more`() async throws {
        try await withDaemon { daemon in
            let watch = try Watcher("watch", "--json", socket: daemon.socket)
            _ = try await watch.line()
            watch.stopReading()
            let news = Playback.Subscribe.answer(changes: [], ready: true, skipped: 0, token: "t9")
            #expect(try await watch.end { try await daemon.push(news) } == -SIGPIPE)
            #expect(try await watch.notice() == nil)
        }
    }
}
