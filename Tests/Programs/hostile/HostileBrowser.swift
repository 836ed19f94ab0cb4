// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateTesting
import Varlink
import WebTesting

/// A program that makes requests of the web server with odd values in every part.
///
/// A part is odd once in six: a request of odd parts alone would be refused by its first.
struct HostileBrowser {
    private let web: WebHarness
    private let calls: [HostileClient.OddCall]
    private let words: [String]
    private var random: FuzzRandom
    /// Connections whose streams go on.
    private var open: [WebConnection] = []

    private static let paths = [
        "", "events", "health", "metrics", "sockets", "sockets/io.stated",
        "sockets/io.stated/io.stated.Playback", "openapi/io.stated/io.stated.Playback", "sign-in",
        "sign-out", "page/page.css",
    ]

    /// Creates a program in front of a daemon.
    ///
    /// - Throws: an error if the web server does not start.
    init(_ daemon: DaemonProcess, calls: [HostileClient.OddCall], seed: UInt64) throws {
        web = try WebHarness(["--web.requests-per-second", "1000000"], daemon: daemon)
        self.calls = calls
        random = FuzzRandom(seed: seed)
        let token = try daemon.client().playback("List", ["limit": 1])["token"]?.text ?? "1.2.3"
        words =
            HostileClient.oddPlaces(token) + Extremes.integers.map(String.init)
            + Extremes.doubles.map { "\($0)" } + Extremes.integers.map { "bytes=\($0)-" }
    }

    /// Makes a request, and reads the head of the response if there is one.
    ///
    /// - Returns: the request, for people.
    /// - Throws: ``Harm`` if the server ended or blames itself.
    mutating func request() throws -> String {
        let (head, body) = request(to: random.pick(calls))
        let name = String(decoding: (head + body).prefix(500), as: UTF8.self)
        let connection = try WebConnection(port: web.port)
        // A server may refuse a request before it has all of it.
        try? connection.write(head + body)
        // A body that is announced and does not come would be waited for.
        if name.contains("Content-Length: ") { connection.finish() }
        let status = (try? connection.head().status) ?? 0
        guard status != 500, web.exit == nil else {
            throw Harm(cause: name, fault: web.exit.map { "stated-web: \($0)" } ?? "status 500")
        }
        open.append(connection)
        if open.count > 20 { open.removeFirst() }
        return name
    }

    /// Checks that the web server serves its client.
    func check() throws {
        for path in ["/", "/health", "/metrics"] {
            let status = try web.request("GET", path).status
            guard status == 200 else { throw Harm(cause: path, fault: "status \(status)") }
        }
        _ = try web.follow("/events").next()
    }

    private mutating func request(to call: HostileClient.OddCall) -> (head: [UInt8], body: [UInt8])
    {
        let isCall = random.once(in: 2)
        let isRead = !isCall || call.isStream && random.once(in: 2)
        let body = isRead ? [] : call.parameters.json
        let path = isCall ? "call/" + call.name : random.pick(Self.paths)
        var lines = ["\(text(isRead ? "GET" : "POST")) /\(query(path, call)) HTTP/1.1"]
        lines.append("Host: " + text("127.0.0.1:\(web.port)"))
        if !isRead { lines.append("Content-Type: " + text("application/json")) }
        if isRead, random.once(in: 2) { lines.append("Accept: " + text("text/event-stream")) }
        if !body.isEmpty || random.once(in: 9) {
            lines.append("Content-Length: " + text("\(body.count)"))
        }
        for (name, value) in [
            ("Last-Event-ID", "1.2.3"), ("Range", "bytes=0-10"), ("Cookie", "stated=abc"),
            ("Origin", "http://127.0.0.1:\(web.port)"), ("Sec-Fetch-Site", "same-origin"),
            ("X-Forwarded-For", "192.0.2.1"), ("If-None-Match", "\"1\""),
            ("Accept-Encoding", "gzip"), ("Expect", "100-continue"), ("Keep-Alive", "5"),
        ] where random.once(in: 6) { lines.append("\(name): " + text(value)) }
        return (Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), body)
    }

    private mutating func query(_ path: String, _ call: HostileClient.OddCall) -> String {
        let path = random.once(in: 6) ? path + "/" + encoded(random.pick(words)) : path
        guard random.once(in: 2) else { return path }
        let json = String(decoding: call.parameters.json, as: UTF8.self)
        let pairs = [
            "after=" + encoded(random.pick(words)), "parameters=" + encoded(json),
            encoded(random.pick(words)) + "=" + encoded(random.pick(words)),
        ]
        return path + "?" + random.pick(pairs)
    }

    private mutating func text(_ usual: String) -> String {
        random.once(in: 6) ? random.pick(words) : usual
    }

    /// Returns the text as it stands, or with each byte in a form for addresses.
    private mutating func encoded(_ text: String) -> String {
        guard !random.once(in: 6) else { return text }
        return text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
