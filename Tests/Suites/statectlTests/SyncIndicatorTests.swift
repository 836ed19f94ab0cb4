// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import StateProtocol
import Testing
import Varlink

/// The indicator in `statectl status`.
@Suite struct SyncIndicatorTests {
    private func status(_ status: Sync.Status, _ words: String...) async throws -> String {
        var said = ""
        try await withDaemon(SyncScripts.answers(status)) { daemon in
            said = try await Program.run(["status"] + words, socket: daemon.socket).output
        }
        return said
    }

    @Test
    func `the status ends with the state of sync, and its JSON has that state`()
        async throws
    {
        #expect(try await status(SyncScripts.status()).hasSuffix(" ago (stale)\n"))
        #expect(
            try await status(SyncScripts.failed).hasSuffix(
                "\n  ⚠ Sync failed, will retry: no room\n"
            )
        )
        #expect(
            try await status(SyncScripts.offline, "--json").contains(
                #","sync":{"state":"offline","#
            )
        )
    }

    @Test
    func `a status bar shows sync that runs, is offline or has failed, and nothing if all is well`()
        async throws
    {
        let well = try await status(SyncScripts.status(), "--format", "waybar")
        #expect(well.hasPrefix(#"{"text":"Alien 1:02:03","alt":"playing","#))
        #expect(well.contains(#""class":["playing","alert"]"#))
        let syncing = try await status(SyncScripts.syncing, "--format", "waybar")
        #expect(syncing.hasPrefix(#"{"text":"Alien 1:02:03","alt":"playing","#))
        #expect(syncing.contains(#""class":["playing","alert","syncing"]"#))
        let offline = try await status(SyncScripts.offline, "--format", "waybar")
        #expect(offline.hasPrefix("{\"text\":\"Alien 1:02:03 ☁\u{338}\","))
        #expect(offline.contains(#""class":["playing","alert","sync-offline"]"#))
        #expect(offline.contains("Offline, saving here"))
        let failed = try await status(SyncScripts.failed, "--format", "waybar")
        #expect(failed.contains(#""class":["playing","alert","sync-failed"]"#))
        #expect(failed.contains("Sync failed, will retry"))
    }

    @Test func `without a remote, the status shows nothing about sync`() async throws {
        #expect(try await !status(SyncScripts.disabled).lowercased().contains("sync"))
        #expect(try await !status(SyncScripts.disabled, "--json").contains("sync"))
        #expect(try await !status(SyncScripts.disabled, "--format", "waybar").contains("sync"))
    }

    @Test func `a status bar follows the sync state across a restart of the daemon`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket, script: SyncScripts.answers())
            let bar = try Watcher("status", "--format", "waybar", "--follow", socket: socket)
            #expect(try await bar.line()?.contains(#""class":["playing","alert"]"#) == true)
            let calls = try await first.calls().map(\.method)
            #expect(calls.count { $0 == Sync.Monitor.name } == 1)
            #expect(!calls.contains(Sync.GetStatus.name))
            try await first.push(
                Sync.Monitor.answer(.init(status: SyncScripts.offline), continues: true),
                to: Sync.Monitor.name
            )
            #expect(try await shows("sync-offline", bar))
            await first.stop()
            #expect(try await shows("offline", bar))
            let second = try await FakeDaemon.start(
                on: socket,
                script: SyncScripts.answers(SyncScripts.failed)
            )
            #expect(try await shows("sync-failed", bar))
            #expect(await bar.interrupt() == 0)
            await second.stop()
        }
    }

    /// Reads on until the bar gets a class.
    private func shows(_ name: String, _ bar: Watcher) async throws -> Bool {
        while let line = try await bar.line() {
            if line.contains(#""\#(name)"]"#) { return true }
        }
        return false
    }
}
