import Glibc
import Varlink

/// The real daemon, as built, in a directory of the test's own.
///
/// It is started by a service manager that the test plays, so its readiness is heard, not guessed.
/// Whatever a test leaves running is killed when the object goes.
package final class DaemonProcess {
    /// How a daemon is started.
    package struct Setup {
        /// Arguments after those that name its places.
        package var arguments: [String] = []
        /// Variables beside those that every daemon gets; an empty one is taken away.
        package var environment: [String: String] = [:]
        /// A program that starts it, with its arguments.
        package var launcher: [String] = []
        /// The text of its configuration file; nil: there is none.
        package var configuration: String?
        /// The daemon's name, among the programs that the build made.
        package var program = "stated"

        /// A start with what was given, and nothing else.
        package init(
            _ arguments: String...,
            environment: [String: String] = [:],
            launcher: [String] = [],
            configuration: String? = nil
        ) {
            self.arguments = arguments
            self.environment = environment
            self.launcher = launcher
            self.configuration = configuration
        }
    }

    /// The daemon ended before it was ready.
    package struct NotReady: Error, CustomStringConvertible {
        /// How it ended.
        package let exit: DaemonProgram.Exit
        /// What it printed.
        package let log: String

        package var description: String { "\(exit): \(log)" }
    }

    /// All its files.
    package let directory: TemporaryDirectory
    /// What it tells its service manager.
    package let manager: DaemonManager
    /// How it is started the next time.
    package var setup: Setup
    /// Whether it is told where its socket and its store are.
    package var usesPlaces = true
    /// The running program; nil: none was started.
    package private(set) var program: DaemonProgram?

    private var copy: String?

    /// A daemon that is not running yet, in a directory of its own or in that one.
    package init(_ setup: Setup = Setup(), in directory: TemporaryDirectory? = nil) throws {
        self.directory = try directory ?? TemporaryDirectory()
        self.setup = setup
        manager = try DaemonManager(self.directory.file("notify"))
        if let text = setup.configuration { try configure(text) }
    }

    /// A daemon that is ready.
    package static func running(_ setup: Setup = Setup()) throws -> DaemonProcess {
        let daemon = try DaemonProcess(setup)
        try daemon.start()
        return daemon
    }

    /// Where it listens.
    package var socket: String { directory.file("io.stated") }
    /// The directory of its store, which it makes itself.
    package var storeFolder: String { directory.file("store") }
    /// Its store's file.
    package var store: String { storeFolder + "/state.db" }
    /// Its configuration file.
    package var configuration: String { directory.file("stated.yaml") }
    /// What its log goes to.
    package var logFile: String { directory.file("log") }

    /// All that it has logged.
    package var log: String {
        String(decoding: (try? DaemonFiles.read(logFile)) ?? [], as: UTF8.self)
    }

    /// Writes its configuration file.
    package func configure(_ text: String) throws {
        try DaemonFiles.write(Array(text.utf8), to: configuration)
    }

    /// Starts it, and waits for nothing.
    package func launch() throws {
        var words = setup.launcher + [try copy ?? Self.executable(setup.program)]
        if usesPlaces { words += ["--socket", socket, "--store", store] }
        if setup.configuration != nil { words += ["--config", configuration] }
        var environment = [
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path, "TZ": "UTC",
            "XDG_RUNTIME_DIR": directory.path, "NOTIFY_SOCKET": manager.path,
            // The films of tests are shorter than any that a person would come back to.
            "STATED_RESUME_MINIMUM": "0s",
            // The machine's own bus is none of a test's business.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory.file("no-bus"))",
        ]
        environment.merge(setup.environment) { $1 }
        program = try DaemonProgram(
            words + setup.arguments,
            environment: environment.filter { !$0.value.isEmpty },
            output: logFile
        )
    }

    /// Starts it, and waits until it is ready.
    ///
    /// - Throws: ``NotReady`` if it ends instead.
    package func start() throws {
        try launch()
        try waitForReady()
    }

    /// Waits until it says that it is ready; passes over what it says before.
    ///
    /// - Throws: ``NotReady`` if it ends instead.
    package func waitForReady() throws {
        guard let program else { return }
        while try program.waits(for: manager.descriptor) {
            if try manager.next().contains("READY=1") { return }
        }
        throw NotReady(exit: try program.waitForExit(), log: log)
    }

    /// Waits until somebody listens on its socket.
    package func waitForSocket() throws {
        for _ in 1...ClientSocket.patience * 100 {
            if (try? client()) != nil { return }
            poll(nil, 0, 10)
        }
        throw NotReady(exit: .status(0), log: log)
    }

    /// Gives it a copy of a database as its store, while it does not run.
    package func place(_ database: String) throws {
        mkdir(storeFolder, 0o700)
        for suffix in ["-wal", "-shm"] { unlink(store + suffix) }
        try directory.copy(database, as: "store/state.db")
    }

    /// Gives it a copy of a database as its one backup, while it does not run.
    package func placeBackup(_ database: String) throws {
        mkdir(storeFolder, 0o700)
        mkdir(storeFolder + "/backups", 0o700)
        mkdir(storeFolder + "/backups/state.db", 0o700)
        try directory.copy(database, as: "store/backups/state.db/all.db")
    }

    /// Sends it a signal.
    package func signal(_ number: Int32) {
        program?.signal(number)
    }

    /// Waits until it has ended.
    @discardableResult
    package func waitForExit() throws -> DaemonProgram.Exit? {
        try program?.waitForExit()
    }

    /// Asks it to end, and waits for that.
    @discardableResult
    package func stop() throws -> DaemonProgram.Exit? {
        signal(SIGTERM)
        return try waitForExit()
    }

    /// Kills it on the spot, as a crash would.
    package func kill() throws {
        signal(SIGKILL)
        try waitForExit()
        _ = manager.heard()
    }

    /// Asks it to end and starts it again; it is ready then.
    package func restart() throws {
        try stop()
        _ = manager.heard()
        try start()
    }

    /// A new connection to it.
    package func client() throws -> Client {
        try Client(socket)
    }

    /// A new subscription.
    package func stream(token: String) throws -> ClientStream {
        try ClientStream(socket, ["token": .string(token)])
    }

    /// Lets it run as another user, who can reach a copy of the program and the directory alone.
    package func runs(as user: UInt32) throws {
        try directory.copy(try Self.executable(), as: "stated")
        chmod(directory.file("stated"), 0o755)
        chmod(directory.path, 0o777)
        setup.launcher = ["/usr/bin/setpriv", "--reuid", "\(user)", "--clear-groups"]
        copy = directory.file("stated")
    }

    /// The program that the build made: beside the tests that run.
    package static func executable(_ name: String = "stated") throws -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let program = tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
        guard access(program, X_OK) == 0 else {
            throw ClientSocket.Failure(what: "find \(program)", code: errno)
        }
        return program
    }
}
