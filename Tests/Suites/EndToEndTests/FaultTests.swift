// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Faults that end the daemon.
@Suite(.timeLimit(.minutes(10))) struct `A crashing daemon` {
    @Test(arguments: [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT])
    func `a daemon that crashes logs the signal, and is then ended by it`(number: Int32) throws {
        let daemon = try DaemonProcess.running()
        daemon.signal(number)
        #expect(try daemon.waitForExit() == .signal(number))
        let line = try #require(daemon.log.split(separator: "\n").last)
        #expect(line.hasPrefix("critical: ended by a fatal signal signal=SIG"))
        #expect(line.hasSuffix(" sender=\(getpid())"))
        #expect(DaemonFiles.size(daemon.store + ".faults") == 0)
    }

    @Test func `a daemon that crashes logs the fault with a priority for the journal`() throws {
        let daemon = try DaemonProcess()
        try DaemonFiles.write([], to: daemon.logFile)
        var status = stat()
        stat(daemon.logFile, &status)
        daemon.setup.environment["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)"
        try daemon.start()
        daemon.signal(SIGSEGV)
        try daemon.waitForExit()
        #expect(daemon.log.contains("\n<2>ended by a fatal signal signal=SIGSEGV sender="))
    }

    /// Programs that cannot start, with the status and the beginning of the reason.
    private static let failures: [(String, [String], Int32, String)] = [
        ("stated", ["--ttl", "soon"], 64, "--ttl: 'soon'"),
        ("stated", ["--store", "/dev/null/state.db"], 1, ""),
        ("stated-web", ["--web.listen", "nowhere"], 64, "--web.listen: 'nowhere'"),
        ("stated-web", ["--listen", "192.0.2.1:80"], 78, ""),
        ("stated-mpris", [], 69, "no session bus: "),
    ]

    @Test(arguments: failures)
    func `a failed start is logged with its reason as an error in the journal`(
        _ program: String,
        _ arguments: [String],
        _ status: Int32,
        _ reason: String
    ) throws {
        let directory = try TemporaryDirectory()
        let errors = try TestPipe()
        var pipe = stat()
        fstat(errors.input, &pipe)
        let child = try Child(
            try DaemonProcess.executable(program),
            arguments,
            environment: [
                "JOURNAL_STREAM": "\(pipe.st_dev):\(pipe.st_ino)", "HOME": directory.path,
                "XDG_RUNTIME_DIR": directory.path,
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus",
            ],
            errors: errors.input
        )
        #expect(child.wait() == status)
        errors.closeInput()
        let start = "<3>\(program): \(reason)"
        #expect(try (errors.line() as String).hasPrefix(start))
    }

    @Test(arguments: [("stated-0.1", nil), ("statd", 64), ("web", 64)] as [(String, Int32?)])
    func `the daemon does not start if its program name is invalid`(
        name: String,
        fault: Int32?
    ) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        let program = try DaemonProcess.executable("stated")
        #expect(symlink(program, path) == 0)
        let errors = try TestPipe()
        #expect(try Child(path, ["--version"], errors: errors.input).wait() == fault ?? 0)
        errors.closeInput()
        let said = fault.map { _ in
            "\(name): this program cannot run under that name; "
                + "name the file stated, stated-mpris or stated-web"
        }
        if let said { #expect(try errors.line() == said) }
    }

    @Test(arguments: ["stated", "statectl", "stated-mpris", "stated-web"])
    func `a program that cannot read its arguments ends with an error`(program: String) throws {
        let errors = try TestPipe()
        let child = try Child(
            "/usr/bin/unshare",
            [
                "--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \"$1\" --version", "sh",
                try DaemonProcess.executable(program),
            ],
            errors: errors.input
        )
        #expect(child.wait() == 71)
        // The name of a link to stated is among the arguments.
        let name = program == "statectl" ? program : "stated"
        #expect(try errors.line() == "\(name): the arguments cannot be read: /proc is not mounted")
    }
}

/// A remote store that takes connections and says nothing.
private final class SilentRemote {
    private let listener: Int32
    let address: String

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let given = size
        let isListening = withUnsafeMutablePointer(to: &own) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { own in
                Glibc.bind(listener, own, given) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, own, &size) == 0
            }
        }
        try #require(isListening)
        self.listener = listener
        address = "nats://127.0.0.1:\(UInt16(bigEndian: own.sin_port))/films"
    }

    deinit { close(listener) }

    /// Waits until a device connects, and leaves it without an answer.
    func waitForDevice() throws {
        var one = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        try #require(poll(&one, 1, 20_000) == 1)
        try #require(accept(listener, nil, nil) >= 0)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A daemon that crashes during sync` {
    private let remote: SilentRemote
    private let daemon: DaemonProcess

    init() throws {
        remote = try SilentRemote()
        daemon = try DaemonProcess()
        daemon.setup.arguments = ["--remote", remote.address]
    }

    /// Starts the daemon, and ends it in the middle of a round.
    private func die(by number: Int32) throws {
        try daemon.start()
        try remote.waitForDevice()
        daemon.signal(number)
        #expect(try daemon.waitForExit() == .signal(number))
        _ = daemon.manager.heard()
    }

    @Test
    func `after two crashes during sync, the daemon starts without sync and says why`()
        throws
    {
        for _ in 1...2 { try die(by: SIGABRT) }
        #expect(daemon.log.contains("work=\"the remote store\""))
        try daemon.start()
        let monitor = try MonitorStream(daemon.socket)
        let held = try monitor.until(state: "failed")
        let reason = held["error"]?.text ?? ""
        #expect(reason.contains("crashed 2 times while it read the remote store (SIGABRT)"))
        let client = try daemon.client()
        #expect(try client.save("film", 100)["result.outcome"] == "saved")
        let alerts = try client.call("io.stated.Session.ListAlerts")
        #expect(alerts["alerts.0.message"]?.text?.contains("sync was stopped") == true)
        let asking = try daemon.client()
        try asking.send("io.stated.Sync.SyncNow")
        try remote.waitForDevice()
    }

    @Test func `after two crashes during sync, the daemon still syncs with another remote`() throws
    {
        for _ in 1...2 { try die(by: SIGABRT) }
        let other = try SilentRemote()
        daemon.setup.arguments = ["--remote", other.address]
        try daemon.start()
        try other.waitForDevice()
    }

    @Test func `kills during sync do not count as crashes`() throws {
        for _ in 1...4 { try die(by: SIGKILL) }
        #expect(DaemonFiles.size(daemon.store + ".faults") == 0)
    }
}
