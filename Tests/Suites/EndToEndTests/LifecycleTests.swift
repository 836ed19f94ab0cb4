// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// How the daemon begins and ends, and what its service manager hears of it.
@Suite struct LifecycleTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `the service manager is notified of start and stop, and the exit status is 0`(
        signal: Int32
    ) throws {
        let daemon = try DaemonProcess()
        try daemon.launch()
        #expect(try daemon.manager.next() == ["READY=1"])
        let stream = try daemon.stream()
        daemon.signal(signal)
        #expect(try daemon.waitForExit() == .status(0))
        #expect(daemon.manager.heard() == [["STOPPING=1"]])
        try stream.client.waitForEnd()
        #expect(DaemonFiles.mode(daemon.socket) == nil, "the socket's file is gone")
        #expect(daemon.log.contains("stopped"))
    }

    @Test func `a second signal during the shutdown changes nothing`() throws {
        let daemon = try DaemonProcess.running()
        daemon.signal(SIGTERM)
        daemon.signal(SIGTERM)
        daemon.signal(SIGINT)
        #expect(try daemon.waitForExit() == .status(0))
    }

    @Test func `a client that does not read its replies does not hold up the shutdown`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let streams = try (0..<3).map { _ in try ClientStream(daemon.socket) }
        let title = JSONValue.string(String(repeating: "t", count: 1_000))
        for part in 0..<10 {
            let snapshots = (0..<100).map {
                JSONValue.snapshot("\(part)/\($0)", 50, ["title": title])
            }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        #expect(try daemon.stop() == .status(0))
        withExtendedLifetime(streams) {}
    }

    @Test func `the daemon reports the start and the end of a reload to systemd`() throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup(configuration: "ttl: 1h\n"))
        try daemon.configure("ttl: 2h\n")
        daemon.signal(SIGHUP)
        let reloading = try daemon.manager.next()
        #expect(reloading.first == "RELOADING=1")
        #expect(reloading.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(try daemon.manager.next() == ["READY=1"])
        let client = try daemon.client()
        try client.save("film", 10)
        let point = try client.playback("Get", ["item": "film"])["point"]
        let life = try #require(point?["expiresAt"]?.int) - (try #require(point?["at"]?.int))
        #expect(life == 7_200_000)
        #expect(daemon.log.contains("configuration changed"))
    }

    @Test func `a reload of an invalid file changes no setting, and the log names the error`()
        throws
    {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup(configuration: "ttl: 1h\n"))
        let client = try daemon.client()
        try daemon.configure("autoplay: true\nttl: for ever\n")
        daemon.signal(SIGHUP)
        #expect(try daemon.manager.next().first == "RELOADING=1")
        let status = try daemon.manager.next()
        #expect(status.count == 1)
        #expect(
            status[0].hasPrefix(
                "STATUS=reload failed: \(daemon.configuration):2: ttl: 'for ever' is "
            )
        )
        #expect(try daemon.manager.next() == ["READY=1"])
        #expect(daemon.log.contains("\(daemon.configuration):2: ttl"))
        try client.save("film", 10)
        let point = try client.playback("Get", ["item": "film"])["point"]
        let life = try #require(point?["expiresAt"]?.int) - (try #require(point?["at"]?.int))
        #expect(life == 3_600_000)

        try daemon.configure("ttl: 3h\n")
        daemon.signal(SIGHUP)
        #expect(try daemon.manager.next().first == "RELOADING=1")
        #expect(try daemon.manager.next() == ["STATUS="])
        #expect(try daemon.manager.next() == ["READY=1"])
        #expect(try client.service("Reload") == .ok(["changed": []]), "all is in force")
    }

    @Test
    func `an invalid configuration file is reported at startup, and no file is changed`() throws {
        let daemon = try DaemonProcess(DaemonProcess.Setup(configuration: "ttl: soon\n"))
        let refusal = #expect(throws: DaemonProcess.NotReady.self) { try daemon.start() }
        #expect(refusal?.exit == .status(78))
        #expect(refusal?.log.contains("\(daemon.configuration):1: ttl") == true)
        #expect(DaemonFiles.names(in: daemon.storeFolder).isEmpty)
    }

    @Test func `the daemon pings the service manager's watchdog`() throws {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(environment: ["WATCHDOG_USEC": "200000"])
        )
        for _ in 1...3 { #expect(try daemon.manager.next() == ["WATCHDOG=1"]) }
        let client = try daemon.client()
        #expect(try client.save("film", 10)["result.outcome"] == "saved")
        #expect(try daemon.stop() == .status(0))
        #expect(daemon.manager.heard().last == ["STOPPING=1"])
    }

    @Test func `the daemon also starts without a service manager`() throws {
        let daemon = try DaemonProcess(DaemonProcess.Setup(environment: ["NOTIFY_SOCKET": ""]))
        try daemon.launch()
        try daemon.waitForSocket()
        #expect(try daemon.client().playback("List") == .ok(["points": []]))
        #expect(try daemon.stop() == .status(0))
    }

    @Test func `a log level changed by a reload applies immediately`() throws {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(configuration: "log-level: error\n")
        )
        #expect(!daemon.log.contains("ready"))
        try daemon.configure("log-level: notice\n")
        #expect(try daemon.client().service("Reload")["changed"] == ["log-level"])
        #expect(try daemon.stop() == .status(0))
        #expect(daemon.log.contains("stopped"))
    }
}
