// SPDX-License-Identifier: Apache-2.0
import Glibc
import NIOCore
import NIOHTTPTypes
import NIOPosix
import StateConfiguration
import StateTesting
import Synchronization
import Testing
import VarlinkNIO
import WebTesting

@testable import StateWeb

@Suite struct `The owner of a connection` {
    /// The kernel says 0, root's number, for a socket that was closed.
    @Test func `the owner of a connection is known while its program keeps it open`() throws {
        let listener = try ListeningSocket.open(WebAddress(host: "127.0.0.1", port: 0))
        defer { close(listener) }
        let port = try #require(ListeningSocket.address(of: listener)).port
        let server = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = server.withSockAddr { connect(client, $0, socklen_t($1)) == 0 }
        try #require(isConnected)
        let own = try #require(ListeningSocket.address(of: client))
        let address = try SocketAddress(ipAddress: own.host, port: own.port)
        #expect(PeerOwner.user(of: address, connectedTo: server) == geteuid())
        #expect(PeerOwner.isOwn(peer: address, own: server))
        close(client)
        #expect(PeerOwner.user(of: address, connectedTo: server) == nil)
        #expect(!PeerOwner.isOwn(peer: address, own: server))
    }
}

@Suite(.timeLimit(.minutes(10))) struct `The user of a port` {
    @Test(arguments: ["127.0.0.1", "::1", "0.0.0.0", "::", "*"])
    func `the user of a port is known while a program listens on it`(host: String) throws {
        let listener = try ListeningSocket.open(WebAddress(host: host, port: 0))
        let port = try #require(ListeningSocket.address(of: listener)).port
        let address = WebAddress(host: host, port: port)
        #expect(ListeningSocket.owner(of: address) == geteuid())
        close(listener)
        #expect(ListeningSocket.owner(of: address) == nil)
    }

    /// Listens as another user until its standard input ends.
    private static let server = """
        import socket, sys
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        sys.stdin.read()
        """

    @Test func `the error for a port in use names the port's owner and proposes another port`()
        throws
    {
        let (words, life, errors) = (try TestPipe(), try TestPipe(), try TestPipe())
        let other = try Child(
            "/usr/bin/setpriv",
            ["--reuid", "64321", "--clear-groups", "/usr/bin/python3", "-c", Self.server],
            input: life.output,
            output: words.input
        )
        defer {
            life.closeInput()
            _ = other.wait()
        }
        let port = try #require(Int(try words.line()))
        #expect(ListeningSocket.owner(of: WebAddress(host: "127.0.0.1", port: port)) == 64_321)
        let open = try Child(
            try DaemonProcess.executable("stated-web"),
            ["open", "--no-open"],
            environment: ["STATED_WEB_LISTEN": "127.0.0.1:\(port)", "HOME": "/nonexistent"],
            errors: errors.input
        )
        #expect(open.wait() == 77)
        let line = try errors.line()
        #expect(line.hasPrefix("stated-web: another user's program uses 127.0.0.1:\(port): "))
        #expect(line.contains("statectl config set web.listen 127.0.0.1:\(port + 1)"))
    }
}

@Suite struct `The budget of memory` {
    /// The connections that were ended, by the names that the test gives them.
    private final class Ended: Sendable {
        let names = Mutex<[String]>([])
        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    private let ended = Ended()
    private let budget: MemoryBudget

    init() {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        budget = MemoryBudget(limit: 10, relief: MemoryReturn(on: loop))
    }

    private func enter(_ name: String, of client: String) -> MemoryBudget.ID {
        budget.enter(of: client) { [ended] in ended.note(name) }
    }

    private var names: [String] { ended.names.withLock { $0 } }

    @Test func `the client that uses the most memory loses its oldest allocation`() {
        let small = enter("small", of: "b")
        let first = enter("first", of: "a")
        let second = enter("second", of: "a")
        _ = enter("empty", of: "a")
        budget.add(2, to: small)
        budget.add(4, to: second)
        budget.add(4, to: first)
        #expect(names.isEmpty)
        budget.add(1, to: second)
        #expect(names == ["first"])
        // One that has ended holds nothing, and gives nothing back.
        budget.add(100, to: first)
        budget.leave(first)
        #expect(names == ["first"])
        budget.add(4, to: second)
        #expect(names == ["first", "second"])
    }

    @Test func `a connection that has ended uses no memory`() {
        for number in 0..<100 {
            let id = enter("\(number)", of: "a")
            budget.add(10, to: id)
            budget.leave(id)
        }
        #expect(names.isEmpty)
    }

