// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A machine that sleeps and is switched off: logind says so on a bus, and waits for the daemon.
@Suite(.timeLimit(.minutes(10))) struct SuspendTests {
    /// A daemon that stores ticks after an hour unless something makes it, on that bus.
    private func started(_ address: String, _ clock: TestClock? = nil) throws -> DaemonProcess {
        try .running(
            DaemonProcess.Setup(
                "--tick-interval",
                "1h",
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": address],
                clock: clock
            )
        )
    }

    /// Reports an item that plays, and waits until the daemon knows.
    private func tick(_ item: String, _ position: Double, _ client: Client) throws {
        try client.tick(item, position)
        // Calls of a connection are carried out in order.
        try client.service("GetHealth")
    }

    /// The lines of a daemon's log about sleep and shutdown.
    private func lines(_ daemon: DaemonProcess) -> [Substring] {
        daemon.log.split(separator: "\n").filter { $0.contains("suspend") }
    }

    /// Waits until there is one: nothing else shows when the daemon knows.
    private func waitForLine(_ daemon: DaemonProcess) throws {
        try waitUntil("the daemon logs a line about sleep") { !lines(daemon).isEmpty }
    }

    /// Kills the daemon on the spot, and starts it again where no logind can help.
    private func crash(_ daemon: DaemonProcess) throws {
        try daemon.kill()
        daemon.setup.environment = [:]
        try daemon.start()
    }

    @Test func `the machine sleeps only after the tick is on disk`() throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let daemon = try started(bus.address)
        #expect(
            try logind.firstRequests() == [
                "inhibitor 1 sleep stated Stores playback positions delay",
                "inhibitor 2 shutdown stated Stores playback positions delay",
            ]
        )
        let inhibitor = try logind.inhibitor(1)
        let client = try daemon.client()
        try tick("film", 61, client)
        #expect(inhibitor.isHeld)
        try logind.sleeps(true)
        #expect(inhibitor.waitForRelease())
        // Nothing but what is on disk by now survives this.
        try crash(daemon)
        let point = try daemon.client().playback("Get", ["item": "film"])
        #expect(point["point.position"] == 61.0)
    }

    @Test func `without a signal from logind, a tick waits for the full tick interval`() throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let clock = try TestClock()
        let daemon = try started(bus.address, clock)
        try logind.firstRequests()
        try tick("film", 61, try daemon.client())
        try clock.advance(by: .seconds(3_540))
        try crash(daemon)
        let client = try daemon.client()
        #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        let stream = try daemon.stream()
        try tick("film", 62, client)
        try clock.advance(by: .seconds(3_600))
        _ = try stream.until(kind: "saved")
        #expect(stream.last?.at("point.position") == 62.0)
    }

    @Test func `the daemon takes a new inhibitor after the machine wakes up`() throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let daemon = try started(bus.address)
        try logind.firstRequests()
        let shutdown = try logind.inhibitor(2)
        var sleep = try logind.inhibitor(1)
        for number in 3...5 {
            try tick("film", 60 + Double(number), try daemon.client())
            try logind.sleeps(true)
            #expect(sleep.waitForRelease())
            try logind.sleeps(false)
            #expect(try logind.request().hasPrefix("inhibitor \(number) sleep "))
            sleep = try logind.inhibitor(number)
        }
        #expect(sleep.isHeld)
        #expect(shutdown.isHeld)
        #expect(lines(daemon).count == 1)
    }

    @Test func `a shutdown waits until every player's tick is stored`() throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let daemon = try started(bus.address)
        try logind.firstRequests()
        let inhibitor = try logind.inhibitor(2)
        let clients = try (1...3).map { _ in try daemon.client() }
        for (number, client) in clients.enumerated() {
            try client.tick("film \(number)", 61, ["player": .string("player\(number)")])
            try client.service("GetHealth")
        }
        try logind.shutsDown(true)
        #expect(inhibitor.waitForRelease())
        try crash(daemon)
        #expect(try daemon.client().playback("List")["points"]?.elements.count == 3)
    }

    @Test func `the daemon requests a new inhibitor from a restarted logind`() throws {
        let bus = try PrivateBus()
        let first = try MockLogin1(on: bus)
        let daemon = try started(bus.address)
        try first.firstRequests()
        let old = try first.inhibitor(1)
        first.end()
        #expect(old.waitForRelease())
        let second = try MockLogin1(on: bus)
        try second.firstRequests()
        let inhibitor = try second.inhibitor(1)
        try tick("film", 61, try daemon.client())
        try second.sleeps(true)
        #expect(inhibitor.waitForRelease())
        try crash(daemon)
        #expect(
            try daemon.client().playback("Get", ["item": "film"])["point.position"] == 61.0
        )
    }

    @Test func `a refused inhibitor is logged once, and ticks are stored as usual`() throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus, refusals: 1_000)
        let daemon = try started(bus.address)
        #expect(try logind.firstRequests().allSatisfy { $0.hasPrefix("refused ") })
        let client = try daemon.client()
        let stream = try daemon.stream()
        try tick("film", 61, client)
        try logind.sleeps(true)
        _ = try stream.until(kind: "saved")
        try logind.sleeps(false)
        #expect(try logind.request().hasPrefix("refused sleep "))
        #expect(try daemon.stop() == .status(0))
        #expect(lines(daemon).count == 1)
        #expect(
            lines(daemon).first?.contains("warning: logind refused to delay suspend and shutdown")
                == true
        )
        #expect(lines(daemon).first?.contains("Access denied") == true)
    }

    @Test func `a stopping daemon releases its inhibitor`() throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let daemon = try started(bus.address)
        try logind.firstRequests()
        let inhibitor = try logind.inhibitor(1)
        try tick("film", 61, try daemon.client())
        #expect(try daemon.stop() == .status(0))
        #expect(!inhibitor.isHeld)
    }

    @Test func `a missing system bus is logged once and changes nothing else`() throws {
        let daemon = try started("unix:path=/nowhere/bus")
        let client = try daemon.client()
        #expect(try client.save("film", 10)["result.outcome"] == "saved")
        try waitForLine(daemon)
        #expect(try daemon.stop() == .status(0))
        let lines = daemon.log.split(separator: "\n")
        // Without the time, the metadata, and what follows a second colon.
        let messages = lines.map { line in
            line.split(separator: " ").dropFirst().prefix { !$0.contains("=") }
                .joined(separator: " ").split(separator: ":").prefix(2).joined(separator: ":")
        }
        #expect(messages.sorted() == ["notice: no logind", "notice: ready", "notice: stopped"])
        #expect(daemon.log.contains("No such file or directory"))
    }

    @Test func `a bus without logind is logged once`() throws {
        let bus = try PrivateBus()
        let daemon = try started(bus.address)
        try waitForLine(daemon)
        #expect(try daemon.stop() == .status(0))
        #expect(lines(daemon).count == 1)
        #expect(lines(daemon).first?.contains("there is no logind") == true)
    }

    @Test func `a lost bus is logged once, and the daemon continues to serve`() throws {
        let bus = try PrivateBus()
        let logind = try MockLogin1(on: bus)
        let daemon = try started(bus.address)
        try logind.firstRequests()
        let inhibitor = try logind.inhibitor(1)
        bus.end()
        // Without a bus nothing can ask it to let go.
        #expect(inhibitor.waitForRelease())
        #expect(try daemon.client().save("film", 10)["result.outcome"] == "saved")
        // The inhibitor may have been on its way still, and the daemon may not know yet.
        try waitForLine(daemon)
        #expect(try daemon.stop() == .status(0))
        #expect(lines(daemon).filter { $0.contains("no logind: ") }.count == 1)
    }

    @Test func `the next expiry is timed by a clock that also counts time in suspend`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let pid = try #require(daemon.program?.pid)
        #expect(bootTimers(of: pid).isEmpty)
        try daemon.client().save("film", 10, ["ttl": 3_600])
        let timers = bootTimers(of: pid)
        #expect(timers.count == 1)
        let seconds = try #require(timers.first)
        #expect((1...3_600).contains(seconds))
    }

    /// How many seconds each timer on CLOCK_BOOTTIME still has that a process has set.
    private func bootTimers(of pid: pid_t) -> [Int] {
        let folder = "/proc/\(pid)/fdinfo"
        return DaemonFiles.names(in: folder).compactMap { name in
            // One that is gone meanwhile was no timer.
            let bytes = (try? DaemonFiles.read("\(folder)/\(name)")) ?? []
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = text.split(separator: "\n")
            guard lines.contains("clockid: 7") else { return nil }
            let value = lines.first { $0.hasPrefix("it_value: (") }?.dropFirst(11)
            let seconds = value?.split(separator: ",").first.flatMap { Int($0) }
            return seconds.flatMap { $0 > 0 ? $0 : nil }
        }
    }
}
