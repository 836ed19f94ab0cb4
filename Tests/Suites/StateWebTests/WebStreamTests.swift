// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink
import WebTesting

/// Streams of the web server: as server-sent events, and as a sequence of JSON texts.
@Suite(.timeLimit(.minutes(10))) struct `A stream of the web server` {
    @Test func `a stream begins with the current state and then sends each change`() throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        try client.save("film", 10)
        let reader = try web.follow()
        let first = try reader.next("current")
        #expect(first.change.at("point.position") == 10.0)
        #expect(reader.response?.status == 200)
        #expect(reader.response?.headers["content-type"] == "text/event-stream")
        // Otherwise nginx would keep the events until it has some kilobytes of them.
        #expect(reader.response?.headers["x-accel-buffering"] == "no")
        try client.save("film", 500, ["cause": "seek"])
        let saved = try reader.next("saved")
        #expect(saved.change.at("point.position") == 500.0)
        #expect(saved.event.name == nil)
        #expect(saved.event.id != nil && saved.event.id != first.event.id)
    }

    @Test(arguments: ["+", "%20"])
    func `a space in a query may be written as a plus sign`(space: String) throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        for item in ["my film", "my+film"] { try client.save(item, 10) }
        let parameters = "%7B%22item%22:\(space)%22my\(space)film%22%7D"
        let reader = try web.follow(WebHarness.subscribe + "?parameters=" + parameters)
        #expect(try reader.next("current").change["item"] == "my film")
    }

    @Test func `a stream continues after the last event ID that the browser names`() throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        try client.save("film", 10)
        let position = try web.follow().next("current").event.id
        try client.save("song", 20)
        try client.save("film", 500, ["cause": "seek"])
        let reader = try web.follow(after: position)
        #expect(try reader.next("saved", "current").change["item"] == "song")
        #expect(try reader.next("saved", "current").change["item"] == "film")
    }

    @Test func `a stream continues after the daemon is killed and started again`() throws {
        let web = try WebHarness()
        try web.daemon.client().save("film", 10)
        let reader = try web.follow()
        _ = try reader.next("current")
        try web.daemon.kill()
        while try reader.next().name != "lost" {}
        try web.daemon.start()
        try web.daemon.client().save("song", 20)
        while try reader.next().name != "back" {}
        // Nothing comes twice: the film does not come again.
        let next = try reader.next("current", "saved")
        #expect(next.change["item"] == "song")
    }

    @Test func `a stream starts over if the named event ID is unknown`() throws {
        let web = try WebHarness()
        try web.daemon.client().save("film", 10)
        let reader = try web.follow(after: "s1.1.1.nothing")
        let first = try reader.next()
        #expect(first.name == "resync")
        #expect(first.data.contains("why"))
        #expect(try reader.next("current").change["item"] == "film")
    }

    @Test func `a stream waits for a daemon that does not run`() throws {
        let web = try WebHarness()
        try web.daemon.kill()
        let reader = try web.follow()
        #expect(try reader.next().name == "lost")
        try web.daemon.start()
        #expect(try reader.next().name == "back")
        try web.daemon.client().save("film", 10)
        #expect(try reader.next("saved", "current").change["item"] == "film")
    }

    @Test func `a stream is answered with an error if the daemon refuses the call`() throws {
        let web = try WebHarness()
        for (format, status) in [("text/event-stream", 400), ("application/json-seq", 400)] {
            let response = try web.request(
                "POST",
                "/call/io.stated.Playback.Subscribe",
                headers: ["Content-Type: application/json", "Accept: \(format)"],
                body: #"{"player":5}"#
            )
            #expect(response.status == status)
            #expect(try response.json["error"]?.text?.contains("InvalidParameter") == true)
        }
    }

    /// A client that accepts events in general must not change anything twice.
    @Test(arguments: ["text/event-stream", "application/json-seq"])
    func `a method that sends one reply is called once`(_ format: String) throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        let items: JSONValue = ["one", "two", "three"]
        let queue: JSONValue = ["player": "p", "items": items]
        #expect(try client.call("io.stated.Session.SetQueue", queue).error == nil)
        let response = try web.request(
            "POST",
            "/call/io.stated.Session.Skip",
            headers: ["Content-Type: application/json", "Accept: \(format)"],
            body: #"{"player":"p"}"#
        )
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""item":"one""#))
        let players = try client.call("io.stated.Session.ListPlayers", [:])
        #expect(players["players.0.queue"] == ["two", "three"])
    }

    @Test func `a reader that disconnects leaves no connection to the daemon open`() throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        let headers = ["Content-Type: application/json", "Accept: application/json-seq"]
        func connections() throws -> Int? {
            try client.service("GetHealth")["health.connections"]?.int
        }
        let before = try connections() ?? 0
        do {
            let readers = try (0..<20).map { _ in
                let connection = try WebConnection(port: web.port)
                try connection.send(
                    "POST",
                    "/call/io.stated.Sync.Monitor",
                    headers: headers,
                    body: "{}"
                )
                #expect(try connection.head().status == 200)
                return connection
            }
            #expect(try connections() ?? 0 >= before + readers.count)
        }
        try waitUntil("the readers' connections end") { try connections() ?? 0 <= before + 8 }
    }

    @Test func `a stream beyond the limit is refused with a reason until another stream ends`()
        throws
    {
        let web = try WebHarness(["--web.streams", "3"])
        var readers: [EventReader] = []
        for path in ["/events", WebHarness.subscribe, "/events"] {
            readers.append(try web.follow(path))
            _ = try readers.last?.next()
        }
        for path in ["/events", WebHarness.subscribe] {
            let headers = ["Accept: text/event-stream"]
            let response = try web.request("GET", path, headers: headers)
            #expect(response.status == 503)
            #expect(try response.json["error"]?.text?.contains("web.streams") == true)
        }
        readers.removeLast()
        try waitUntil("the ended stream makes room") {
            let reader = try web.follow("/events")
            defer { readers.append(reader) }
            return (try? reader.next().name) == "hello"
        }
    }

    @Test func `a program can receive a stream as a sequence of JSON texts`() throws {
        let web = try WebHarness()
        let connection = try WebConnection(port: web.port)
        try connection.send(
            "POST",
            "/call/io.stated.Service.Backup",
            headers: ["Content-Type: application/json", "Accept: application/json-seq"],
            body: #"{"name":"mine"}"#
        )
        let response = try connection.response()
        #expect(response.headers["content-type"] == "application/json-seq")
        let records = response.body.split(separator: 0x1E)
        #expect(records.allSatisfy { $0.last == 0x0A })
        var reader = JSONReader(Array(try #require(records.last)))
        #expect(try reader.value()["path"]?.text?.hasSuffix("mine.db") == true)
    }
}
