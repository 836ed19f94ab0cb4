// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Several files in a real mpv, several mpvs, and other surfaces that want something of them.
@Suite struct MPVPlaylistTests {
    let daemon: DaemonProcess
    let files: [String]

    init() throws {
        let daemon = try DaemonProcess.running()
        self.daemon = daemon
        files = ["a.ogg", "b.ogg", "c.ogg"].map { daemon.directory.file($0) }
        for file in files { try Media.tone(file, seconds: 60) }
    }

    private func position(_ item: String) throws -> Double {
        let point = try daemon.client().playback("Get", ["item": .string(item)])
        return point["point.position"]?.number ?? -1
    }

    private func player(_ name: String) throws -> JSONValue? {
        try daemon.client().call("io.stated.Session.ListPlayers")["players"]?.elements
            .first { $0["player"] == .string(name) }
    }

    private func strings(_ items: some Sequence<String>) -> JSONValue {
        .array(items.map { .string($0) })
    }

    /// Starts all three files, paused or not, and waits until the daemon knows of them.
    private func started(
        _ stream: ClientStream,
        isPaused: Bool = true
    ) throws -> PlayerProcess {
        let pause = isPaused ? "--pause=yes" : "--pause=no"
        let player = try PlayerProcess.play(pause, files[0], files[1], files[2], for: daemon)
        try stream.waits { $0.at("about.queue") == strings(files.dropFirst()) }
        return player
    }

    @Test func `each file of a playlist has a resume point, and later files form the queue`() throws
    {
        let stream = try daemon.stream()
        let player = try started(stream)
        try player.mpv.seek(20)
        try stream.waits { $0.isNear(20) }
        try player.mpv.command("playlist-next")
        try stream.waits { $0.at("about.queue") == strings([files[2]]) }
        #expect(try self.player("mpv")?["item"] == .string(files[1]))
        try player.mpv.seek(30)
        try stream.waits { $0.isNear(30) }
        #expect(try abs(position(files[0]) - 20) < 0.1)
        // Back to the first: it is where it was left.
        try player.mpv.command("playlist-prev")
        try player.mpv.wait(for: "time-pos") { $0.number.map { abs($0 - 20) < 0.5 } == true }
        try stream.waits { $0.at("about.queue") == strings(files.dropFirst()) }
        try player.quit()
        #expect(try abs(position(files[1]) - 30) < 0.1)
    }

    @Test func `the end of a file advances both the playlist and the queue`() throws {
        let stream = try daemon.stream()
        let player = try started(stream)
        try player.mpv.seek(58.8)
        try player.mpv.command("set_property", "pause", false)
        try stream.waits { $0["kind"] == "cleared" && $0["item"] == .string(files[0]) }
        try stream.waits { $0["item"] == .string(files[1]) }
        #expect(try self.player("mpv")?["item"] == .string(files[1]))
        #expect(try self.player("mpv")?["queue"] == strings([files[2]]))
        try player.quit()
    }

    @Test func `without arguments, statectl play continues the last file and its queue`() throws {
        let stream = try daemon.stream()
        let first = try started(stream)
        try first.mpv.seek(20)
        try stream.waits { $0.isNear(20) }
        try first.kill()
        let second = try PlayerProcess.play("--pause", for: daemon)
        try second.mpv.wait(for: "time-pos") { $0.number.map { abs($0 - 20) < 1 } == true }
        let list = try second.mpv.property("playlist")?.elements.compactMap { $0["filename"]?.text }
        #expect(list == files)
        try second.quit()
        #expect(try self.player("mpv")?["queue"] == strings(files.dropFirst()))
    }

    @Test func `a file that is added during playback is queued, and is kept when others are added`()
        throws
    {
        let stream = try daemon.stream()
        let player = try PlayerProcess.play("--pause", files[0], for: daemon)
        // Each save raises the revision of the store, but not that of the player.
        for place in [20.0, 30, 40] {
            try player.mpv.seek(place)
            try stream.waits { $0.isNear(place) }
        }
        try player.mpv.command("loadfile", .string(files[1]), "append")
        try stream.waits { $0.at("about.queue") == strings([files[1]]) }
        try daemon.client().call(
            "io.stated.Session.Enqueue",
            ["player": "mpv", "items": .array([.string(files[2])])]
        )
        try player.mpv.wait(for: "playlist") { list in
            list.elements.compactMap { $0["filename"]?.text } == files
        }
        try player.quit()
    }

