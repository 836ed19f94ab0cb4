// SPDX-License-Identifier: Apache-2.0

import StateConfiguration
import StateProtocol
import StateTesting
import Testing
import Varlink
import VarlinkNIO

@testable import StateWeb

@Suite struct `An address of the web server` {
    @Test(arguments: [
        ("127.0.0.1:8031", "127.0.0.1:8031", true), ("127.9.8.7:0", "127.9.8.7:0", true),
        ("localhost:80", "localhost:80", true), ("[::1]:443", "[::1]:443", true),
        ("0.0.0.0:80", "0.0.0.0:80", false), ("[::]:80", "[::]:80", false),
        ("127.0.0.1.evil.example:80", "127.0.0.1.evil.example:80", false),
        ("127.0.0.256:80", "127.0.0.256:80", false), ("127.1:80", "127.1:80", false),
        ("example.org:80", "example.org:80", false),
    ])
    func `loopback addresses are recognised`(_ text: String, _ authority: String, _ own: Bool) {
        let address = WebAddress(text)
        #expect(address?.authority == authority)
        #expect(address?.isLoopback == own)
    }

    @Test(arguments: ["", "8031", ":8031", "::1:80", "host:", "host:99999", "host:-1", "[]:80"])
    func `an invalid address is refused`(_ text: String) {
        #expect(WebAddress(text) == nil)
    }
}

@Suite struct `The check of requests` {
    private let check = RequestCheck(exposure: .local(WebAddress(host: "127.0.0.1", port: 80)))

    @Test func `the names of this machine are accepted in upper and lower case`() {
        // Browsers leave the standard port out.
        for host in ["127.0.0.1:80", "LOCALHOST:80", "[::1]:80", "localhost"] {
            #expect(check.refusal(of: .init(method: "GET", host: host)) == nil)
        }
        for host in [nil, "", "localhost:81", "evil.example:80", "127.0.0.2:80"] {
            #expect(check.refusal(of: .init(method: "GET", host: host)) == .host)
        }
    }

    @Test func `a POST request requires JSON`() {
        func refusal(_ type: String?) -> RequestCheck.Refusal? {
            check.refusal(of: .init(method: "POST", host: "localhost:80", contentType: type))
        }
        #expect(refusal("application/json") == nil)
        #expect(refusal("Application/JSON ; charset=utf-8") == nil)
        for type in [nil, "", "text/plain", "application/jsonx", "text/plain;application/json"] {
            #expect(refusal(type) == .contentType)
        }
    }

    @Test func `only pages that come from the server itself are accepted`() {
        func refusal(_ origin: String?, _ site: String?) -> RequestCheck.Refusal? {
            check.refusal(
                of: .init(method: "GET", host: "localhost:80", origin: origin, site: site)
            )
        }
        #expect(refusal("http://localhost:80", "same-origin") == nil)
        #expect(refusal(nil, "none") == nil)
        for (origin, site) in [
            ("null", nil), ("https://localhost:80", nil), ("http://127.0.0.1:80", nil),
            (nil, "cross-site"), (nil, "same-site"), (nil, "anything"),
        ] {
            #expect(refusal(origin, site) == .origin)
        }
    }
}

@Suite struct `The status of an error` {
    @Test
    func `each error of the interfaces but InvalidConfiguration has a status other than 500`()
        throws
    {
        for text in StateInterfaces.texts {
            let interface = try Interface(text)
            for error in interface.errors {
                let name = "\(interface.name).\(error.name)"
                let isOurs = ["InvalidConfiguration"].contains(error.name)
                #expect((ErrorStatus.of(name) == 500) == isOurs, "\(name)")
            }
        }
    }

    @Test func `an unknown error has status 500`() {
        #expect(ErrorStatus.of("com.example.Nothing") == 500)
        #expect(ErrorStatus.of("") == 500)
    }
}

@Suite struct `The format of a reply` {
    @Test func `the reply has the format that the client asks for`() {
        #expect(ReplyFormat(accept: nil) == .json)
        #expect(ReplyFormat(accept: "*/*") == .json)
        #expect(ReplyFormat(accept: "application/json-seq;q=0.9, */*") == .jsonSequence)
        #expect(ReplyFormat(accept: "Text/Event-Stream") == .events)
        #expect(ReplyFormat(accept: "text/html, text/event-stream") == .events)
    }
}

@Suite struct `A server-sent event` {
    private func text(_ event: ServerSentEvent) -> String {
        String(decoding: event.bytes, as: UTF8.self)
    }

