// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// The calls of io.stated.Sync, as a stranger makes them.
@Suite(.timeLimit(.minutes(10))) struct `The sync calls` {
    @Test func `without a remote store, all sync calls are refused except those for the status`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let calls: [(String, JSONValue)] = [
            ("SyncNow", [:]), ("RemoteChanged", [:]), ("ListOutbox", [:]), ("RetryFailed", [:]),
            ("ListConflicts", [:]), ("ResolveConflict", ["id": 1]), ("DismissConflict", ["id": 1]),
            ("Explain", ["item": "film"]),
            ("ListDevices", [:]), ("ForgetDevice", ["device": "attic"]),
        ]
        for (method, parameters) in calls {
            #expect(
                try client.sync(method, parameters) == .error("io.stated.Sync.SyncDisabled"),
                "\(method)"
            )
        }
        let status = try client.sync("GetStatus")["status"]
        #expect(status?["state"] == "disabled")
        #expect(status?["remote"] == nil)
        #expect(status?["indicator"] == ["label": "", "tone": "silent"])
        #expect(try daemon.statectl("sync", "now").exit == .status(69))
        #expect(try MonitorStream(daemon.socket).until(state: "disabled")["online"] == false)
    }

    @Test func `SyncNow returns the counts of its round`() throws {
        let house = try Household()
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        try house.goOffline()
        for number in 0..<5 { try attic.save("item \(number)", 10) }
        try attic.append("e1")
        house.mount()
        // The daemon may have noticed by itself; then another round did it.
        try attic.syncNow()
        let status = try attic.sync("GetStatus")["status"]
        #expect(status?.at("outbox.pending") == 0)
        #expect(status?["lastSuccessAt"]?.int != nil)
        let round = try cellar.syncNow()
        #expect(round["pushed"] == 0)
        #expect(round["conflicts"] == 0)
        #expect((round["durationMs"]?.int ?? -1) >= 0)
        #expect(try cellar.service("GetHealth")["health.points"] == 5)
    }

    @Test
    func `RemoteChanged returns that nothing has changed, and counts as a notification`() throws {
        let house = try Household()
        let monitor = try MonitorStream(house.attic.socket)
        let before = try monitor.until(state: "idle")["notifications"]?.int ?? 0
        let client = try house.attic.client()
        #expect(try client.sync("RemoteChanged", ["scope": "film"]) == .ok(["news": false]))
        try monitor.until { $0["notifications"]?.int ?? 0 > before }
        try monitor.until(state: "idle")
    }

    @Test
    func `RemoteChanged returns once the changes are fetched, or says why they are not`() throws {
        let house = try Household()
        let client = try house.attic.client()
        try house.cellar.client().save("film", 100)
        try house.cellar.client().syncNow()
        try #require(try client.sync("RemoteChanged").error == nil)
        #expect(try client.position("film") == 100)
        try house.goOffline()
        #expect(
            try client.sync("RemoteChanged").error == "io.stated.Sync.RemoteUnavailable"
        )
    }

    @Test func `every device is listed, and an unused one can be forgotten`() throws {
        let house = try Household()
        try house.meet()
        let attic = try house.attic.client()
        let devices = try attic.sync("ListDevices")["devices"]?.elements ?? []
        #expect(devices.map { $0["device"]?.text } == ["attic", "cellar"])
        for device in devices {
            let offset = device["clockOffsetMs"]?.int ?? .max
            #expect(abs(offset) < 10_000, "both have one clock")
        }
        #expect(
            try attic.sync("ForgetDevice", ["device": "garden"])
                == .error("io.stated.Sync.DeviceNotFound", ["device": "garden"])
        )
        try house.cellar.stop()
        #expect(try attic.sync("ForgetDevice", ["device": "cellar"]) == .ok())
        let left = try attic.sync("ListDevices")["devices"]?.elements ?? []
        #expect(left.map { $0["device"]?.text } == ["attic"])
    }

    @Test func `explain distinguishes a finished item from a cleared one`() throws {
        let house = try Household()
        let attic = try house.attic.client()
        func reasons(_ item: JSONValue) throws -> [String?]? {
            let steps = try attic.sync("Explain", ["item": item])["steps"]?.elements
            return steps?.map { $0["why"]?.text }
        }
        try attic.save("film", 50, ["duration": 100])
        try attic.save("film", 100, ["duration": 100, "status": "finished"])
        try attic.save("song", 50)
        try attic.playback("Clear", ["item": "song"])
        let (film, song) = (try reasons("film"), try reasons("song"))
        #expect(film == ["finished here", "reported here by mpv, finished since"])
        #expect(song == ["cleared here", "reported here by mpv, cleared since"])
    }

    @Test func `an item that one device finished is finished on the others`() throws {
        let house = try Household()
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        for item in ["film", "song"] { try attic.save(item, 50, ["duration": 100]) }
        try house.meet()
        #expect(try cellar.position("film") == 50)
        try attic.save("film", 100, ["duration": 100, "status": "finished"])
        try attic.playback("Clear", ["item": "song"])
        try house.meet()
        func removed(finished: Bool) throws -> Set<String?> {
            let reply = try cellar.playback("ListRemoved", ["finished": .bool(finished)])
            return Set(reply["entries"]?.elements.map { $0.at("point.item")?.text } ?? [])
        }
        #expect(try removed(finished: false) == ["film", "song"])
        #expect(try removed(finished: true) == ["film"])
    }

    /// A forgotten television, and a tablet that plays the same film.
    @Test func `two devices that play one film at the same time leave its history alone`() throws {
        let house = try Household()
        let clients = [try house.attic.client(), try house.cellar.client()]
        try clients[0].save("film", 2_700, ["status": "paused"])
        try house.meet()
        for turn in 0..<20 {
            for (client, place) in zip(clients, [300.0, 1_500]) {
                try client.save(
                    "film",
                    place + Double(turn),
                    ["status": "playing", "cause": "seek"]
                )
            }
            try house.meet()
        }
        for client in clients {
            let past = try client.playback("History", ["item": "film"])["entries"]?.elements ?? []
            #expect(past.count <= 4)
            #expect(past.last?.at("point.position")?.number == 2_700)
        }
    }

    @Test func `two devices with the same name are distinguished`() throws {
        let house = try Household.asleep("--device", "laptop")
        try house.attic.start()
        try house.cellar.start()
        try house.meet()
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        try attic.save("film", 100)
        try cellar.save("song", 50)
        try house.meet()
        #expect(try cellar.position("film") == 100)
        #expect(try attic.position("song") == 50)
        let names =
            try attic.sync("ListDevices")["devices"]?.elements
            .compactMap { $0["device"]?.text } ?? []
        #expect(Set(names).count == 2)
        #expect(names.allSatisfy { $0.hasPrefix("laptop (") })
    }
}
