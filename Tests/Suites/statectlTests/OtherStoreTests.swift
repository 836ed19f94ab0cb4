// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@testable import statectl

/// The remote in a user's configuration file, and daemons that `--store` gave another store.
@Suite(.timeLimit(.minutes(10))) struct OtherStoreTests {
    let place: TemporaryDirectory
    let environment: [String: String]

    init() throws {
        place = try TemporaryDirectory()
        environment = ["XDG_CONFIG_HOME": place.file("config")]
    }

    private func daemon() throws -> DaemonProcess {
        try .running(DaemonProcess.Setup(environment: environment))
    }

    private func sync(
        _ command: String,
        _ folder: String,
        _ daemon: DaemonProcess
    ) async throws -> Program {
        try await Program.run(
            ["sync", command, place.file(folder), "--yes"],
            socket: daemon.socket,
            environment: environment
        )
    }

    private func remote(_ daemon: DaemonProcess) throws -> String? {
        try daemon.client().sync("GetStatus")["status.remote"]?.text
    }

    @Test func `a daemon keeps the remote that was set up while it ran`() async throws {
        let daemon = try daemon()
        for (command, folder) in [("setup", "shared"), ("move", "other")] {
            #expect(try await sync(command, folder, daemon).status == 0)
            #expect(try remote(daemon) == "file://\(place.file(folder))")
            try daemon.restart()
            #expect(try remote(daemon) == "file://\(place.file(folder))")
        }
        try daemon.client().service("Reload")
        #expect(try remote(daemon) == "file://\(place.file("other"))")
    }

    @Test func `a daemon ignores the remote that was set up for another one`() async throws {
        let (first, second) = (try daemon(), try daemon())
        #expect(try await sync("setup", "shared", first).status == 0)
        try second.restart()
        #expect(try remote(second) == nil)
        try second.client().service("Reload")
        #expect(try remote(second) == nil)
        let refused = try await sync("setup", "shared", second)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("the daemon does not use it"))
        #expect(try remote(first) != nil)
    }
}