    /// Writes the parts of a response as they stand.
    private final class PartWriter: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = ByteBuffer

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .body(let bytes) = unwrapOutboundIn(data) else { return }
            context.write(wrapOutboundOut(bytes), promise: promise)
        }
    }

    @Test func `a stream that is not read loses its connection`() async throws {
        let listener = try ListeningSocket.open(WebAddress(host: "127.0.0.1", port: 0))
        defer { close(listener) }
        let port = try #require(ListeningSocket.address(of: listener)).port
        let group = MultiThreadedEventLoopGroup.singleton
        let channel = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PartWriter())
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let unread = MemoryBudget(limit: 1 << 20, relief: MemoryReturn(on: channel.eventLoop))
        let output = StreamOutput(channel: channel, unread: unread, client: "a")
        // More than sockets hold; it is never taken.
        await #expect(throws: (any Error).self) {
            try await output.write([UInt8](repeating: 0, count: 32 << 20))
        }
        try await channel.closeFuture.get()
    }

    @Test func `an allocation that alone exceeds the limit is ended`() {
        budget.add(11, to: enter("only", of: "a"))
        #expect(names == ["only"])
    }
}

@Suite struct `The quota of connections` {
    @Test
    func `the quota limits connections in total and per address until the connections end`() {
        let quota = ConnectionQuota(limit: 3, addressLimit: 2)
        #expect(quota.enter("a") && quota.enter("a"))
        #expect(!quota.enter("a"))
        #expect(quota.enter("b"))
        #expect(!quota.enter("c"))
        quota.leave("a")
        #expect(quota.enter("c"))
        #expect(!quota.enter("b"))
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:555", "192.0.2.1"),
        ("[2001:db8::1]:555", "2001:db8:0:0::/64"), ("2001:db8::1", "2001:db8:0:0::/64"),
        ("unknown", "unknown"),
    ])
    func `the quota counts connections for the address that a proxy names`(
        _ text: String,
        _ expected: String
    ) {
        #expect(ClientAddress.text(forwarded: text) == expected)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
    ])
    func `an IPv6 network counts as one client`(_ address: String, _ expected: String) throws {
        let address = try SocketAddress(ipAddress: address, port: 5)
        #expect(ClientAddress.text(of: address) == expected)
    }
}

