// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// A real daemon, the built program, in a temporary directory.
///
/// The test acts as the service manager, and is thus notified when the daemon is ready. When the
/// object is released, it kills the daemon if necessary, and removes the directory.
package final class DaemonProcess {
    /// The options for starting a daemon.
    package struct Setup {
        /// The arguments in addition to the paths.
        package var arguments: [String] = []
        /// Additional environment variables; an empty value removes a variable.
        package var environment: [String: String] = [:]
        /// The program that starts the daemon, with its arguments.
        package var launcher: [String] = []
        /// The contents of the configuration file; `nil` for no file.
        package var configuration: String?
        /// The path of the daemon's program, or its name in the build directory.
        package var program = "stated"
        /// The daemon's clock; `nil` for the machine's clock.
        package var clock: TestClock?

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

    /// The error of a daemon that ended before it was ready.
    package struct NotReady: Error, CustomStringConvertible {
        package let exit: DaemonProgram.Exit
        package let log: String

        package var description: String { "\(exit): \(log)" }
    }

    /// The directory of all the daemon's files.
    package let directory: TemporaryDirectory
    /// The service manager that receives the daemon's notifications.
    package let manager: DaemonManager
    /// The options for the next start.
    package var setup: Setup
    /// True to pass the paths of the socket and of the store as arguments.
    package var usesPlaces = true
    /// The most recently started program; `nil` if none was started.
    package private(set) var program: DaemonProgram?

    private var copy: String?

    /// Prepares a daemon, without starting it, in the given directory or a new one.
    package init(_ setup: Setup = Setup(), in directory: TemporaryDirectory? = nil) throws {
        self.directory = try directory ?? TemporaryDirectory()
        self.setup = setup
        manager = try DaemonManager(self.directory.file("notify"))
        if let text = setup.configuration { try configure(text) }
    }

    /// Kills the daemon before its directory is removed.
    ///
    /// Otherwise, the daemon would create its lost store again, in a directory that nothing
    /// removes.
    deinit {
        signal(SIGKILL)
        _ = try? waitForExit()
    }

    /// Starts a daemon, and waits until it is ready.
    package static func running(_ setup: Setup = Setup()) throws -> DaemonProcess {
        let daemon = try DaemonProcess(setup)
        try daemon.start()
        return daemon
    }

    /// The path of the daemon's socket.
    package var socket: String { directory.file("io.stated") }
    /// The path of the store's directory, which the daemon creates.
    package var storeFolder: String { directory.file("store") }
    /// The path of the store.
    package var store: String { storeFolder + "/state.db" }
    /// The path of the configuration file.
    package var configuration: String { directory.file("stated.yaml") }
    /// The path of the log file.
    package var logFile: String { directory.file("log") }

    /// The contents of the log file.
    package var log: String {
        String(decoding: (try? WholeFile.read(at: logFile)) ?? [], as: UTF8.self)
    }

    /// Writes the configuration file.
    package func configure(_ text: String) throws {
        try directory.overwrite("stated.yaml", with: Array(text.utf8))
    }

    /// Starts the daemon without waiting for it.
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
        environment.merge(setup.environment) { $1 }
        program = try DaemonProgram(
            words + setup.arguments,
            environment: environment.filter { !$0.value.isEmpty },
            output: logFile
        )
    }

    /// Starts the daemon, and waits until it is ready.
    ///
    /// - Throws: ``NotReady`` if the daemon ends instead.
    package func start() throws {
        try launch()
        try waitForReady()
    }

    /// Waits until the daemon reports that it is ready; other messages are ignored.
    ///
    /// - Throws: ``NotReady`` if the daemon ends instead.
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

    /// Stores a copy of a database as the only backup; the daemon must not be running.
    package func placeBackup(_ database: String) throws {
        mkdir(storeFolder, 0o700)
        mkdir(storeFolder + "/backups", 0o700)
        mkdir(storeFolder + "/backups/state.db", 0o700)
        try directory.copy(database, as: "store/backups/state.db/all.db")
    }

    package func signal(_ number: Int32) {
        program?.signal(number)
    }

    /// Waits until the daemon has ended.
    @discardableResult
    package func waitForExit() throws -> DaemonProgram.Exit? {
        try program?.waitForExit()
    }

    /// Stops the daemon with SIGTERM and waits until it has ended.
    @discardableResult
    package func stop() throws -> DaemonProgram.Exit? {
        signal(SIGTERM)
        return try waitForExit()
    }

    /// Kills the daemon immediately, as in a crash.
    package func kill() throws {
        signal(SIGKILL)
        try waitForExit()
        _ = manager.heard()
    }

    /// Stops the daemon, starts it again and waits until it is ready.
    package func restart() throws {
        try stop()
        _ = manager.heard()
        try start()
    }

    /// Makes the daemon run as another user, with access to only a copy of the program and the
    /// directory.
    package func runs(as user: UInt32) throws {
        try directory.copy(try Self.executable(), as: "stated")
        chmod(directory.file("stated"), 0o755)
        chmod(directory.path, 0o777)
        setup.launcher = ["/usr/bin/setpriv", "--reuid", "\(user)", "--clear-groups"]
        copy = directory.file("stated")
    }

    /// Returns the path of a built program in the directory of the running tests.
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