    @Test func `another surface can change the current item and the queue`() throws {
        let stream = try daemon.stream()
        let player = try started(stream)
        let other = try daemon.client()
        let added = try other.call(
            "io.stated.Session.Enqueue",
            ["player": "mpv", "items": [.string(files[0])]]
        )
        #expect(added.error == nil)
        try player.mpv.wait(for: "playlist-count") { $0 == 4 }
        try other.call("io.stated.Session.PlayNow", ["player": "mpv", "item": .string(files[2])])
        try player.mpv.wait(for: "path") { $0 == .string(files[2]) }
        try stream.waits { $0["item"] == .string(files[2]) }
        try other.call("io.stated.Session.Skip", ["player": "mpv"])
        try player.mpv.wait(for: "path") { $0 == .string(files[1]) }
        try stream.waits { $0["item"] == .string(files[1]) }
        try other.call("io.stated.Session.SetQueue", ["player": "mpv", "items": []])
        try player.mpv.wait(for: "playlist") { list in
            let names = list.elements.compactMap { $0["filename"]?.text }
            return names.last == files[1]
        }
        try player.quit()
        #expect(try self.player("mpv")?["item"] == .string(files[1]))
        #expect(try self.player("mpv")?["queue"] == [])
    }

    @Test func `another surface can change the item of a playing mpv`() throws {
        let stream = try daemon.stream()
        let player = try started(stream, isPaused: false)
        try player.mpv.plays(past: 1)
        let other = try daemon.client()
        try other.call("io.stated.Session.PlayNow", ["player": "mpv", "item": .string(files[2])])
        try player.mpv.wait(for: "path") { $0 == .string(files[2]) }
        try stream.waits { $0["item"] == .string(files[2]) }
        #expect(try self.player("mpv")?["queue"] == strings(files.dropLast()))
        try player.mpv.plays(past: 1)
        try other.call("io.stated.Session.Skip", ["player": "mpv"])
        // The interrupted file is the first of the queue, and continues where it was.
        try player.mpv.wait(for: "path") { $0 == .string(files[0]) }
        try stream.waits { $0["item"] == .string(files[0]) }
        try player.mpv.plays(past: 1.5)
        #expect(try self.player("mpv")?["queue"] == strings([files[1]]))
        try player.quit()
        #expect(try position(files[2]) > 0.9)
        #expect(try position(files[0]) > 1.4)
    }

    /// Stores a point under a path of another device, of which a file is the copy here.
    private func store(_ item: String, at position: Double, copy: String) throws {
        let other = try daemon.client()
        let snapshot: JSONValue = [
            "item": .string(item), "player": "tv", "status": "paused",
            "position": .double(position), "duration": 60.0,
        ]
        #expect(try other.playback("Save", ["snapshot": snapshot]).error == nil)
        let alias: JSONValue = ["item": .string(item), "alias": .string(copy)]
        #expect(try other.playback("AddAlias", alias).error == nil)
    }

    @Test func `a queued path of another device plays the copy that is here`() throws {
        let stream = try daemon.stream()
        let player = try PlayerProcess.play("--pause", files[0], for: daemon)
        try stream.waits { $0["item"] == .string(files[0]) }
        try store("/other/b.ogg", at: 20, copy: files[1])
        try store("/other/c.ogg", at: 30, copy: files[2])
        let other = try daemon.client()
        let items = strings(["/other/b.ogg", "/other/missing.ogg"])
        try other.call("io.stated.Session.Enqueue", ["player": "mpv", "items": items])
        try player.mpv.wait(for: "playlist") { list in
            list.elements.compactMap { $0["filename"]?.text }
                == [files[0], files[1], "/other/missing.ogg"]
        }
        try other.call("io.stated.Session.PlayNow", ["player": "mpv", "item": "/other/c.ogg"])
        try player.mpv.wait(for: "path") { $0 == .string(files[2]) }
        try player.mpv.wait(for: "time-pos") { $0.number.map { $0 > 29.5 } == true }
        try stream.waits { $0["item"] == "/other/c.ogg" && $0.at("point.status") == "playing" }
        #expect(try self.player("mpv")?["queue"] == items)
        try player.quit()
        // The player that continues opens the copies, too.
        let next = try PlayerProcess.play("--pause", for: daemon)
        try next.mpv.wait(for: "playlist") { list in
            list.elements.compactMap { $0["filename"]?.text }
                == [files[2], files[1], "/other/missing.ogg"]
        }
        try next.quit()
    }

