// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// The changes that a subscriber receives, and when.
@Suite struct StreamTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running(DaemonProcess.Setup("--tick-interval", "100ms"))
        client = try daemon.client()
    }

    private func subscribed(_ parameters: JSONValue = [:]) throws -> ClientStream {
        let stream = try ClientStream(daemon.socket, parameters)
        _ = try stream.untilReady()
        return stream
    }

    @Test func `a stream sends the current state before the ready message`() throws {
        try client.save("a", 10, ["player": "mpv"])
        try client.save("b", 20, ["player": "vlc"])
        try client.save("c", 30)
        try client.playback("Clear", ["item": "c"])
        let stream = try ClientStream(daemon.socket)
        let changes = try stream.untilReady()
        let current = changes.filter { $0["kind"] == "current" }
        #expect(Set(current.compactMap { $0["item"]?.text }) == ["a", "b"])
        #expect(current.first { $0["item"] == "a" }?.at("point.position") == 10.0)
        let players = changes.filter { $0["kind"] == "player" }
        #expect(players.compactMap { $0["player"]?.text } == ["mpv", "vlc"])
        #expect(players.first?.at("about.item") == "c")
        #expect(stream.skipped == 0)
        #expect(!stream.token.isEmpty)
    }

    @Test func `the stream of an empty store sends the ready message in its first reply`() throws {
        let stream = try ClientStream(daemon.socket)
        let first = try stream.reply()
        #expect(first["changes"] == [])
        #expect(first["ready"] == true)
        #expect(first["skipped"] == 0)
        #expect(first.continues)
    }

    @Test func `each change is sent once, in the order of revisions, with the members of its kind`()
        throws
    {
        let stream = try subscribed()
        try client.save("film", 10, ["title": "A film"])
        try client.save("film", 10)
        try client.playback("Clear", ["item": "film"])
        try client.playback("Undo", ["item": "film"])
        try client.save("film", 99, ["status": "finished", "duration": 100.0])
        try client.save("mark", 1.5)
        let changes = try stream.until(item: "mark")
        let received = changes.filter { $0["kind"] != "player" }
        #expect(
            received.map { $0["kind"]?.text } == [
                "saved", "observed", "cleared", "restored", "cleared",
            ]
        )
        #expect(received.allSatisfy { $0["item"] == "film" && $0["player"] == "mpv" })
        #expect(received.first?.at("point.title") == "A film")
        #expect(received[1].at("snapshot.position") == 10.0)
        #expect(received[1]["point"] == nil)
        #expect(received[2].at("point.position") == 10.0)
        #expect(received[3].at("point.position") == 10.0)
        let revisions = changes.compactMap { $0["revision"]?.int }
        #expect(revisions == revisions.sorted())
        #expect(received[1]["revision"] == received[0]["revision"])
    }

    @Test func `a stream shows another client's save with the revision in that client's reply`()
        throws
    {
        let stream = try subscribed()
        let saved = try client.save("film", 10)
        let change = try stream.next()
        #expect(change["revision"] == saved["result.revision"])
        #expect(change.at("point.revision") == saved["result.revision"])
    }

    @Test func `a change of a player's item is published`() throws {
        let stream = try subscribed()
        try client.save("a", 10, ["status": "playing"])
        try client.save("a", 20, ["status": "playing"])
        try client.save("b", 10, ["status": "playing"])
        let changes = try stream.next(5)
        #expect(
            changes.map { $0["kind"] } == ["saved", "player", "saved", "saved", "player"]
        )
        let players = changes.filter { $0["kind"] == "player" }
        #expect(players.map { $0.at("about.item") } == ["a", "b"])
        #expect(players.first?.at("about.playing") == true)
    }

    @Test func `a stream of one player or one item receives no other changes`() throws {
        try client.save("a", 10, ["player": "mpv"])
        try client.save("b", 10, ["player": "vlc"])
        let vlc = try ClientStream(daemon.socket, ["player": "vlc"])
        let item = try ClientStream(daemon.socket, ["item": "a"])
        let both = try ClientStream(daemon.socket, ["item": "a", "player": "vlc"])
        #expect(try vlc.untilReady().map { $0["kind"] } == ["current", "player"])
        #expect(try item.untilReady().map { $0["item"] } == ["a"])
        #expect(try both.untilReady().isEmpty)
        try client.save("a", 20, ["player": "mpv"])
        try client.save("b", 20, ["player": "vlc"])
        try client.save("a", 30, ["player": "vlc"])
        #expect(try vlc.next().at("point.position") == 20.0)
        #expect(try item.next().at("point.position") == 20.0)
        #expect(try item.next().at("point.position") == 30.0)
        var change = try both.next()
        if change["kind"] == "player" { change = try both.next() }
        #expect(change.at("point.position") == 30.0)
    }

    @Test func `a stream whose filter matches nothing sends ready and a valid token`() throws {
        try client.save("a", 10)
        let stream = try ClientStream(daemon.socket, ["player": "nobody"])
        #expect(try stream.untilReady().isEmpty)
        try client.save("b", 10)
        let again = try daemon.stream(token: stream.token)
        #expect(try again.untilReady().contains { $0["item"] == "b" })
    }

    @Test func `all changes of one SaveMany have the same revision`() throws {
        let stream = try subscribed()
        try client.playback("SaveMany", ["snapshots": [.snapshot("a", 1.5), .snapshot("b", 2.5)]])
        let changes = try stream.next(4)
        #expect(Set(changes.compactMap { $0["revision"]?.int }).count == 1)
    }

    @Test func `the connection of a subscriber accepts no more calls; other connections do`() throws
    {
        let stream = try subscribed()
        try stream.client.send("io.stated.Playback.List")
        #expect(try client.save("film", 10)["result.outcome"] == "saved")
        #expect(try stream.next()["kind"] == "saved")
    }

    @Test func `a call sent before Subscribe is answered first`() throws {
        let other = try daemon.client()
        let packet =
            other.bytes("io.stated.Playback.Save", ["snapshot": .snapshot("film", 10)])
            + other.bytes("io.stated.Playback.Subscribe", more: true)
        try other.socket.send(packet)
        #expect(try other.receive()["result.outcome"] == "saved")
        let first = try other.receive()
        #expect(first["changes"]?.elements.first?["item"] == "film")
    }

    @Test func `every subscriber receives the same changes`() throws {
        let streams = try (0..<10).map { _ in try subscribed() }
        for number in 0..<20 { try client.save("item \(number)", 10) }
        try client.save("mark", 10)
        let received = try streams.map { try $0.until(item: "mark") }
        #expect(received[0].filter { $0["kind"] == "saved" }.count == 20)
        #expect(received.allSatisfy { $0 == received[0] })
        #expect(try client.service("GetHealth")["health.subscribers"] == 10)
    }

    @Test func `the current state is sent in pages, and later changes follow`() throws {
        for part in 0..<3 {
            let snapshots = (0..<500).map { JSONValue.snapshot("\(part)/\($0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        let stream = try ClientStream(daemon.socket)
        try client.save("0/0", 60)
        try client.save("mark", 10)
        var replies = 0
        var positions: [String: Double] = [:]
        while positions["mark"] == nil {
            for change in try stream.reply()["changes"]?.elements ?? [] {
                guard let item = change["item"]?.text,
                    case .double(let position)? = change.at("point.position")
                else { continue }
                positions[item] = position
            }
            replies += 1
        }
        #expect(positions.count == 1_501)
        #expect(positions["0/0"] == 60)
        #expect(replies > 3)
    }
}
