// SPDX-License-Identifier: Apache-2.0
import Glibc
import Logging
import NIOPosix
import StateConfiguration
import StateTesting
import Synchronization
import SystemSupport
import Testing

@testable import StateSystem
@testable import StateWeb

@Suite struct `The record of sign-ins` {
    private func record() -> SignInRecord {
        var record = SignInRecord()
        record.add(.init(hash: "c1", expiresAt: 100))
        record.add(.init(hash: "c2", expiresAt: 200))
        for (id, seen) in [("s1", 50), ("s2", 150)] {
            record.add(
                .init(
                    id: id,
                    hash: "h",
                    label: "a \"browser\"\n",
                    address: "::1",
                    createdAt: 1,
                    lastSeenAt: seen
                )
            )
        }
        return record
    }

    @Test func `a sign-in code is accepted once, and not after it has expired`() {
        var record = record()
        #expect(!record.redeem(at: 100) { $0 == "c1" })
        #expect(record.redeem(at: 199) { $0 == "c2" })
        #expect(!record.redeem(at: 199) { $0 == "c2" })
        #expect(!record.redeem(at: 0) { _ in false })
    }

    @Test func `expired sessions and codes are removed`() {
        var record = record()
        record.removeOld(at: 150, lifetime: 100)
        #expect(record.codes.map(\.hash) == ["c2"])
        #expect(record.sessions.map(\.id) == ["s2"])
    }

    @Test func `a session from a clock that was ahead lasts for one lifetime`() {
        var record = record()
        record.removeOld(at: 100, lifetime: 100)
        #expect(record.sessions.map(\.lastSeenAt) == [50, 100])
        record.removeOld(at: 200, lifetime: 100)
        #expect(record.sessions.isEmpty)
    }

    @Test func `sessions can be ended by their IDs, or all together`() {
        var record = record()
        #expect(record.end(["s2", "s9"]).map(\.id) == ["s2"])
        #expect(record.sessions.map(\.id) == ["s1"])
        #expect(record.end(nil).map(\.id) == ["s1"])
        #expect(record.sessions.isEmpty)
    }

    @Test func `only the five newest sign-in codes are kept`() {
        var record = SignInRecord()
        for number in 0..<150 { record.add(.init(hash: "\(number)", expiresAt: 1)) }
        #expect(record.codes.count == 5)
        #expect(record.codes.last?.hash == "149")
    }

    @Test func `the record of sign-ins survives a round trip`() {
        #expect(SignInRecord(json: record().json) == record())
        #expect(SignInRecord(json: SignInRecord().json) == SignInRecord())
        for text in [
            "", "{}", "[]", #"{"version":2,"codes":[],"sessions":[]}"#,
            #"{"version":1,"codes":[{}],"sessions":[]}"#,
        ] {
            #expect(SignInRecord(json: Array(text.utf8)) == nil)
        }
    }
}