@Suite struct `The limit on a client's requests` {
    @Test
    func `each client may send many requests at once, and further requests at a limited rate`() {
        var limiter = RateLimiter(perSecond: 2, burst: 3)
        for _ in 0..<3 { #expect(limiter.take("a", at: .zero) == nil) }
        #expect(limiter.take("a", at: .zero) == .milliseconds(500))
        #expect(limiter.take("b", at: .zero) == nil)
        #expect(limiter.take("a", at: .milliseconds(499)) != nil)
        #expect(limiter.take("a", at: .milliseconds(500)) == nil)
        #expect(limiter.take("a", at: .milliseconds(500)) != nil)
        // A long pause gives a burst again, and no more.
        for _ in 0..<3 { #expect(limiter.take("a", at: .seconds(100)) == nil) }
        #expect(limiter.take("a", at: .seconds(100)) != nil)
    }

    @Test func `requests beyond the limit are delayed, one after the other`() {
        var limiter = RateLimiter(perSecond: 0.5, burst: 2)
        var delays: [Duration?] = []
        for _ in 0..<9 { delays.append(limiter.delay("a", at: .zero)) }
        #expect(delays == [nil, nil] + [2, 4, 6, 8, 10, 10, 10].map { .seconds($0) })
        #expect(limiter.delay("b", at: .zero) == nil)
        #expect(limiter.delay("a", at: .seconds(6)) == .seconds(6))
        #expect(limiter.delay("a", at: .seconds(30)) == nil)
    }

    @Test func `idle clients are forgotten first`() {
        var limiter = RateLimiter(perSecond: 1, burst: 1)
        for number in 0..<4_095 { _ = limiter.take("\(number)", at: .zero) }
        #expect(limiter.take("guesser", at: .seconds(10)) == nil)
        // Those of before have full buckets by now, and make room.
        _ = limiter.take("another", at: .seconds(10))
        #expect(limiter.take("guesser", at: .seconds(10)) != nil)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `Apps without a password` {
    private static let flow = "/index.php/login/v2"

    private static let requests = [
        ("GET", "/clientconfig.json"), ("GET", flow + "/flow/abc"), ("GET", "/healthcheck"),
        ("POST", "/kosync/users/create"),
    ]

    @Test func `apps without a password are refused beyond the rate for unknown clients`() throws {
        let web = try WebHarness(["--web.behind-proxy", "true"])
        for (number, (method, path)) in Self.requests.enumerated() {
            let address = ["X-Forwarded-For: 192.0.2.\(number)"]
            let body = method == "POST" ? "{}" : nil
            let refused = try (0..<300).first { _ in
                try web.request(method, path, headers: address, body: body).status == 429
            }
            #expect(refused ?? 0 >= 60, "\(path)")
        }
        // A program that asks whether it was let in waits, and so does one without a password.
        let address = ["X-Forwarded-For: 192.0.2.0"]
        let poll = Self.flow + "/poll"
        #expect(try web.request("POST", poll, headers: address, body: "token=a").status == 404)
        let devices = "/api/2/devices/ann.json"
        #expect(try web.request("GET", devices, headers: address).status == 401)
    }

    @Test func `a fifth upload is not admitted until one of the four has ended`() async {
        let admission = Admission(requestsPerSecond: 1)
        for _ in 0..<4 { #expect(await admission.beginUpload()) }
        #expect(await !admission.beginUpload())
        await admission.endUpload()
        #expect(await admission.beginUpload())
    }

    @Test func `the requests of apps without a password count even while they are only delayed`()
        async
    {
        let admission = Admission(requestsPerSecond: 1)
        let stranger = ClientIdentity.anonymous(address: "a")
        for _ in 0..<60 { _ = await admission.wait(for: stranger, onlyDelays: true) }
        var delayed = await admission.wait(for: stranger, onlyDelays: true)
        while delayed == nil { delayed = await admission.wait(for: stranger, onlyDelays: true) }
        #expect(await admission.wait(for: stranger) != nil)
        #expect(await admission.wait(for: .anonymous(address: "b")) == nil)
    }
}

@Suite struct `Programs that wait for a browser` {
    private let flows = LoginFlows()

    private func begin(_ address: String, at now: Int = 0) async -> (token: String, id: String)? {
        await flows.begin(program: "p", from: address, at: .seconds(now))
    }

    private func grant(_ id: String, _ name: String = "phone", at now: Int = 0) async -> Bool {
        let password = AppPassword()
        return await flows.grant(id, name, password, at: .seconds(now))
    }

    @Test func `a password that was granted is kept until its program fetches it`() async throws {
        var granted: [(token: String, id: String)] = []
        for number in 0..<5 {
            let flow = try #require(await begin("a"))
            #expect(await grant(flow.id, "\(number)"))
            granted.append(flow)
        }
        #expect(await begin("a") == nil)
        for (number, flow) in granted.enumerated() {
            #expect(await flows.result(for: flow.token, at: .zero)?.name == "\(number)")
        }
        #expect(await begin("a") != nil)
    }

    @Test
    func `a program is granted access once, and only while its request is valid`() async throws {
        let flow = try #require(await begin("a"))
        #expect(await grant(flow.id))
        #expect(await !grant(flow.id, "second"))
        #expect(await flows.result(for: flow.token, at: .zero)?.name == "phone")
        #expect(await !grant(flow.id))
        let late = try #require(await begin("a"))
        #expect(await !grant(late.id, at: 1_200))
        let displaced = try #require(await begin("a"))
        for second in 1...5 { #expect(await begin("a", at: second) != nil) }
        #expect(await !grant(displaced.id, at: 6))
    }

    @Test func `one address cannot prevent others from signing in`() async throws {
        let other = try #require(await begin("b"))
        var begun: [(token: String, id: String)] = []
        for second in 0..<200 { begun.append(try #require(await begin("a", at: second))) }
        #expect(await flows.program(of: other.id, at: .seconds(200)) == "p")
        #expect(await flows.program(of: begun[194].id, at: .seconds(200)) == nil)
        for flow in begun[195...] {
            #expect(await flows.program(of: flow.id, at: .seconds(200)) == "p")
        }
    }

    @Test func `sign-ins from all addresses together have a limit`() async throws {
        let own = try #require(await begin("own"))
        var begun: [(token: String, id: String)] = []
        for number in 0..<300 {
            begun.append(try #require(await begin("\(number % 20)", at: number)))
        }
        // Those of the addresses that have begun several end.
        #expect(await flows.program(of: own.id, at: .seconds(300)) == "p")
        #expect(await begin("a", at: 300) != nil)
        var pending = 0
        for flow in begun where await flows.program(of: flow.id, at: .seconds(300)) != nil {
            pending += 1
        }
        #expect(pending == 98)
    }

    @Test func `a password is given out once, and only within the time limit`() async throws {
        for (now, isInTime) in [(1_199, true), (1_200, false)] {
            let flow = try #require(await begin("a"))
            #expect(await grant(flow.id))
            let result = await flows.result(for: flow.token, at: .seconds(now))
            #expect((result?.name == "phone") == isInTime)
            #expect(await flows.result(for: flow.token, at: .seconds(now)) == nil)
        }
    }
}
