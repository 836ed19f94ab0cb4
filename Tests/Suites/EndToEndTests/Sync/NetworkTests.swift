// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import StateTesting
import SyncModel
import SyncTesting
import Testing
import Varlink

/// A remote store that needs a network, and one that needs none.
@Suite(.timeLimit(.minutes(10))) struct `Devices and the network` {
    @Test(arguments: [false, true])
    func `the simulated remote passes the conformance suite over TCP`(swaps: Bool) async throws {
        let words = try TestPipe()
        let server = try Child(
            try DaemonProcess.executable("remote-server"),
            ["0"] + (swaps ? ["swaps"] : []),
            output: words.input
        )
        words.closeInput()
        let port = try #require(UInt16(try words.line()))
        var manners = SimulatedServer.Manners()
        manners.comparesAndSwaps = swaps
        let known = manners
        var suite = RemoteConformance { _ in
            TCPRemote(host: "127.0.0.1", port: port, manners: known)
        }
        #expect(try await suite.run() == [])
        server.signal(SIGKILL)
        #expect(server.wait() == -SIGKILL)
        let remote = TCPRemote(host: "127.0.0.1", port: port)
        await #expect(throws: RemoteError.self) { try await remote.setUp() }
    }

    @Test func `changes made offline are sent whenever the network returns`() throws {
        let places = try Neighbourhood()
        let attic = try places.attic.client()
        let monitor = try MonitorStream(places.attic.socket)
        try monitor.until(state: "offline")
        try attic.save("film", 100)
        for number in 1...50 { try attic.append("a\(number)") }
        let waiting = try monitor.until { $0.at("outbox.pending") == 51 }
        #expect(waiting["online"] == false)
        #expect(waiting.at("indicator.label") == "Offline, saving here")

        try places.layCable()
        try places.plugIn()
        try monitor.until(state: "idle", isEmpty: true)
        let cellar = try places.cellar.client()
        try cellar.syncNow()
        #expect(try cellar.position("film") == 100)

        try places.unplug()
        try attic.save("film", 200)
        try monitor.until { $0["state"] == "offline" && $0.at("outbox.pending") == 1 }
        for number in 51...100 { try attic.append("a\(number)") }
        try cellar.save("song", 50)
        try cellar.syncNow()
        try places.plugIn()
        try monitor.until(state: "idle", isEmpty: true)
        #expect(try attic.position("song") == 50)
        try cellar.syncNow()
        #expect(try cellar.position("film") == 200)
        let ids = try cellar.allEvents().map { $0["id"]?.text }
        #expect(ids == (1...100).map { "a\($0)" })
        let seen = monitor.statuses.flatMap { $0["phases"]?.elements ?? [] }
        let failed = seen.first { $0["state"] == "failed" && $0["error"]?.text != nil }
        #expect(failed?["error"]?.text?.contains("the server does not answer") == true)
        for phase in ["setup", "import", "export"] {
            #expect(seen.contains { $0["name"]?.text == phase && $0["state"] == "succeeded" })
        }
    }

    @Test func `an entry that the remote refuses fails alone, with a reason, and can be retried`()
        throws
    {
        let places = try Neighbourhood()
        try places.layCable()
        try places.plugIn()
        let attic = try places.attic.client()
        let monitor = try MonitorStream(places.attic.socket)
        try monitor.until(state: "idle", isEmpty: true)
        try attic.save("poison", 100)
        try attic.save("film", 100)
        try monitor.until { $0.at("outbox.failed") == 1 && $0.at("outbox.pending") == 0 }
        let entry = try attic.sync("ListOutbox", ["state": "failed"])["entries.0"]
        #expect(entry?["key"] == "poison")
        #expect(entry?["error"] == "it refuses poison")
        let cellar = try places.cellar.client()
        try cellar.syncNow()
        #expect(try cellar.position("film") == 100)
        let id = try #require(entry?["id"])
        #expect(try attic.sync("RetryFailed", ["id": id]) == .ok(["retried": 1]))
        try attic.syncNow()
        #expect(try attic.sync("ListOutbox", ["state": "failed"])["entries.0.key"] == "poison")
    }

    @Test func `a surface in the foreground gets changes within 30 s without notifications`()
        throws
    {
        let places = try Neighbourhood()
        try places.layCable()
        try places.plugIn()
        let (attic, cellar) = (try places.attic.client(), try places.cellar.client())
        let monitor = try MonitorStream(places.cellar.socket)
        try monitor.until(state: "idle")
        let stream = try places.cellar.stream()
        try cellar.call("io.stated.Session.Attach", ["player": "mpv"])
        try cellar.call("io.stated.Session.SetPhase", ["phase": "foreground"])
        try monitor.until { $0["polling"] == true }
        let rounds = try monitor.until(state: "idle")["pulls"]?.int
        try attic.save("film", 100)
        try MonitorStream(places.attic.socket).until(state: "idle", isEmpty: true)
        try places.clock.advance(by: .seconds(30))
        while try stream.next()["item"] != "film" {}
        #expect(try cellar.position("film") == 100)
        let status = try cellar.sync("GetStatus")["status"]
        #expect(status?["notifications"] == 0, "nothing notified it but the clock")
        #expect(status?["pulls"]?.int ?? 0 > rounds ?? .max)
    }

    @Test func `a folder works without a network`() throws {
        let house = try Household.asleep()
        for daemon in [house.attic, house.cellar] {
            daemon.setup.launcher = ["/usr/bin/unshare", "-n"]
            try daemon.start()
        }
        try house.meet()
        let stream = try house.cellar.stream()
        try house.attic.client().save("film", 100)
        _ = try stream.until(kind: "saved")
        #expect(stream.last?["item"] == "film")
        let status = try house.attic.client().sync("GetStatus")["status"]
        #expect(status?["online"] == true)
    }
}
