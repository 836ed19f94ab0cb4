// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// Several calls in one piece: answered in order, each as if it had come alone.
@Suite struct PipeliningTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    private func save(_ item: String, _ position: Double) -> [UInt8] {
        client.bytes("io.stated.Playback.Save", ["snapshot": .snapshot(item, position)])
    }

    private func get(_ item: String) -> [UInt8] {
        client.bytes("io.stated.Playback.Get", ["item": .string(item)])
    }

    @Test func `each Get returns the result of the Save before it, and not of the one after it`()
        throws
    {
        let packet =
            get("film") + save("film", 10) + get("film") + save("film", 20) + get("film")
        try client.socket.send(packet)
        #expect(try client.receive() == .notFound("film"))
        #expect(try client.receive()["result.outcome"] == "saved")
        #expect(try client.receive()["point.position"] == 10.0)
        #expect(try client.receive()["result.outcome"] == "saved")
        #expect(try client.receive()["point.position"] == 20.0)
    }

    @Test
    func `the replies to pipelined reads, changes and errors keep the order of the calls`() throws {
        let packet =
            save("film", 10) + client.bytes("io.stated.Playback.Get", ["item": 1])
            + client.bytes("io.stated.Playback.Clear", ["item": "film"]) + get("film")
            + client.bytes("io.stated.Playback.Undo", ["item": "film"]) + get("film")
            + client.bytes("io.stated.Playback.ClearAll") + get("film")
            + client.bytes("org.varlink.service.GetInfo") + client.bytes("a.b.C")
        try client.socket.send(packet)
        #expect(try client.receive()["result.outcome"] == "saved")
        #expect(try client.receive().error == "org.varlink.service.InvalidParameter")
        #expect(try client.receive()["revision"] != nil)
        #expect(try client.receive() == .notFound("film"))
        #expect(try client.receive()["point.position"] == 10.0)
        #expect(try client.receive()["point.position"] == 10.0)
        #expect(try client.receive()["cleared"] == 1)
        #expect(try client.receive() == .notFound("film"))
        #expect(try client.receive()["product"] == "stated")
        #expect(try client.receive().error == "org.varlink.service.InterfaceNotFound")
    }

    @Test
    func `a Get after a tick and a Save of one item returns the Save`() throws {
        let tick = client.bytes(
            "io.stated.Playback.Save",
            ["snapshot": .snapshot("film", 10, ["status": "playing", "cause": "tick"])],
            oneway: true
        )
        try client.socket.send(tick + save("film", 20) + get("film"))
        #expect(try client.receive()["result.outcome"] == "saved")
        #expect(try client.receive()["point.position"] == 20.0)
    }

    @Test func `thousands of calls in a single write are all answered`() throws {
        let count = 3_000
        let packet = (1...count).flatMap { save("film \($0 % 100)", Double($0)) }
        // More than the daemon reads ahead: it must take in while we give out.
        var rest = packet[...]
        var answered = 0
        while !rest.isEmpty {
            rest = rest.dropFirst(client.socket.sendSome(Array(rest.prefix(1 << 16))))
            if !rest.isEmpty, answered < count / 2 {
                _ = try client.receive()
                answered += 1
            }
        }
        while answered < count {
            #expect(try client.receive()["result.outcome"] == "saved")
            answered += 1
        }
        #expect(try client.service("GetHealth")["health.points"] == 100)
    }

    @Test
    func `calls sent before the peer closed its side are answered before the connection ends`()
        throws
    {
        try client.socket.send(save("film", 10) + get("film"))
        client.socket.finish()
        #expect(try client.receive()["result.outcome"] == "saved")
        #expect(try client.receive()["point.position"] == 10.0)
        #expect(throws: Client.Closed.self) { try client.receive() }
    }

    @Test func `a oneway call is executed even if its sender has disconnected`() throws {
        let other = try daemon.client()
        let stream = try daemon.stream()
        do {
            let gone = try daemon.client()
            try gone.send(
                "io.stated.Playback.SaveMany",
                ["snapshots": [.snapshot("film", 10)]],
                oneway: true
            )
        }
        #expect(try stream.next()["kind"] == "saved")
        #expect(try other.playback("Get", ["item": "film"])["point.position"] == 10.0)
    }

    @Test func `a long oneway batch is stored completely even if its sender has disconnected`()
        throws
    {
        let stream = try daemon.stream()
        let snapshots = (1...500).map { JSONValue.snapshot("film \($0)", Double($0)) }
        do {
            let gone = try daemon.client()
            try gone.send(
                "io.stated.Playback.SaveMany",
                ["snapshots": .array(snapshots)],
                oneway: true
            )
        }
        var saved = 0
        while saved < snapshots.count { saved += try stream.next()["kind"] == "saved" ? 1 : 0 }
        #expect(try client.playback("Get", ["item": "film 500"])["point.position"] == 500.0)
    }

    @Test func `concurrent calls of many clients all succeed`() throws {
        let clients = try (0..<20).map { _ in try daemon.client() }
        for (number, client) in clients.enumerated() {
            for round in 1...20 {
                try client.send(
                    "io.stated.Playback.Save",
                    ["snapshot": .snapshot("item \(number)", Double(round))]
                )
            }
        }
        for client in clients {
            var last = 0
            for _ in 1...20 {
                let answer = try client.receive()
                let revision = try #require(answer["result.revision"]?.int)
                #expect(revision > last)
                last = revision
            }
        }
        let points = try client.playback("List")["points"]?.elements
        #expect(points?.map { $0["position"] } == Array(repeating: 20.0, count: 20))
    }
}
