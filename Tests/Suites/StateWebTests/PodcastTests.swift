// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing
import Varlink
import WebTesting

@testable import StateWeb

/// Podcast clients at the built web server.
@Suite(.timeLimit(.minutes(10))) struct `Podcast clients` {
    /// A web server with clients, and what each shows with its requests.
    private struct Server {
        static let actions = "/index.php/apps/gpoddersync/episode_action"

        private(set) var web: WebHarness
        private(set) var headers: [String: String] = [:]

        init(clients names: [String] = ["phone"], daemon: DaemonProcess? = nil) throws {
            web = try WebHarness(daemon: daemon)
            let file = SignInFile(path: web.daemon.directory.file("sessions.json"))
            for name in names {
                let password = AppPassword()
                _ = try file.update { $0.add(.init(name, password, at: 1)) }
                passwords[name] = password.grouped
                let pair = Data("\(name):\(password.grouped)".utf8).base64EncodedString()
                headers[name] = "Authorization: Basic \(pair)"
            }
        }

        private(set) var passwords: [String: String] = [:]

        /// Kills the web server, and starts another one.
        mutating func restart() throws { web = try WebHarness(daemon: web.daemon) }

        /// The positions of the actions since a cursor, and the next cursor.
        func positions(_ name: String, since cursor: Double) throws -> ([Double], Double) {
            let path = "\(Self.actions)?since=\(Int(cursor))"
            let reply = try request("GET", path, by: name).json
            let found = reply["actions"]?.elements.compactMap { $0["position"]?.number }
            return (found ?? [], reply["timestamp"]?.number ?? 0)
        }

        /// Uploads plays.
        func upload(_ plays: String..., by name: String = "phone") throws {
            let body = "[" + plays.joined(separator: ",") + "]"
            let stored = try request("POST", Self.actions + "/create", by: name, body)
            #expect(stored.status == 200)
        }

        /// The numbers of changes that wait for the clients, as the list of clients has them.
        func waiting() throws -> [Int?] {
            let (daemon, list) = (web.daemon, web.daemon.directory.file("clients.jsonl"))
            unlink(list)
            let listing = try DaemonProgram(
                [try DaemonProcess.executable("stated-web"), "clients", "--json"],
                environment: [
                    "STATED_SOCKET": daemon.socket, "HOME": daemon.directory.path,
                    "STATED_WEB_SESSIONS": daemon.directory.file("sessions.json"),
                ],
                output: list
            )
            #expect(try listing.waitForExit() == .status(0))
            let lines = try DaemonFiles.read(list).split(separator: UInt8(ascii: "\n"))
            return lines.map { JSONValue.parse(Array($0))?["waiting"]?.integer }
        }

        func request(
            _ method: String,
            _ path: String,
            by name: String = "phone",
            with others: [String] = [],
            _ body: String? = nil
        ) throws -> WebResponse {
            let header = headers[name].map { [$0] } ?? []
            return try web.request(method, path, headers: header + others, body: body)
        }
    }

    private func play(
        _ position: Int,
        _ time: String,
        total: Int = 1_000,
        episode: String = "https://m.example/1.mp3",
        guid: String = "e-1"
    ) -> String {
        """
        {"podcast":"https://f.example/a","episode":"\(episode)","action":"PLAY","guid":"\(guid)",\
        "timestamp":"\(time)","started":0,"position":\(position),"total":\(total)}
        """
    }

    @Test func `gPodder's client library can sync`() throws {
        let server = try Server(clients: ["ann", "ben"])
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let log = server.web.daemon.directory.file("python.log")
        let process = try DaemonProgram(
            ["/\(root)/.build/venv/bin/python", "/\(root)/Tests/Support/interop/podcasts.py"]
                + ["\(server.web.port)"]
                + ["ann", "ben"].flatMap { [$0, server.passwords[$0] ?? ""] },
            environment: ["PATH": "/usr/bin:/bin", "HOME": server.web.daemon.directory.path],
            output: log
        )
        let exit = try process.waitForExit()
        let output = String(decoding: try DaemonFiles.read(log), as: UTF8.self)
        #expect(exit == .status(0), "\(output)")
        #expect(output.hasSuffix("wrong passwords are refused\n"))
    }

    @Test func `a body that is not JSON is refused, and nothing of it is stored`() throws {
        let server = try Server(clients: ["phone", "tablet"])
        let one = play(300, "2026-11-21T10:00:00")
        for body in ["[}", "[nonsense]", "[\(one) x \(one)]", "[\(one)", "[\(one),]", "[1", ""] {
            let reply = try server.request("POST", Server.actions + "/create", body)
            #expect(reply.status == 400, "\(body)")
            #expect(try reply.json["error"] != nil)
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(text.contains("the body is not JSON"), "\(text)")
        }
        #expect(try server.positions("tablet", since: 0).0.isEmpty)
        try server.upload("5", "null", "{}", one)
        #expect(try server.positions("tablet", since: 0).0 == [300])
    }

    @Test func `other players can resume at a podcast app's position`() throws {
        let server = try Server()
        let late = play(200, "2026-11-20T10:00:00")
        let body = "[\(play(300, "2026-11-21T10:00:00.000Z")),{\"odd\":1},\(late)]"
        let type = ["Content-Type: application/x-www-form-urlencoded"]
        let stored = try server.request("POST", Server.actions + "/create", with: type, body)
        #expect(stored.status == 200)
        let point = try server.web.call(
            "io.stated.Playback.Get",
            ["item": "https://m.example/1.mp3"]
        )
        .json["point"]
        #expect(point?["position"]?.number == 300)
        #expect(point?["duration"]?.number == 1_000)
        #expect(point?["player"]?.text == "gpodder")
        let times = (point?["at"]?.number ?? 0, point?["expiresAt"]?.number ?? 0)
        #expect(times == (1_795_255_200_000, 1_795_255_200_000 + 365 * 86_400_000))
        let end = "[\(play(1_000, "2026-11-22T10:00:00"))]"
        _ = try server.request("POST", Server.actions + "/create", end)
        let gone = try server.web.call(
            "io.stated.Playback.Get",
            ["item": "https://m.example/1.mp3"]
        )
        #expect(gone.status == 404)
    }

    /// What mpv did is a play; what a podcast client did is not sent back as another one.
    @Test func `a client receives the positions of other players`() throws {
        let server = try Server(clients: ["phone", "tablet"])
        let item = "https://m.example/1.mp3"
        try server.upload(play(300, "2026-11-21T10:00:00"))
        let positions = server.positions
        let (first, cursor) = try positions("tablet", 0)
        #expect(first == [300])
        let client = try server.web.daemon.client()
        try client.save(item, 420, ["duration": 1_000, "player": "mpv"])
        let (second, later) = try positions("tablet", cursor)
        #expect(second == [420])
        #expect(try positions("tablet", later).0 == [])
        #expect(try positions("phone", 0).0 == [420])
        try client.save(item, 1_000, ["duration": 1_000, "player": "mpv", "status": "finished"])
        #expect(try positions("tablet", later).0 == [1_000])
        // Items that no client named are no episodes.
        try client.save("https://m.example/film.mkv", 420, ["player": "mpv"])
        #expect(try positions("tablet", 0).0 == [1_000])
    }

    /// What mpv saves after the phone's play at second 300, and the position that a client receives.
    static let endings: [([(position: Double, status: String)], last: Double)] = [
        ([(1_000, "finished")], 1_000),
        ([(420, "playing"), (1_000, "finished")], 1_000),
        ([(420, "paused"), (1_000, "finished")], 1_000),
        ([(420, "playing")], 300),
    ]

    @Test(arguments: endings, [false, true])
    func `a client receives an end, whoever saved the position before it`(
        _ ending: ([(position: Double, status: String)], last: Double),
        _ hasRead: Bool
    ) throws {
        let (saves, last) = ending
        let server = try Server(clients: ["phone", "tablet"])
        let item = "https://m.example/1.mp3"
        try server.upload(play(300, "2026-11-21T10:00:00"))
        // Without an earlier read, the server learns of the end from the history alone.
        if hasRead { _ = try server.positions("tablet", since: 0) }
        let client = try server.web.daemon.client()
        for (position, status) in saves {
            let others: JSONValue = ["duration": 1_000, "player": "mpv", "status": .string(status)]
            try client.save(item, position, others)
        }
        #expect(try server.positions("tablet", since: 0).0 == [last])
        // A position that a person removes is no end.
        let other = "https://m.example/2.mp3"
        try server.upload(play(500, "2026-11-21T12:00:00", episode: other, guid: "e-2"))
        _ = try client.playback("Clear", ["item": .string(other)])
        #expect(try server.positions("tablet", since: 0).0 == [last, 500])
    }

    @Test func `a play that arrives late is kept in the history only, and can be restored`() throws
    {
        let server = try Server(clients: ["phone", "tablet"])
        let item = "https://m.example/1.mp3"
        try server.upload(play(300, "2026-11-21T10:00:00"))
        let (_, cursor) = try server.positions("tablet", since: 0)
        let client = try server.web.daemon.client()
        let at = JSONValue.int((time(nil) - 60) * 1_000)
        try client.save(item, 420, ["duration": 1_000, "player": "mpv", "at": at])
        let end: JSONValue = ["duration": 1_000, "player": "mpv", "status": "finished", "at": at]
        try client.save(item, 1_000, end)
        try server.upload(play(200, "2026-11-20T10:00:00"))
        let history = try client.playback("History", ["item": .string(item)])["entries"]?.elements
        #expect(history?.map { $0.at("point.position") } == [200.0, 420.0, 300.0])
        #expect(history?.first?.at("why") == "another position was kept")
        // An app that asks later still gets the end.
        let (later, _) = try server.positions("tablet", since: cursor)
        #expect(later == [1_000])
        let revision = try #require(history?.first?["revision"])
        let restored = try client.playback("Undo", ["item": .string(item), "revision": revision])
        #expect(restored["point.position"] == 200.0)
        // An undo is newer than all plays, also for an app that has the end.
        #expect(try server.positions("tablet", since: cursor).0 == [200])
        try server.web.daemon.restart()
        #expect(try server.positions("tablet", since: cursor).0 == [200])
    }

    @Test func `the list of clients has the number of changes that wait for each`() throws {
        let server = try Server(clients: ["phone", "reader", "tablet"])
        #expect(try server.waiting() == [nil, nil, nil])
        try server.upload(play(300, "2026-11-21T10:00:00"))
        #expect(try server.waiting() == [nil, nil, nil])
        for name in ["phone", "tablet"] { _ = try server.positions(name, since: 0) }
        #expect(try server.waiting() == [0, nil, 0])
        // The own play does not wait for the client that wrote it.
        try server.upload(play(400, "2026-11-22T10:00:00"))
        #expect(try server.waiting() == [0, nil, 1])
        let client = try server.web.daemon.client()
        try client.save("https://m.example/1.mp3", 420, ["duration": 1_000, "player": "mpv"])
        #expect(try server.waiting().first == 1)
        for name in ["phone", "tablet"] { _ = try server.positions(name, since: 1) }
        #expect(try server.waiting() == [0, nil, 0])
        _ = try server.web.daemon.stop()
        #expect(try server.waiting() == [nil, nil, nil])
    }

    @Test
    func `podcast clients continue after both programs are killed and after a restore`() throws {
        var server = try Server(clients: ["phone", "tablet"])
        let daemon = server.web.daemon
        try server.upload(play(300, "2026-11-21T10:00:00"))
        let (_, first) = try server.positions("tablet", since: 0)
        try server.restart()
        #expect(try server.positions("tablet", since: first).0 == [])
        #expect(try daemon.client().service("Backup", ["name": "one"]).error == nil)
        try daemon.kill()
        try daemon.start()
        try server.upload(play(400, "2026-11-21T11:00:00"))
        let (later, second) = try server.positions("tablet", since: first)
        #expect(later == [400])
        // The number of the lost action is given to another one.
        #expect(try daemon.client().service("Restore", ["name": "one"]).error == nil)
        try server.restart()
        try server.upload(play(350, "2026-11-21T12:00:00"))
        #expect(try server.positions("tablet", since: second).0 == [350])
    }

    @Test func `podcast clients sync through two devices`() throws {
        let folder = try TemporaryDirectory()
        let devices = try ["attic", "cellar"].map { label in
            try DaemonProcess.running(
                .init("--remote", "file://\(folder.path)", "--device", label)
            )
        }
        let servers = try devices.map { try Server(daemon: $0) }
        func syncAll() throws {
            for device in devices + devices { try device.client().syncNow() }
        }
        try syncAll()
        try servers[0].upload(play(300, "2026-11-21T10:00:00"))
        try syncAll()
        let (first, cursor) = try servers[1].positions("phone", since: 0)
        #expect(first == [300])
        // Older than what the client has, and an upload that the other device has as well.
        try servers[0].upload(play(200, "2026-11-20T10:00:00"))
        try servers[1].upload(play(300, "2026-11-21T10:00:00"))
        try syncAll()
        #expect(try servers[1].positions("phone", since: cursor).0 == [200, 300])
        let item: JSONValue = ["item": "https://m.example/1.mp3"]
        for server in servers {
            let point = try server.web.call("io.stated.Playback.Get", item).json["point"]
            #expect(point?["position"]?.number == 300)
        }
    }

    @Test func `podcast clients find an episode whose address has changed`() throws {
        let server = try Server()
        let new = "https://cdn.example/1.mp3"
        try server.upload(play(300, "2026-11-21T10:00:00"))
        try server.upload(play(400, "2026-11-21T11:00:00", episode: new))
        let point = try server.web.call("io.stated.Playback.Get", ["item": .string(new)]).json
        #expect(point["point"]?["position"]?.number == 400)
        #expect(point["point"]?["item"]?.text == "https://m.example/1.mp3")
        let client = try server.web.daemon.client()
        try client.save(new, 500, ["duration": 1_000, "player": "mpv"])
        #expect(try server.positions("phone", since: 0).0 == [500])
    }

    @Test func `podcast clients that ask for one feed keep the others`() throws {
        let server = try Server()
        try server.upload(play(300, "2026-11-21T10:00:00"))
        func count(_ query: String) throws -> (Int?, Double?) {
            let reply = try server.request("GET", "/api/2/episodes/phone.json?\(query)").json
            return (reply["actions"]?.elements.count, reply["timestamp"]?.number)
        }
        #expect(try count("podcast=http%3A%2F%2Ff.example%2Fa") == (1, 1))
        #expect(try count("podcast=https://f.example/b&since=9") == (0, 9))
        #expect(try count("device=other") == (0, 1))
        #expect(try count("since=0").0 == 1)
    }

    @Test func `podcast clients cannot empty a list of several feeds at once`() throws {
        let server = try Server()
        let path = "/subscriptions/phone/laptop.json"
        let feeds = (1...4).map { "\"https://f.example/\($0)\"" }
        func put(_ list: String) throws -> Int {
            try server.request("PUT", path, "[\(list)]").status
        }
        #expect(try put(feeds.joined(separator: ",")) == 200)
        #expect(try put("") == 400)
        #expect(try server.request("GET", path).json.elements.count == 4)
        #expect(try put(feeds[0]) == 200)
        #expect(try put("") == 200)
        #expect(try server.request("GET", path).json == .array([]))
    }

    @Test func `a list of feeds that is cut off changes nothing`() throws {
        let server = try Server()
        let path = "/subscriptions/phone/laptop"
        let list = (1...4).map { "https://f.example/\($0)\n" }.joined()
        #expect(try server.request("PUT", path + ".txt", list).status == 200)
        let document = try server.request("GET", path + ".opml").body
        for end in [document.count - 9, document.count / 2] {
            let part = String(decoding: document[..<end], as: UTF8.self)
            let refused = try server.request("PUT", path + ".opml", part)
            #expect(refused.status == 400)
            #expect(try refused.json["error"]?.text == "the body is not a list of feeds")
        }
        // The connection ends before the announced length.
        let connection = try WebConnection(port: server.web.port)
        let header = try #require(server.headers["phone"])
        let host = "Host: 127.0.0.1:\(server.web.port)"
        let head = "PUT \(path).txt HTTP/1.1\r\n\(host)\r\n\(header)\r\n"
        let body = "Content-Length: 100\r\n\r\nhttps://f.example/1\n"
        try connection.write(Array((head + body).utf8))
        shutdown(connection.socket, Int32(SHUT_WR))
        #expect((try? connection.response().status) != 200)
        #expect(try server.request("GET", path + ".json").json.elements.count == 4)
        let whole = String(decoding: document, as: UTF8.self)
        #expect(try server.request("PUT", path + ".opml", whole).status == 200)
        #expect(try server.request("GET", path + ".json").json.elements.count == 4)
    }

    @Test
    func `podcast clients that are removed leave nothing in the stored cursors`() throws {
        let server = try Server(clients: ["phone", "tablet"])
        let folder = server.web.daemon.directory
        for name in ["phone", "tablet"] { _ = try server.positions(name, since: 0) }
        let file = SignInFile(path: folder.file("sessions.json"))
        #expect(try file.update { $0.endClient("tablet") })
        _ = try server.positions("phone", since: 0)
        let bytes = try DaemonFiles.read(folder.file("web-clients.json"))
        let names = try #require(PodcastState(json: bytes)).clients.keys.map {
            $0.prefix { $0 != "~" }
        }
        #expect(names == ["phone"])
    }

    @Test func `a client is asked to try again while the daemon does not run`() throws {
        let server = try Server()
        #expect(try server.request("GET", Server.actions).status == 200)
        _ = try server.web.daemon.stop()
        for (method, path, body) in [
            ("GET", Server.actions, nil), ("POST", Server.actions + "/create", "[]"),
            ("GET", "/api/2/subscriptions/phone/d.json", nil),
        ] {
            let response = try server.request(method, path, body)
            #expect(response.status == 503)
            #expect(response.headers["retry-after"] != nil)
        }
        #expect(try server.request("POST", "/api/2/auth/phone/login.json").status == 200)
        #expect(try server.request("GET", Server.actions, by: "stranger").status == 401)
    }

    @Test func `a request from another site's page is refused`() throws {
        let server = try Server()
        let foreign = [
            "Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site",
        ]
        for header in foreign {
            let body = "[\(play(300, "2026-11-21T10:00:00"))]"
            let response = try server.request(
                "POST",
                Server.actions + "/create",
                with: [header],
                body
            )
            #expect(response.status == 403)
        }
        #expect(try server.request("OPTIONS", Server.actions).status == 405)
        let actions = try server.request("GET", Server.actions).json["actions"]
        #expect(actions == .array([]))
    }

    @Test(arguments: ["tauri://localhost", "http://tauri.localhost", "capacitor://localhost"])
    func `an app that is made of web pages can sync`(origin: String) throws {
        let server = try Server()
        let body = "[\(play(300, "2026-11-21T10:00:00"))]"
        let path = Server.actions + "/create"
        #expect(try server.request("POST", path, with: ["Origin: \(origin)"], body).status == 200)
    }

    @Test func `a media file that another player knows by another address is one item`() throws {
        let server = try Server(clients: ["phone", "tablet"])
        let plain = "https://m.example/1.mp3"
        let counted = "https://op3.dev/e/m.example/1.mp3"
        try server.upload(play(100, "2026-11-21T10:00:00", episode: counted))
        let client = try server.web.daemon.client()
        let at = JSONValue.int((time(nil) - 60) * 1_000)
        try client.save(plain, 400, ["duration": 1_000, "player": "mpv", "at": at])
        #expect(try server.positions("tablet", since: 0).0 == [400])
        try server.upload(play(600, "2030-01-01T00:00:00", episode: counted))
        #expect(try client.position(plain) == 600)
        #expect(try client.position(counted) == 600)
    }

    @Test func `a client can use only the addresses under its own name`() throws {
        let server = try Server(clients: ["phone", "tablet"])
        #expect(try server.request("GET", "/api/2/devices/PHONE.json").status == 200)
        #expect(try server.request("GET", "/api/2/devices/tablet.json").status == 400)
        let device = "/api/2/devices/phone/d.json"
        let long = String(repeating: " ", count: 65_537)
        #expect(try server.request("POST", device, long).status == 413)
        let bare = try server.web.request("GET", "/api/2/devices/phone.json")
        #expect(bare.status == 401)
        #expect(bare.headers["www-authenticate"]?.hasPrefix("Basic realm=") == true)
    }

    @Test func `a browser can be used once to sign in a client`() throws {
        let server = try Server()
        let agent = ["User-Agent: Pod/1\t\u{9B}2J\u{202E}"]
        let begun = try server.web.request("POST", "/nc/index.php/login/v2", headers: agent).json
        let token = try #require(begun["poll"]?["token"]?.text)
        let base = "http://127.0.0.1:\(server.web.port)/nc/index.php/login/v2"
        #expect(begun["poll"]?["endpoint"]?.text == base + "/poll")
        let page = try #require(begun["login"]?.text).dropFirst(base.count)
        let poll = { try server.web.request("POST", "/index.php/login/v2/poll", body: $0) }
        #expect(try poll("token=\(token)").status == 404)
        let path = "/index.php/login/v2" + page
        #expect(try server.web.request("GET", path).status == 200)
        #expect(try server.web.request("POST", path).status == 200)
        let granted = try poll("{\"token\":\"\(token)\"}")
        #expect(granted.status == 200)
        #expect(try poll("token=\(token)").status == 404)
        let name = try #require(granted.json["loginName"]?.text)
        let password = try #require(granted.json["appPassword"]?.text)
        let pair = Data("\(name):\(password)".utf8).base64EncodedString()
        let header = ["Authorization: Basic \(pair)"] + agent
        #expect(try server.web.request("GET", Server.actions, headers: header).status == 200)
        let file = SignInFile(path: server.web.daemon.directory.file("sessions.json"))
        #expect(try file.read().clients.last?.program == "Pod/1\\u{9}\\u{9b}2J\\u{202e}")
        let end = "/ocs/v2.php/core/apppassword"
        // Nothing can be stored while the lock is a directory.
        let lock = file.path + ".lock"
        #expect(unlink(lock) == 0 && mkdir(lock, 0o700) == 0)
        #expect(try server.web.request("DELETE", end, headers: header).status == 503)
        #expect(rmdir(lock) == 0)
        #expect(try server.web.request("DELETE", end, headers: header).status == 200)
        #expect(try server.web.request("GET", Server.actions, headers: header).status == 401)
    }
}
