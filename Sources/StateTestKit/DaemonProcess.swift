// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// A real daemon in a temporary directory.
///
/// The test acts as its service manager, and so learns when the daemon is ready. When the object is
/// released, the daemon is killed and the directory removed.
package final class DaemonProcess {
    package struct Setup {
        /// The arguments, besides the paths of the socket, the store and the configuration.
        package var arguments: [String] = []
        /// Additional environment variables; an empty value removes a variable.
        package var environment: [String: String] = [:]
        /// The command that runs the daemon, before the daemon's path; empty to run it directly.
        package var launcher: [String] = []
        /// The contents of stated.yaml(5); `nil` for no file.
        package var configuration: String?
        /// The path of the daemon's program, or its name in the build directory.
        package var program = "stated"
        package var clock: TestClock?
        /// True to record the changes of files, for ``cutPower()``.
        package var hasDisk = false

        package init(
            _ arguments: String...,
            environment: [String: String] = [:],
            launcher: [String] = [],
            configuration: String? = nil,
            clock: TestClock? = nil
        ) {
            self.arguments = arguments
            self.environment = environment
            self.launcher = launcher
            self.configuration = configuration
            self.clock = clock
        }
    }

    package struct NotReady: Error, CustomStringConvertible {
        package let exit: DaemonProgram.Exit
        package let log: String

        package var description: String { "\(exit): \(log)" }
    }

    package let directory: TemporaryDirectory
    package let manager: DaemonManager
    /// The options for the next start.
    package var setup: Setup
    /// True to pass the paths of the socket and the store as arguments.
    package var usesPlaces = true
    package private(set) var program: DaemonProgram?

    /// The disk with the daemon's directory; `nil` unless the setup has one.
    package let disk: TestDisk?
    private var copy: String?

    package init(_ setup: Setup = Setup(), in directory: TemporaryDirectory? = nil) throws {
        self.directory = try directory ?? TemporaryDirectory()
        self.setup = setup
        manager = try DaemonManager(self.directory.file("notify"))
        disk = setup.hasDisk ? try TestDisk(below: self.directory.path) : nil
        if let text = setup.configuration { try configure(text) }
    }

    /// Kills the daemon before the directory is removed; otherwise, the daemon would create its
    /// store again in a directory that nothing removes.
    deinit {
        signal(SIGKILL)
        _ = try? waitForExit()
    }

    package static func running(_ setup: Setup = Setup()) throws -> DaemonProcess {
        let daemon = try DaemonProcess(setup)
        try daemon.start()
        return daemon
    }

    package var socket: String { directory.file("io.stated") }
    package var storeFolder: String { directory.file("store") }
    package var store: String { storeFolder + "/state.db" }
    package var configuration: String { directory.file("stated.yaml") }
    package var logFile: String { directory.file("log") }

    package var log: String {
        String(decoding: (try? WholeFile.read(at: logFile)) ?? [], as: UTF8.self)
    }

    package func configure(_ text: String) throws {
        try directory.overwrite("stated.yaml", with: Array(text.utf8))
    }

    package func launch() throws {
        var words = setup.launcher + [try copy ?? Self.executable(setup.program)]
        if usesPlaces { words += ["--socket", socket, "--store", store] }
        if setup.configuration != nil { words += ["--config", configuration] }
        var environment = [
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path, "TZ": "UTC",
            "XDG_RUNTIME_DIR": directory.path, "NOTIFY_SOCKET": manager.path,
            // Tests use items that are shorter than the default minimum.
            "STATED_RESUME_MINIMUM": "0s",
            // Tests must not use the machine's message bus.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory.file("no-bus"))",
        ]
        if let clock = setup.clock { environment.merge(try clock.environment()) { $1 } }
        if let disk {
            try disk.begin()
            environment.merge(try disk.environment) { $1 }
        }
        environment.merge(setup.environment) { $1 }
        program = try DaemonProgram(
            words + setup.arguments,
            environment: environment.filter { !$0.value.isEmpty },
            output: logFile
        )
    }

    /// Starts the daemon and waits until it is ready; throws ``NotReady`` if it ends first.
    package func start() throws {
        try launch()
        try waitForReady()
    }

    /// Waits until the daemon is ready, and discards its earlier messages; throws ``NotReady`` if
    /// it ends first.
    package func waitForReady() throws {
        guard let program else { return }
        while try program.waits(for: manager.descriptor) {
            if try manager.next().contains("READY=1") { return }
        }
        throw NotReady(exit: try program.waitForExit(), log: log)
    }

    /// Copies a database to the path of the store; the daemon must not be running.
    package func place(_ database: String) throws {
        mkdir(storeFolder, 0o700)
        for suffix in ["-wal", "-shm"] { unlink(store + suffix) }
        try directory.copy(database, as: "store/state.db")
    }

    package func signal(_ number: Int32) {
        program?.signal(number)
    }

    @discardableResult
    package func waitForExit() throws -> DaemonProgram.Exit? {
        try program?.waitForExit()
    }

    @discardableResult
    package func stop() throws -> DaemonProgram.Exit? {
        signal(SIGTERM)
        return try waitForExit()
    }

    package func kill() throws {
        signal(SIGKILL)
        try waitForExit()
        _ = manager.heard()
    }

    /// Ends the daemon with SIGKILL, and undoes all changes of its files that were not synced.
    package func cutPower() throws {
        try kill()
        var random = SystemRandomNumberGenerator()
        try disk?.cut(using: &random)
    }

    package func restart() throws {
        try stop()
        _ = manager.heard()
        try start()
    }

    /// Makes the daemon run as another user, who can access only the directory and a copy of the
    /// program in it.
    package func runs(as user: UInt32) throws {
        try directory.copy(try Self.executable(), as: "stated")
        chmod(directory.file("stated"), 0o755)
        chmod(directory.path, 0o777)
        setup.launcher = ["/usr/bin/setpriv", "--reuid", "\(user)", "--clear-groups"]
        copy = directory.file("stated")
    }

    /// Returns the path of a program in the directory of the tests, unless `name` is a path itself.
    package static func executable(_ name: String = "stated") throws -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let folder = tests.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let program = name.contains("/") ? name : "\(folder)/\(name)"
        guard access(program, X_OK) == 0 else {
            throw SystemError("find", path: program, code: errno)
        }
        return program
    }
}
