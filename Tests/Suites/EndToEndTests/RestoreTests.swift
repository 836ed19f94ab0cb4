// SPDX-License-Identifier: Apache-2.0
import StateTesting
import SystemSupport
import Testing
import Varlink

/// What stands after a restart, whether the daemon was asked to end or died.
@Suite struct RestoreTests {
    /// How a daemon ends.
    enum End: Sendable, CaseIterable {
        case asked, killed
    }

    private func again(_ daemon: DaemonProcess, _ end: End) throws {
        switch end {
        case .asked: try daemon.restart()
        case .killed:
            try daemon.kill()
            try daemon.start()
        }
    }

    @Test(arguments: End.allCases)
    func `acknowledged changes survive, and playing items are paused`(end: End) throws {
        let daemon = try DaemonProcess.running()
        var client = try daemon.client()
        let stream = try ClientStream(daemon.socket)
        _ = try stream.untilReady()
        for number in 0..<50 { try client.save("item \(number)", Double(number) + 10) }
        try client.save("film", 100, ["status": "playing", "title": "A film", "rate": 1.5])
        try client.playback("Clear", ["item": "item 7"])
        let before = try client.playback("Get", ["item": "film"])["point"]
        try again(daemon, end)

        client = try daemon.client()
        let after = try client.playback("Get", ["item": "film"])["point"]
        #expect(after?["status"] == "paused")
        #expect(after?["position"] == 100.0)
        #expect(after?["title"] == "A film")
        #expect(after?["at"] == before?["at"] && after?["expiresAt"] == before?["expiresAt"])
        for number in 0..<50 where number != 7 {
            let answer = try client.playback("Get", ["item": .string("item \(number)")])
            #expect(answer["point.position"] == .double(Double(number) + 10))
        }
        #expect(try client.playback("Get", ["item": "item 7"]) == .notFound("item 7"))
        #expect(try client.service("GetHealth")["health.points"] == 50)
    }

    @Test(arguments: End.allCases)
    func `a stream continued after a restart shows a playing item as restored and paused`(
        end: End
    ) throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.save("film", 100, ["status": "playing"])
        _ = try stream.until(kind: "saved")
        try again(daemon, end)
        let changes = try daemon.stream(token: stream.token).untilReady()
        let restored = changes.filter { $0["kind"] == "restored" }
        #expect(restored.map { $0["item"] } == ["film"])
        #expect(restored.first?.at("point.status") == "paused")
        let standing = try ClientStream(daemon.socket).untilReady()
        let player = standing.last { $0["kind"] == "player" }
        #expect(player?.at("about.item") == "film")
        #expect(player?.at("about.playing") == false)
    }

    @Test(arguments: End.allCases)
    func `4,000 playing items are each sent as restored once, despite several restarts`(
        end: End
    ) throws {
        let count = 4_000
        let daemon = try DaemonProcess.running()
        try DaemonScale.fill(daemon.client(), count: count, status: "playing")
        var stream = try ClientStream(daemon.socket)
        #expect(try stream.untilReady().count == count + 1)
        var received: [JSONValue] = []
        // A start writes down a thousand of them, and the others while it serves.
        while received.count < count {
            try again(daemon, end)
            let item = JSONValue.string(DaemonScale.item(received.count))
            let read = try daemon.client().playback("Get", ["item": item])
            #expect(read["point.status"] == "paused")
            let wanted = min(count, received.count + 1_500)
            stream = try daemon.stream(token: stream.token)
            while received.count < wanted {
                let changes = try stream.reply()["changes"]?.elements ?? []
                received += changes.filter { $0["kind"] == "restored" }
            }
        }
        let items = received.compactMap { $0["item"]?.text }
        #expect(Set(items) == Set((0..<count).map(DaemonScale.item)))
        #expect(items.count == count)
        #expect(received.allSatisfy { $0.at("point.status") == "paused" })
    }

    @Test(arguments: End.allCases)
    func `Resume asks for playback only if autoplay is set and the item was playing`(
        end: End
    ) throws {
        for autoplay in ["false", "true"] {
            let daemon = try DaemonProcess.running(DaemonProcess.Setup("--autoplay", autoplay))
            var client = try daemon.client()
            try client.save("playing", 100, ["status": "playing"])
            try client.save("paused", 100, ["player": "vlc"])
            #expect(try client.playback("Resume", ["item": "playing"])["autoplay"] == false)
            try again(daemon, end)
            client = try daemon.client()
            #expect(
                try client.playback("Resume", ["item": "playing"])["autoplay"]
                    == .bool(autoplay == "true")
            )
            #expect(try client.playback("Resume", ["item": "paused"])["autoplay"] == false)
            try again(daemon, end)
            client = try daemon.client()
            #expect(
                try client.playback("Resume", ["item": "playing"])["autoplay"]
                    == .bool(autoplay == "true"),
                "a second restart changes nothing"
            )
            try client.save("playing", 110)
            #expect(try client.playback("Resume", ["item": "playing"])["autoplay"] == false)
        }
    }

    @Test(arguments: End.allCases)
    func `revisions continue to rise, and history and undo survive`(end: End) throws {
        let daemon = try DaemonProcess.running()
        var client = try daemon.client()
        try client.save("film", 1_000)
        let last = try client.save("film", 2_000)["result.revision"]?.int
        let history = try client.playback("History", ["item": "film"])
        try again(daemon, end)
        client = try daemon.client()
        #expect(try client.playback("History", ["item": "film"]) == history)
        let next = try client.save("other", 10)["result.revision"]?.int
        #expect(try #require(next) > #require(last))
        #expect(try client.playback("Undo", ["item": "film"])["point.position"] == 1_000.0)
    }

    @Test func `a cursor of List is valid after a restart`() throws {
        let daemon = try DaemonProcess.running()
        var client = try daemon.client()
        for number in 0..<6 { try client.save("item \(number)", 10) }
        let first = try client.playback("List", ["limit": 3])
        try daemon.restart()
        client = try daemon.client()
        let rest = try client.playback("List", ["cursor": first["cursor"] ?? .null])
        let items = [first, rest].flatMap { $0["points"]?.elements ?? [] }
            .compactMap { $0["item"]?.text }
        #expect(items == (0..<6).map { "item \($0)" }.reversed())
    }

    @Test func `connected clients are disconnected by a restart and can reconnect`() throws {
        let daemon = try DaemonProcess.running()
        let idle = try daemon.client()
        let stream = try daemon.stream()
        #expect(try daemon.stop() == .status(0))
        try idle.waitForEnd()
        try stream.client.waitForEnd()
        #expect(throws: SystemError.self) { try daemon.client() }
        _ = daemon.manager.heard()
        try daemon.start()
        #expect(try daemon.client().playback("List") == .ok(["points": []]))
    }
}
