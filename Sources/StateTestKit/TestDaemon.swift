// SPDX-License-Identifier: Apache-2.0
import Glibc
public import StateClient
import SystemSupport

/// A daemon for tests: the real program, in a directory of its own, on a clock that the test moves.
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
/// Its store is removed with the object.
public final class TestDaemon {
    /// A client of the daemon; another one after each end of the daemon.
    public private(set) var client: StateClient
    /// The clock that the daemon lives by.
    public let clock: TestClock
    private let process: DaemonProcess
    private let remote: TestRemote?

    /// Starts a daemon, and waits until it serves.
    ///
    /// - Parameters:
    ///   - name: The name of its device.
    ///   - remote: The folder that it syncs with; `nil` for a daemon without sync.
    ///   - clock: A clock that other daemons share; `nil` for one of its own.
    ///   - configuration: The text of its stated.yaml(5).
    ///   - program: The path of `stated`; by default, the program that is built beside the tests or
    ///     else the one in PATH.
    /// - Returns: The daemon.
    /// - Throws: An error with the daemon's log, if it does not start.
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
            // The limits of a daemon, not those of this repository's tests.
            environment: ["STATED_RESUME_MINIMUM": ""],
            configuration: configuration,
            clock: try clock ?? TestClock()
        )
        if let path = program ?? (try? DaemonProcess.executable()) ?? installed {
            setup.program = path
        }
        let daemon = try TestDaemon(setup, remote)
        try daemon.process.start()
        return daemon
    }

    /// The path of the installed program; `nil` if there is none in PATH.
    private static var installed: String? {
        let folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
        return folders.map { "\($0)/stated" }.first { access($0, X_OK) == 0 }
    }

    private init(_ setup: DaemonProcess.Setup, _ remote: TestRemote?) throws {
        process = try DaemonProcess(setup)
        clock = try setup.clock ?? TestClock()
        client = StateClient(socket: process.socket)
        self.remote = remote
        if remote != nil {
            process.setup.arguments += ["--remote", "file://\(link)"]
            try goOnline()
        }
    }

    /// The link to the shared folder, which this daemon has as its remote.
    private var link: String { process.directory.file("remote") }

    /// The path of its socket, for programs of the test.
    public var socket: String { process.socket }

    /// The daemon's log since its first start.
    public var log: String { process.log }

    /// Kills the daemon at once, as a crash does.
    public func kill() async throws {
        try process.kill()
        await reconnect()
    }

    /// Ends the daemon, if it runs, and starts it again.
    public func restart() async throws {
        try process.restart()
        await reconnect()
    }

    /// Takes the remote away from this daemon alone.
    public func goOffline() {
        unlink(link)
    }

    /// Gives the remote back.
    public func goOnline() throws {
        guard let remote else { return }
        try checked("link", path: link) { symlink(remote.path, link) }
    }

    private func reconnect() async {
        await client.close()
        client = StateClient(socket: socket)
    }

    /// Returns the changes that begin now.
    public func changes() async throws -> TestChanges {
        try await TestChanges(client)
    }

    /// Waits until the status of sync is as expected.
    ///
    /// - Parameters:
    ///   - limit: The timeout, on the machine's clock.
    ///   - isExpected: Returns true for the expected status.
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