@Suite struct `The file of sign-ins` {
    @Test func `changes are stored in a file that only its owner can read`() throws {
        let directory = try TemporaryDirectory()
        let file = SignInFile(path: directory.file("deep/er/web.json"))
        #expect(try file.read() == SignInRecord())
        try file.update { $0.add(.init(hash: "h", expiresAt: 5)) }
        let stamp = file.stamp
        #expect(try file.read().codes == [.init(hash: "h", expiresAt: 5)])
        try file.update { _ in }
        #expect(file.stamp == stamp)
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a record that others may have written, or that is a link, is not read`() throws {
        let directory = try TemporaryDirectory()
        let file = SignInFile(path: directory.file("web.json"))
        try file.update { $0.add(.init(hash: "h", expiresAt: 5)) }
        chmod(file.path, 0o620)
        #expect(throws: SystemError.self) { try file.read() }
        chmod(file.path, 0o600)
        symlink(file.path, directory.file("link.json"))
        #expect(throws: SystemError.self) {
            try SignInFile(path: directory.file("link.json")).read()
        }
        #expect(try file.read().codes.count == 1)
    }

    @Test func `no change is lost if several writers change the record at once`() async throws {
        let directory = try TemporaryDirectory()
        let file = SignInFile(path: directory.file("web.json"))
        try await withThrowingTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0..<10 {
                        try file.update { record in
                            record.add(
                                .init(
                                    id: "\(worker).\(number)",
                                    hash: "h",
                                    label: "",
                                    address: "",
                                    createdAt: 0,
                                    lastSeenAt: 0
                                )
                            )
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try file.read().sessions.map(\.id)).count == 80)
    }
}

@Suite struct `The session of a browser` {
    @Test(arguments: [60, 600, 2_592_000])
    func `a session lasts as long as it is used`(lifetime: Int) async throws {
        let directory = try TemporaryDirectory()
        let file = SignInFile(path: directory.file("web.json"))
        let clock = Mutex(0)
        let signIn = SignIn(
            on: MultiThreadedEventLoopGroup.singleton.next(),
            file,
            lifetime: lifetime,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            time: { clock.withLock { $0 } }
        )
        let token = Secret.token()
        let session = SignInRecord.Session(
            id: "id",
            hash: try token.hash(),
            label: "",
            address: "",
            createdAt: 0,
            lastSeenAt: 0
        )
        try file.update { $0.add(session) }
        let cookie = SessionCookie(id: "id", token: token.text)
        for _ in 0..<20 {
            clock.withLock { $0 += lifetime / 3 }
            #expect(try await signIn.session(of: cookie) == "id")
        }
        for _ in 0..<20 {
            clock.withLock { $0 += lifetime / 3 }
            #expect(try await signIn.sessions(using: ["id", "other"]) == ["id"])
        }
        // The clock was ahead, and is corrected.
        clock.withLock { $0 -= lifetime }
        #expect(try await signIn.session(of: cookie) == "id")
        clock.withLock { $0 += lifetime }
        #expect(try await signIn.sessions(using: ["id"]).isEmpty)
        #expect(try await signIn.session(of: cookie) == nil)
    }
}

@Suite struct `The sign-in of apps` {
    private let directory: TemporaryDirectory
    private let file: SignInFile
    private let signIn: SignIn
    private let proof: SignIn.Proof

    init() throws {
        directory = try TemporaryDirectory()
        file = SignInFile(path: directory.file("web.json"))
        signIn = SignIn(
            on: MultiThreadedEventLoopGroup.singleton.next(),
            file,
            lifetime: 100,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            time: { 50 }
        )
        let password = AppPassword()
        proof = .password(name: "phone", password)
        _ = try file.update { $0.add(.init("phone", password, at: 1)) }
    }

    @Test func `a record that could not be read is read again later`() async throws {
        chmod(file.path, 0o620)
        await #expect(throws: SystemError.self) { try await signIn.client(proof, program: nil) }
        await #expect(throws: SystemError.self) { try await signIn.clients }
        await #expect(throws: SystemError.self) { try await signIn.sessions(using: []) }
        let cookie = SessionCookie(id: "a", token: "b")
        await #expect(throws: SystemError.self) { try await signIn.session(of: cookie) }
        #expect(try await signIn.session(of: nil) == nil)
        chmod(file.path, 0o600)
        #expect(try await signIn.client(proof, program: nil)?.hasPrefix("phone~") == true)
        #expect(try await signIn.clients.count == 1)
    }

    @Test func `a client counts as removed once its removal is stored`() async throws {
        let lock = file.path + ".lock"
        #expect(unlink(lock) == 0 && mkdir(lock, 0o700) == 0)
        #expect(await !signIn.end { _ = $0.endClient("phone") })
        #expect(try await signIn.clients.count == 1)
        #expect(rmdir(lock) == 0)
        #expect(await signIn.end { _ = $0.endClient("phone") })
        #expect(try await signIn.clients.isEmpty)
    }

    @Test func `the name of a program is one visible line of limited length`() {
        #expect(ClientLabel.program(userAgent: nil) == nil)
        #expect(ClientLabel.program(userAgent: "gPodder/3.11 Ünï") == "gPodder/3.11 Ünï")
        #expect(ClientLabel.program(userAgent: "a\tb\u{202E}c") == "a\\u{9}b\\u{202e}c")
        let marked = "a" + String(repeating: "\u{301}", count: 30_000)
        #expect((ClientLabel.program(userAgent: marked)?.utf8.count ?? 0) <= 100)
    }
}

@Suite struct `A secret` {
    @Test func `a code is accepted in upper or lower case, with or without a dash`() throws {
        let code = Secret.code()
        #expect(Secret(typed: code.grouped)?.text == code.text)
        #expect(Secret(typed: " " + code.grouped.lowercased() + "\n")?.text == code.text)
        for text in ["", "ABCD", "ABCD-EFG0", "ABCDEFGHJ", "ABCD-EFGÜ"] {
            #expect(Secret(typed: text) == nil)
        }
    }

    @Test func `a password matches only hashes made from it`() throws {
        let (one, other) = (Secret.token(), Secret.token())
        #expect(one.text.count == 43 && one.text != other.text)
        let hash = try one.hash()
        #expect(hash.hasPrefix("$6$") && !hash.contains(one.text))
        #expect(one.matches(hash) && !other.matches(hash))
        #expect(try one.hash() != hash)
        #expect(!one.matches("") && !one.matches("*0"))
    }
}

@Suite struct `The cookie of a session` {
    @Test func `the session is found in the cookies or as a bearer token`() {
        let cookie = SessionCookie(id: "id", token: "secret")
        #expect(SessionCookie(cookie: "a=b; __Host-stated=id.secret", authorization: nil) == cookie)
        #expect(SessionCookie(cookie: nil, authorization: "bearer id.secret") == cookie)
        for text in [
            nil, "", "__Host-stated=", "__Host-stated=id", "x__Host-stated=id.secret",
            "__Host-stated=id.a.b",
        ] {
            #expect(SessionCookie(cookie: text, authorization: nil) == nil)
        }
    }

    @Test func `the cookie is limited to its site and hidden from scripts`() {
        let header = SessionCookie(id: "id", token: "secret").header
        for word in [
            "__Host-stated=id.secret", "Max-Age=34560000", "Secure", "HttpOnly", "Path=/",
            "SameSite=Strict",
        ] {
            #expect(header.contains(word))
        }
        #expect(!header.contains("Domain"))
    }
}

@Suite struct `The exposure of a server` {
    private func settings(
        _ change: (inout WebConfiguration) -> Void = { _ in }
    ) -> WebConfiguration {
        let places = Places(socket: "/s", store: "/d/store", configuration: "/c")
        var settings = WebConfiguration(places: places)
        change(&settings)
        return settings
    }

    private func exposure(_ address: String, _ settings: WebConfiguration) throws -> WebExposure {
        try WebExposure.of(try #require(WebAddress(address)), settings, hostName: "Den")
    }

    @Test func `a server that listens on a loopback address needs no sign-in`() throws {
        let local = try exposure("127.0.0.1:80", settings())
        #expect(!local.needsSignIn && local.scheme == "http")
    }

    @Test func `an address other than loopback is refused without TLS or a proxy that provides it`()
        throws
    {
        for address in ["0.0.0.0:80", "[::]:80", "192.0.2.1:80", "den:80"] {
            #expect(throws: WebServer.Refusal.self) { try exposure(address, settings()) }
        }
        #expect(throws: WebServer.Refusal.self) {
            try exposure(
                "0.0.0.0:80",
                settings { ($0.isBehindProxy, $0.names) = (true, ["tv.example"]) }
            )
        }
        #expect(throws: WebServer.Refusal.self) {
            try exposure("127.0.0.1:80", settings { ($0.isBehindProxy, $0.key) = (true, "/k") })
        }
    }

    @Test func `a server with TLS or behind a proxy requires a sign-in`() throws {
        for address in ["0.0.0.0:443", "127.0.0.1:443"] {
            let tls = try exposure(address, settings { ($0.certificate, $0.key) = ("/c", "/k") })
            #expect(tls.needsSignIn && tls.scheme == "https")
        }
        let proxied = try exposure(
            "127.0.0.1:80",
            settings { ($0.isBehindProxy, $0.names) = (true, ["tv.example"]) }
        )
        #expect(proxied.needsSignIn && proxied.scheme == "https")
    }

    @Test func `the server answers to its names and to any IP address, but to no other name`()
        throws
    {
        let tls = try exposure(
            "0.0.0.0:8443",
            settings { ($0.certificate, $0.key, $0.names) = ("/c", "/k", ["tv.example"]) }
        )
        for host in [
            "tv.example:8443", "den:8443", "den.local:8443", "192.0.2.1:8443",
            "[2001:db8::1]:8443",
        ] {
            #expect(tls.isOwn(host: host), "\(host)")
        }
        for host in [
            "evil.example:8443", "tv.example", "tv.example:1", "192.0.2.1.evil:8443", "",
            "192.0.2:8443",
        ] {
            #expect(!tls.isOwn(host: host), "\(host)")
        }
        let proxied = try exposure(
            "127.0.0.1:80",
            settings { ($0.isBehindProxy, $0.names) = (true, ["tv.example"]) }
        )
        #expect(proxied.isOwn(host: "tv.example") && proxied.isOwn(host: "tv.example:8443"))
        #expect(!proxied.isOwn(host: "evil.example"))
    }

    @Test(
        arguments: [
            ([], "192.0.2.7", "0.0.0.0:8443", "https://192.0.2.7:8443/"),
            ([], nil, "0.0.0.0:8443", "https://den.local:8443/"),
            (["tv.example"], "192.0.2.7", "0.0.0.0:443", "https://tv.example/"),
            ([], "192.0.2.7", "198.51.100.1:8443", "https://198.51.100.1:8443/"),
        ] as [([String], String?, String, String)]
    )
    func `the address shown for a phone is one that the phone can reach`(
        _ names: [String],
        _ own: String?,
        _ listen: String,
        _ url: String
    ) throws {
        let tls = settings { ($0.certificate, $0.key, $0.names) = ("/c", "/k", names) }
        let address = try #require(WebAddress(listen))
        let exposure = try WebExposure.of(address, tls, hostName: "Den", ownAddress: own)
        #expect(exposure.url(at: address) == url)
    }

    @Test func `the address shown to the user is one that leads to the server`() throws {
        let tls = settings { ($0.certificate, $0.key, $0.names) = ("/c", "/k", ["tv.example"]) }
        func url(_ address: String, _ settings: WebConfiguration) throws -> String {
            let parsed = try #require(WebAddress(address))
            return try exposure(address, settings).url(at: parsed)
        }
        #expect(try url("127.0.0.1:8031", settings()) == "http://127.0.0.1:8031/")
        #expect(try url("0.0.0.0:8443", tls) == "https://tv.example:8443/")
        #expect(try url("0.0.0.0:443", tls) == "https://tv.example/")
        #expect(try url("192.0.2.1:8443", tls) == "https://192.0.2.1:8443/")
        let proxied = settings { ($0.isBehindProxy, $0.names) = (true, ["tv.example"]) }
        #expect(try url("127.0.0.1:8031", proxied) == "https://tv.example/")
    }
}