    @Test func `a retry plays the item again, and then what it interrupted`() throws {
        let stream = try daemon.stream()
        let (missing, aside) = (files[2], daemon.directory.file("aside"))
        let player = try PlayerProcess.play(files[0], missing, files[1], for: daemon)
        try stream.waits { $0.at("about.queue") == strings([missing, files[1]]) }
        #expect(rename(missing, aside) == 0)
        try player.mpv.command("playlist-next")
        try stream.waits { $0.at("about.kind") == "itemUnavailable" }
        try player.mpv.plays(past: 1)
        #expect(rename(aside, missing) == 0)
        let alerts = try daemon.client().call("io.stated.Session.ListAlerts")["alerts"]
        let id = try #require(alerts?.elements.first?["id"])
        try daemon.client().call("io.stated.Session.RetryAlert", ["id": id])
        try player.mpv.wait(for: "path") { $0 == .string(missing) }
        try stream.waits { $0.at("about.state") == "dismissed" }
        #expect(try self.player("mpv")?["queue"] == strings([files[1]]))
        try player.quit()
    }

    @Test func `two players that play at the same time do not affect each other`() throws {
        let stream = try daemon.stream()
        let first = try PlayerProcess.play("--pause", files[0], for: daemon)
        try stream.waits { $0["item"] == .string(files[0]) }
        let second = try PlayerProcess.play("--pause", files[1], for: daemon)
        try stream.waits { $0["item"] == .string(files[1]) && $0["player"] == "mpv.2" }
        try first.mpv.seek(20)
        try second.mpv.seek(40)
        try stream.waits { $0.isNear(40) }
        try first.quit()
        // The second keeps its name, and the next one takes the one that is free.
        let third = try PlayerProcess.play("--pause", files[2], for: daemon)
        try stream.waits { $0["item"] == .string(files[2]) && $0["player"] == "mpv" }
        try second.quit()
        try third.quit()
        #expect(try abs(position(files[0]) - 20) < 0.1)
        #expect(try abs(position(files[1]) - 40) < 0.1)
        let points = try daemon.client().playback("List", ["player": "mpv.2"])["points"]
        #expect(points?.elements.map { $0["item"] } == [.string(files[1])])
    }

    @Test func `two players do not affect each other if the daemon starts after them`() throws {
        try daemon.stop()
        let first = try PlayerProcess.play("--pause", files[0], for: daemon, player: "den")
        let second = try PlayerProcess.play("--pause", files[1], for: daemon, player: "den")
        try first.mpv.seek(20)
        try second.mpv.seek(40)
        try daemon.start()
        let stream = try daemon.stream()
        let names = JSONValue.array(["den", "den.2"])
        while try daemon.client().call("io.stated.Session.ListPlayers")["players"]?.elements
            .filter({ $0["item"] != nil }).map({ $0["player"] ?? .null }) != names.elements
        { _ = try stream.next() }
        try first.quit()
        try second.quit()
        #expect(try abs(position(files[0]) - 20) < 0.1)
        #expect(try abs(position(files[1]) - 40) < 0.1)
        #expect(try self.player("den.2")?["item"] == .string(files[1]))
    }
}

extension JSONValue {
    /// Whether it is a change that stored a position near that one.
    fileprivate func isNear(_ position: Double) -> Bool {
        at("point.position")?.number.map { abs($0 - position) < 0.1 } ?? false
    }
}
