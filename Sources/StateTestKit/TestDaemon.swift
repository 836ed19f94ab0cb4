// SPDX-License-Identifier: Apache-2.0
import Glibc
public import StateClient
import SystemSupport

/// A daemon for tests: the real program, with a temporary store and a clock that the test controls.
///
/// ```swift
/// let daemon = try await TestDaemon.start()
/// let changes = try await daemon.changes()
/// try await daemon.client.save(
///     Snapshot(item: "film", player: "mine", status: .paused, position: 600))
/// try daemon.clock.advance(by: .seconds(91 * 86_400))
/// try await changes.expect { $0.kind == .expired && $0.item == "film" }
/// ```
///
/// When the object is released, the daemon is killed and its store is removed.
public final class TestDaemon {
    /// A client of the daemon; ``kill()``, ``cutPower()`` and ``restart()`` replace it with a new one.
    public private(set) var client: StateClient
    /// The daemon's clock, which the test can move forward.
    public let clock: TestClock
    private let process: DaemonProcess
    private let remote: TestRemote?

    /// Starts a daemon and waits until it is ready.
    ///
    /// - Parameters:
    ///   - name: The name of the daemon's device.
    ///   - remote: The shared folder or server to sync with; `nil` to disable sync.
    ///   - clock: A clock shared with other daemons; `nil` to create one.
    ///   - configuration: The contents of stated.yaml(5).
    ///   - program: The path of `stated`; `nil` to use the program in the directory of the tests,
    ///     or else the one in PATH.
    /// - Returns: The running daemon.
    /// - Throws: An error with the daemon's log, if the daemon ends before it is ready.
    public static func start(
        name: String = "test",
        remote: TestRemote? = nil,
        clock: TestClock? = nil,
        configuration: String = "",
        program: String? = nil
    ) async throws -> TestDaemon {
        var setup = DaemonProcess.Setup(
            "--device",
            name,
            // Undo the setting that the tests of this repository use.
            environment: ["STATED_RESUME_MINIMUM": ""],
            configuration: configuration,
            clock: try clock ?? TestClock()
        )
        setup.hasDisk = true
        if let path = program ?? (try? DaemonProcess.executable())
            ?? DaemonProgram.installed("stated")
        {
            setup.program = path
        }
        let daemon = try TestDaemon(setup, remote)
        try daemon.process.start()
        return daemon
    }

    private init(_ setup: DaemonProcess.Setup, _ remote: TestRemote?) throws {
        process = try DaemonProcess(setup)
        clock = try setup.clock ?? TestClock()
        client = StateClient(socket: process.socket)
        self.remote = remote
        if let remote {
            let url = remote.server.map { "nats://\($0.address)/test" } ?? "file://\(link)"
            process.setup.arguments += ["--remote", url]
            try goOnline()
        }
    }

    /// The path of a symbolic link to the shared folder, which the daemon uses as its remote.
    private var link: String { process.directory.file("remote") }

    /// The path of the daemon's socket, for other programs.
    public var socket: String { process.socket }

    /// The daemon's log, including that of earlier runs.
    public var log: String { process.log }

    /// Kills the daemon with SIGKILL, as in a crash.
    public func kill() async throws {
        try process.kill()
        await reconnect()
    }

    /// Kills the daemon, and undoes everything that it had not synced to the disk, as a power cut
    /// does: contents of files, and names of files whose directory was not synced.
    public func cutPower() async throws {
        try process.cutPower()
        await reconnect()
    }

    /// Stops the daemon with SIGTERM if it is running, and starts it again.
    public func restart() async throws {
        try process.restart()
        await reconnect()
    }

    /// Makes the remote unreachable: a shared folder for this daemon only, a NATS server, which is
    /// killed, for all of its daemons.
    public func goOffline() {
        unlink(link)
        remote?.server?.kill()
    }

    /// Makes the remote reachable again; a NATS server has its old address and contents.
    public func goOnline() throws {
        guard let remote else { return }
        if let server = remote.server {
            try server.start()
            try server.awaitConnections()
        } else {
            try checked("link", path: link) { symlink(remote.path, link) }
        }
    }

    private func reconnect() async {
        await client.close()
        client = StateClient(socket: socket)
    }

    /// Returns the changes that follow this call.
    public func changes() async throws -> TestChanges {
        try await TestChanges(client)
    }

    /// Waits until the status of sync satisfies a condition.
    ///
    /// - Parameters:
    ///   - limit: The timeout, in real time.
    ///   - isExpected: A closure that returns true for the expected status.
    /// - Returns: The status.
    /// - Throws: ``ExpectationError`` at the timeout.
    @discardableResult
    public func expectSync(
        within limit: Duration = .seconds(30),
        where isExpected: @escaping @Sendable (SyncStatus) -> Bool
    ) async throws -> SyncStatus {
        try await client.followSyncStatus().expect(within: limit) { isExpected($0) ? $0 : nil }
    }
}
