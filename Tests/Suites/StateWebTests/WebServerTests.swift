// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink
import WebTesting

/// The web server as a browser and a program meet it, over a real socket and a real daemon.
@Suite(.timeLimit(.minutes(10))) struct `The web server` {
    @Test func `a call is passed on, and the daemon's reply returned`() throws {
        let web = try WebHarness()
        let saved = try web.call("io.stated.Playback.Save", ["snapshot": .snapshot("film", 61)])
        #expect(saved.status == 200)
        #expect(saved.headers["content-type"] == "application/json")
        #expect(try saved.json.at("result.outcome") == "saved")
        let point = try web.call("io.stated.Playback.Get", ["item": "film"])
        #expect(try point.json.at("point.position") == 61.0)
        #expect(try web.daemon.client().playback("Get", ["item": "film"])["point.position"] == 61.0)
    }

    private static let refused: [(String, JSONValue, Int)] = [
        ("io.stated.Playback.Get", ["item": "nothing"], 404),
        ("io.stated.Playback.Get", ["item": 5], 400),
        ("io.stated.Playback.Save", ["snapshot": ["item": "", "player": "p"]], 400),
        ("io.stated.Playback.Subscribe", [:], 400),
        ("io.stated.Playback.Nothing", [:], 404),
        ("io.nothing.Nothing", [:], 404),
        ("io.stated.Sync.SyncNow", [:], 409),
        ("io.stated.Session.Request", ["player": "p", "action": "play"], 404),
        ("io.stated.Session.Obey", ["player": "p", "actions": ["play"]], 404),
    ]

    @Test(arguments: refused)
    func `an error has an HTTP status and its name`(
        _ method: String,
        _ parameters: JSONValue,
        _ status: Int
    ) throws {
        let response = try WebHarness().call(method, parameters)
        #expect(response.status == status)
        #expect(try response.json["error"]?.text?.contains(".") == true)
    }

    @Test func `a method without an interface or at another socket is not found`() throws {
        let web = try WebHarness()
        let type = "Content-Type: application/json"
        for accept in ["application/json", "text/event-stream"] {
            for path in ["/call/foo", "/call/io.stated/foo", "/call/no/io.stated.Playback.List"] {
                let headers = [type, "Accept: \(accept)"]
                let response = try web.request("POST", path, headers: headers, body: "{}")
                #expect(response.status == 404, "\(path)")
            }
        }
        #expect(try web.call("io.stated.Playback.List", [:]).status == 200)
    }

    @Test func `the server describes itself as varlink-httpd does`() throws {
        let web = try WebHarness()
        #expect(try web.request("GET", "/sockets").json == ["sockets": ["io.stated"]])
        let info = try web.request("GET", "/sockets/io.stated").json
        #expect(info["product"] == "stated")
        #expect(info["interfaces"]?.elements.count == 5)
        let methods = try web.request("GET", "/sockets/io.stated/io.stated.Events").json
        #expect(
            methods == [
                "method_names": [
                    "Append", "AppendMany", "List", "Latest", "Clear", "Undo", "Follow",
                ]
            ]
        )
        for path in ["/sockets/nothing", "/sockets/io.stated/nothing", "/openapi/io.stated/no"] {
            #expect(try web.request("GET", path).status == 404)
        }
        let health = try web.request("GET", "/health")
        #expect(health.status == 200)
        #expect(try health.json.at("health.status") == "ok")
        #expect(try web.request("POST", "/health", headers: json, body: "{}").status == 405)
        #expect(try web.request("GET", "/nothing").status == 404)
    }

    @Test func `HEAD is answered like GET, but without the body`() throws {
        let web = try WebHarness()
        let connection = try WebConnection(port: web.port)
        let length = try web.request("GET", "/page/app.js").headers["content-length"]
        try connection.send("HEAD", "/page/app.js")
        #expect(try connection.head().headers["content-length"] == length)
        // The next response follows at once.
        try connection.send("HEAD", "/events")
        #expect(try connection.head().status == 405)
        try connection.send("GET", "/health")
        #expect(try connection.response().status == 200)
    }

    private let json = ["Content-Type: application/json"]

    @Test func `the method of a request is judged before the type of its body`() throws {
        let web = try WebHarness()
        for path in ["/", "/sockets", "/health", "/events", "/page/app.js"] {
            #expect(try web.request("POST", path).status == 405, "\(path)")
        }
        #expect(try web.request("POST", "/nothing").status == 404)
        #expect(try web.request("POST", "/sign-in").status == 415)
        let connection = try WebConnection(port: web.port)
        try connection.send("POST", "/sign-out")
        #expect(try connection.head().status == 204)
        let form = ["Content-Type: application/x-www-form-urlencoded"]
        #expect(try web.request("POST", "/sign-out", headers: form).status == 415)
        let foreign = ["Origin: http://evil.example"]
        #expect(try web.request("POST", "/sign-out", headers: foreign).status == 403)
    }

    @Test(arguments: [
        (#"{"a":1e400}"#, "a: the number is out of range (byte 5)"),
        (#"{"a":"\ud800"}"#, "a: not a valid string (byte 6)"),
        (
            String(repeating: #"{"a":"#, count: 32) + "1" + String(repeating: "}", count: 32),
            "must be nested at most 31 levels deep"
        ),
    ])
    func `the reason why an object is refused is named`(body: String, reason: String) throws {
        let web = try WebHarness()
        let call = "/call/io.stated.Events.Append"
        let reply = try web.request("POST", call, headers: json, body: body)
        #expect(reply.status == 400)
        #expect(try reply.json["error"]?.text == "the body is not accepted: \(reason)")
    }

    @Test func `a request from another site's page is refused`() throws {
        let web = try WebHarness()
        let call = "/call/io.stated.Playback.ClearAll"
        try web.daemon.client().save("film", 10)
        let refused: [([String], Int)] = [
            (["Host: evil.example"] + json, 421),
            (["Host: 127.0.0.1:1"] + json, 421),
            (["Origin: http://evil.example"] + json, 403),
            (["Origin: null"] + json, 403), (["Origin: tauri://localhost"] + json, 403),
            (["Origin: http://localhost:\(web.port)", "Host: 127.0.0.1:\(web.port)"] + json, 403),
            (["Sec-Fetch-Site: cross-site"] + json, 403),
            (["Sec-Fetch-Site: same-site"] + json, 403),
            (["Content-Type: text/plain"], 415),
            (["Content-Type: application/x-www-form-urlencoded"], 415),
            (["Content-Encoding: gzip"] + json, 415),
            ([], 415),
        ]
        for (headers, status) in refused {
            let response = try web.request("POST", call, headers: headers, body: "{}")
            #expect(response.status == status, "\(headers)")
        }
        #expect(try web.request("GET", call).status == 405)
        #expect(
            try web.request("GET", call, headers: ["Accept: text/event-stream"]).status == 405
        )
        #expect(try web.daemon.client().playback("Get", ["item": "film"])["point"] != nil)
        let own =
            [
                "Origin: http://127.0.0.1:\(web.port)", "Sec-Fetch-Site: same-origin",
                "Content-Encoding: identity",
            ] + json
        #expect(try web.request("POST", call, headers: own, body: "{}").status == 200)
    }

    @Test(arguments: ["close", "Close", "close, TE", "TE,close"])
    func `a connection is closed after the response if the request asks for it`(
        options: String
    ) throws {
        let web = try WebHarness()
        let connection = try WebConnection(port: web.port)
        try connection.send("GET", "/health", headers: ["Connection: \(options)"])
        let response = try connection.response()
        #expect(response.headers["connection"] == "close")
        #expect(throws: WebConnection.Failure.self) { try connection.head() }
    }

    @Test func `the HTTP headers restrict what the page can do`() throws {
        let headers = try WebHarness().request("GET", "/nothing").headers
        let policy = try #require(headers["content-security-policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["cache-control"] == "no-store")
    }

    @Test func `after an invalid call is refused, the server still works`() throws {
        let web = try WebHarness()
        let save = "/call/io.stated.Playback.Save"
        for body in ["", "[]", "{", "null", #"{"snapshot":1}"#, "{} {}"] {
            let response = try web.request("POST", save, headers: json, body: body)
            #expect(response.status == 400, "\(body)")
            #expect(try response.json["error"]?.text != nil)
        }
        let long = #"{"x":""# + String(repeating: "x", count: 1 << 20) + #""}"#
        #expect(try web.request("POST", save, headers: json, body: long).status == 413)
        let connection = try WebConnection(port: web.port)
        try connection.send("BREW", "/coffee\u{0}", headers: ["Content-Length: x"])
        #expect(try connection.response().status == 400)
        #expect(try web.request("GET", "/health").status == 200)
    }

    @Test func `other clients are served while one has not sent its whole body`() throws {
        let web = try WebHarness()
        try web.daemon.client().save("film", 10)
        let get = "/call/io.stated.Playback.Get"
        let stalled = try (0..<140).map { _ in
            let connection = try WebConnection(port: web.port)
            try connection.send("POST", get, headers: json + ["Content-Length: 1000"])
            return connection
        }
        #expect(try web.call("io.stated.Playback.Get", ["item": "film"]).status == 200)
        #expect(try web.request("GET", "/").status == 200)
        #expect(stalled.count == 140)
    }

    @Test(arguments: ["zz\r\n", "2\r\n{}xx1\r\n", "fffffffffffffffff\r\n"])
    func `a body with wrong framing is reported, and its connection closed`(_ chunks: String) throws
    {
        let web = try WebHarness()
        let connection = try WebConnection(port: web.port)
        try connection.send(
            "POST",
            "/call/io.stated.Service.GetHealth",
            headers: json + ["Transfer-Encoding: chunked"]
        )
        try connection.write(Array(chunks.utf8))
        let response = try connection.response()
        #expect(response.status == 400)
        #expect(try response.json["error"]?.text?.contains("framed") == true)
        #expect(throws: WebConnection.Failure.self) { try connection.head() }
    }

    @Test(
        arguments: [
            ("POST", "/nothing", 404), ("GET", "/", 200), ("POST", "/api/2/episodes/a", 404),
        ]
    )
    func `a body that nobody reads does not hold its connection`(
        method: String,
        path: String,
        status: Int
    ) throws {
        let web = try WebHarness()
        let connection = try WebConnection(port: web.port)
        try connection.send(method, path, headers: ["Content-Length: 100000000"])
        let response = try connection.response()
        #expect(response.status == status)
        #expect(response.headers["connection"] == "close")
        try connection.write([0x20])
        // The end of the connection, not the timeout of the client.
        let end = #expect(throws: WebConnection.Failure.self) { try connection.head() }
        #expect(end?.errno == 0)
    }

    @Test func `the server reports that the daemon is missing, and finds it when it returns`()
        throws
    {
        let web = try WebHarness()
        #expect(try web.request("GET", "/health").status == 200)
        try web.daemon.kill()
        let response = try web.call("io.stated.Playback.Get", ["item": "film"])
        #expect(response.status == 502)
        #expect(try response.json["error"]?.text?.contains("io.stated") == true)
        try web.daemon.start()
        #expect(try web.call("io.stated.Playback.Get", ["item": "film"]).status == 404)
    }

    @Test func `the programs of other users are refused`() async throws {
        let web = try WebHarness()
        await #expect(processExitsWith: .success) { [port = web.port as Int] in
            try #require(setuid(64_321) == 0)
            let connection = try WebConnection(port: port)
            try? connection.send("GET", "/health")
            #expect(throws: WebConnection.Failure.self) { try connection.head() }
        }
        #expect(try web.request("GET", "/health").status == 200)
    }

    @Test func `a surface attached over HTTP does not outlive its call`() throws {
        let web = try WebHarness()
        #expect(try web.call("io.stated.Session.Attach", ["player": "ghost"]).status == 200)
        let client = try web.daemon.client()
        try waitUntil("the surface is gone") {
            try client.call("io.stated.Session.ListPlayers", [:])["players.0.surfaces"] != 1
        }
        #expect(try web.call("io.stated.Session.SetPhase", ["phase": "background"]).status == 409)
    }

    @Test func `activity declared over HTTP does not outlive its call`() throws {
        let web = try WebHarness()
        let client = try web.daemon.client()
        func connections() throws -> Int? {
            try client.service("GetHealth")["health.connections"]?.int
        }
        let before = try connections()
        let parameters: JSONValue = ["player": "ghost", "until": 4_000_000_000_000]
        #expect(try web.call("io.stated.Session.SetActive", parameters).status == 200)
        try waitUntil("its connection ends") { try connections() == before }
        #expect(try web.call("io.stated.Playback.Get", ["item": "film"]).status == 404)
        #expect(try connections() == before.map { $0 + 1 })
    }

    @Test func `the server stops on request while browsers are connected`() throws {
        let web = try WebHarness()
        let reader = try web.follow()
        _ = try reader.next()
        #expect(try web.stop() == .status(0))
    }

    @Test func `without TLS, the server does not listen on external addresses`() throws {
        for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
            let directory = try TemporaryDirectory()
            let program = try DaemonProgram(
                [try DaemonProcess.executable("stated-web"), "--listen", address],
                environment: ["PATH": "/usr/bin:/bin"],
                output: directory.file("log")
            )
            #expect(try program.waitForExit() == .status(78))
            let log = String(decoding: try DaemonFiles.read(directory.file("log")), as: UTF8.self)
            #expect(log.contains("can be reached from other machines"))
        }
    }
}
