// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateModel
import StateTesting
import Testing
import Varlink
import WebTesting

@testable import StateWeb

/// Readers at the built web server, with requests as KOReader's plugin sends them.
@Suite(.timeLimit(.minutes(10))) struct `E-readers at the server` {
    private let web: WebHarness
    private var keys: [String: String] = [:]

    init() throws {
        web = try WebHarness()
        let file = SignInFile(path: web.daemon.directory.file("sessions.json"))
        for name in ["ann", "ben"] {
            let password = AppPassword()
            _ = try file.update { $0.add(.init(name, password, at: 1)) }
            // One types the dashes, the other does not.
            let typed = password.grouped.filter { name == "ann" || $0 != "-" }
            keys[name] = MD5.hexadecimal(of: typed.utf8)
        }
    }

    private func request(
        _ method: String,
        _ path: String,
        by name: String = "ann",
        key: String? = nil,
        _ body: String? = nil
    ) throws -> WebResponse {
        try web.request(
            method,
            path,
            headers: [
                "Accept: application/vnd.koreader.v1+json", "x-auth-user: \(name)",
                "x-auth-key: \(key ?? keys[name] ?? "")",
            ] + (body == nil ? [] : ["Content-Type: application/json"]),
            body: body
        )
    }

    private func push(_ fraction: Double, _ locator: String, by name: String) throws -> Int {
        let body = """
            {"document":"0a1b","percentage":\(fraction),"progress":"\(locator)",\
            "device":"KOReader","device_id":"\(name)","metadata":{"title":"Dune"}}
            """
        return try request("PUT", "/kosync/syncs/progress", by: name, body).status
    }

    private func place(by name: String) throws -> [String] {
        let reply = try request("GET", "/syncs/progress/0a1b", by: name)
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "application/json")
        let json = try reply.json
        return [json["device_id"]?.text, json["progress"]?.text].compactMap(\.self)
    }

    @Test
    func `e-readers sign in with an app password, and errors explain how to get one`() throws {
        #expect(try request("GET", "/healthcheck").json["state"]?.text == "OK")
        for name in ["ann", "ben"] {
            let reply = try request("GET", "/kosync/users/auth", by: name)
            #expect(try reply.json["authorized"]?.text == "OK")
        }
        let wrong = try request("GET", "/users/auth", key: "0123")
        #expect(wrong.status == 401)
        #expect(try wrong.json["code"]?.number == 2001)
        let created = try request("POST", "/users/create", #"{"username":"x","password":"y"}"#)
        #expect(created.status == 402)
        #expect(try created.json["code"]?.number == 2005)
        #expect(try created.json["message"]?.text?.contains("statectl web client add") == true)
        #expect(try request("PUT", "/syncs/progress", "{}").json["code"]?.number == 2004)
        #expect(try request("PUT", "/syncs/progress", key: "", "{}").status == 401)
        #expect(try request("POST", "/syncs/progress", "{}").status == 405)
    }

    @Test
    func `e-readers are asked to try again while the passwords cannot be read`() throws {
        let file = SignInFile(path: web.daemon.directory.file("sessions.json"))
        try file.update { $0.add(.init(hash: "h", expiresAt: 5)) }
        #expect(chmod(file.path, 0o620) == 0)
        let unreadable = try request("GET", "/users/auth")
        #expect(unreadable.status == 503)
        #expect(try unreadable.json["message"]?.text?.contains("cannot be read") == true)
        // Some podcast apps end their sync at the first 401.
        let basic = ["Authorization: Basic YW5uOng="]
        let podcasts = try web.request("GET", "/api/2/devices/ann.json", headers: basic)
        #expect(podcasts.status == 503 && podcasts.headers["retry-after"] == "10")
        #expect(chmod(file.path, 0o600) == 0)
        #expect(try request("GET", "/users/auth").status == 200)
    }

    @Test
    func `e-readers get the furthest place, and can turn back once they have received it`()
        throws
    {
        #expect(try place(by: "ann") == [])
        #expect(try push(0.41, "/body/p[4]", by: "ann") == 200)
        #expect(try place(by: "ben") == ["ann", "/body/p[4]"])
        #expect(try push(0.6, "/body/p[6]", by: "ben") == 200)
        // What was kept while offline arrives late, and counts for nothing.
        for (fraction, locator) in [(0.42, "/body/p[5]"), (0, "/body/p[1]"), (0.43, "x")] {
            #expect(try push(fraction, locator, by: "ann") == 200)
            #expect(try place(by: "ben") == ["ben", "/body/p[6]"])
        }
        #expect(try place(by: "ann") == ["ben", "/body/p[6]"])
        #expect(try push(0.2, "/body/p[2]", by: "ann") == 200)
        #expect(try place(by: "ben") == ["ann", "/body/p[2]"])
        let item: JSONValue = ["item": "kosync:0a1b"]
        let point = try web.call("io.stated.Playback.Get", item).json["point"]
        #expect(point?["fraction"]?.number == 0.2)
        #expect(point?["title"]?.text == "Dune")
        #expect(point?["player"]?.text == "kosync")
        let history = try web.call("io.stated.Playback.History", item).json["entries"]?.elements
        let late = history?.filter { $0["why"]?.text == "another position was kept" }
        #expect(late?.allSatisfy { $0["ending"]?.text == "replaced" } == true)
        #expect(late?.map { $0["point"]?["fraction"]?.number } == [0.43, 0, 0.42])
        // What was restored by hand is no reader's own place, so that each takes it.
        #expect(try web.call("io.stated.Playback.Undo", item).status == 200)
        let reply = try request("GET", "/syncs/progress/0a1b", by: "ben").json
        #expect(reply["percentage"]?.number == 0.6)
    }

    @Test func `e-readers keep their place while the daemon does not run`() throws {
        #expect(try push(0.41, "/body/p[4]", by: "ann") == 200)
        _ = try web.daemon.stop()
        #expect(try push(0.5, "/body/p[5]", by: "ann") == 503)
        #expect(try request("GET", "/users/auth").status == 200)
    }
}