    @Test func `the ID of a server-sent event is the token of its reply`() {
        let event = ServerSentEvent(reply: Array(#"{"a":{"token":"x"},"token":"t1"}"#.utf8))
        #expect(text(event) == "id: t1\ndata: {\"a\":{\"token\":\"x\"},\"token\":\"t1\"}\n\n")
        #expect(ServerSentEvent(reply: Array("{}".utf8)).id == nil)
        #expect(ServerSentEvent(reply: Array(#"{"token":5}"#.utf8)).id == nil)
    }

    @Test func `line breaks in an event's data cannot begin another event`() {
        let event = ServerSentEvent(name: "n", id: "a\nid: b", data: Array("x\nevent: y\n\nz".utf8))
        #expect(text(event) == "event: n\ndata: x\ndata: event: y\ndata: \ndata: z\n\n")
    }
}

@Suite struct `A stream of a browser` {
    private func event(_ token: String?) -> ServerSentEvent {
        ServerSentEvent(id: token, data: Array("{}".utf8))
    }

    @Test
    func `a stream reports the loss and the return of the daemon, and continues`() {
        var machine = StreamMachine(token: nil)
        #expect(machine.arrived(event("1")) == [event("1")])
        #expect(machine.arrived(event(nil)) == [event(nil)])
        #expect(machine.token == "1")
        guard case .retry(.milliseconds(250), let lost?) = machine.ended(.closed) else {
            Issue.record("it does not go on")
            return
        }
        #expect(lost.name == "lost")
        // It is lost once, however often it is tried again.
        #expect(machine.ended(.closed) == .retry(after: .milliseconds(500), event: nil))
        #expect(machine.ended(nil) == .retry(after: .seconds(1), event: nil))
        #expect(machine.arrived(event("2")).map(\.name) == ["back", nil])
        #expect(machine.token == "2")
        guard case .retry(.milliseconds(250), .some) = machine.ended(nil) else {
            Issue.record("it does not begin with short pauses again")
            return
        }
    }

    @Test func `a stream waits at most eight seconds before it tries again`() {
        var machine = StreamMachine(token: nil)
        var last = Duration.zero
        for _ in 0..<20 {
            if case .retry(let pause, _) = machine.ended(.closed) { last = pause }
        }
        #expect(last == .seconds(8))
    }

    @Test func `the stream starts over once if its ID is too old`() {
        let error = ClientError.reply(
            error: "io.stated.Playback.ResyncRequired",
            parameters: Array(#"{"why":"old"}"#.utf8)
        )
        var machine = StreamMachine(token: "1")
        guard case .retry(.zero, let resync?) = machine.ended(error) else {
            Issue.record("it does not begin anew")
            return
        }
        #expect(resync == ServerSentEvent(name: "resync", data: Array(#"{"why":"old"}"#.utf8)))
        #expect(machine.token == nil)
        guard case .fail = machine.ended(error) else {
            Issue.record("it begins anew for ever")
            return
        }
    }

    @Test func `any other error of the daemon ends the stream`() {
        var machine = StreamMachine(token: "1")
        let step = machine.ended(.reply(error: "a.b.C", parameters: [123, 125]))
        #expect(step == .fail(error: "a.b.C", parameters: [123, 125]))
    }
}

@Suite struct `The metrics for Prometheus` {
    @Test func `counters are declared under the same names as their values`() {
        let metrics = MetricsText(
            openMetrics: """
                # TYPE a counter
                # HELP a A counter of things.
                a_total{x="# TYPE a counter"} 5
                # TYPE b gauge
                # HELP b A gauge.
                b 1
                # EOF

                """
        )
        #expect(
            metrics.text == """
                # TYPE a_total counter
                # HELP a_total A counter of things.
                a_total{x="# TYPE a counter"} 5
                # TYPE b gauge
                # HELP b A gauge.
                b 1

                """
        )
    }
}

@Suite struct `The description of an interface` {
    private let catalogue = InterfaceCatalogue(socket: "io.stated", version: "1")

    @Test func `the OpenAPI description names each method and refers to its types`() throws {
        for text in StateInterfaces.texts {
            let interface = try Interface(text)
            let document = try #require(catalogue.openAPI(of: interface.name))
            #expect(document["openapi"] == "3.1.0")
            #expect(
                document["paths"]?.keys
                    == interface.methods.map { "/call/\(interface.name).\($0.name)" }
            )
            let schemas = Set(document.at("components.schemas")?.keys ?? [])
            let references = references(in: document)
            #expect(!references.isEmpty)
            #expect(references.allSatisfy { schemas.contains($0) }, "\(interface.name)")
        }
    }

    private func references(in value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap { references(in: $0) }
        case .object(let members):
            members.flatMap { member -> [String] in
                guard member.key == "$ref", case .string(let path) = member.value else {
                    return references(in: member.value)
                }
                return [String(path.dropFirst("#/components/schemas/".count))]
            }
        default: []
        }
    }

    @Test func `the OpenAPI description is found by the name of the socket or of an interface`() {
        #expect(catalogue.isSocket("io.stated") && catalogue.isSocket("io.stated.Sync"))
        #expect(!catalogue.isSocket("io.state") && !catalogue.isSocket(""))
    }

    @Test func `only the three methods with streams can be called by a URL`() throws {
        var streams: [String] = []
        for text in StateInterfaces.texts {
            let interface = try Interface(text)
            streams += interface.methods.map { "\(interface.name).\($0.name)" }
                .filter { catalogue.isStream($0) }
        }
        #expect(
            streams == [
                "io.stated.Playback.Subscribe", "io.stated.Events.Follow", "io.stated.Sync.Monitor",
            ]
        )
    }
}
