// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// How calls are read: what is left out, what is too much, what is of the wrong type.
@Suite struct ParameterTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    /// A call that cannot be read, and the path that the error names.
    struct Unreadable: Sendable, CustomTestStringConvertible {
        let method: String
        let parameters: String
        let path: String
        var testDescription: String { "\(method) \(parameters) → \(path)" }
    }

    static let snapshot = #""item":"a","player":"p","status":"paused","position":1"#

    static let unreadable = [
        Unreadable(method: "Get", parameters: "{}", path: "item"),
        Unreadable(method: "Get", parameters: #"{"item":null}"#, path: "item"),
        Unreadable(method: "Get", parameters: #"{"item":5}"#, path: "item"),
        Unreadable(method: "Get", parameters: #"{"item":["a"]}"#, path: "item"),
        Unreadable(method: "Save", parameters: "{}", path: "snapshot"),
        Unreadable(method: "Save", parameters: #"{"snapshot":null}"#, path: "snapshot"),
        Unreadable(method: "Save", parameters: #"{"snapshot":[]}"#, path: "snapshot"),
        Unreadable(method: "Save", parameters: #"{"snapshot":{}}"#, path: "snapshot.item"),
        Unreadable(
            method: "Save",
            parameters: #"{"snapshot":{"item":"a","player":"p","status":"paused"}}"#,
            path: "snapshot.position"
        ),
        Unreadable(
            method: "Save",
            parameters: #"{"snapshot":{"item":"a","player":"p","status":"asleep","position":1}}"#,
            path: "snapshot.status"
        ),
        Unreadable(
            method: "Save",
            parameters: "{\"snapshot\":{\(snapshot),\"cause\":\"whim\"}}",
            path: "snapshot.cause"
        ),
        Unreadable(
            method: "Save",
            parameters: "{\"snapshot\":{\(snapshot),\"at\":1.5}}",
            path: "snapshot.at"
        ),
        Unreadable(
            method: "Save",
            parameters: "{\"snapshot\":{\(snapshot),\"ttl\":1e300}}",
            path: "snapshot.ttl"
        ),
        Unreadable(
            method: "SaveMany",
            parameters: "{\"snapshots\":[{\(snapshot)},{\"item\":7}]}",
            path: "snapshots[1].item"
        ),
        Unreadable(method: "List", parameters: #"{"limit":"10"}"#, path: "limit"),
        Unreadable(method: "List", parameters: #"{"cursor":1}"#, path: "cursor"),
        Unreadable(method: "ClearAll", parameters: #"{"player":true}"#, path: "player"),
        Unreadable(method: "Undo", parameters: #"{"item":"a","revision":"1"}"#, path: "revision"),
    ]

    @Test(arguments: unreadable)
    func `the error for an invalid parameter names its path`(call: Unreadable) throws {
        let message =
            "{\"method\":\"io.stated.Playback.\(call.method)\",\"parameters\":\(call.parameters)}\0"
        _ = client.bytes("expected")
        try client.socket.send(message.utf8)
        #expect(
            try client.receive()
                == .error("org.varlink.service.InvalidParameter", ["parameter": .string(call.path)])
        )
        #expect(try client.save("next", 10)["result.outcome"] == "saved")
    }

    @Test(arguments: [
        #"{"method":"io.stated.Playback.List"}"#,
        #"{"method":"io.stated.Playback.List","parameters":null}"#,
        #"{"method":"io.stated.Playback.List","parameters":{}}"#,
        #"{"method":"io.stated.Playback.List","oneway":false,"more":false,"upgrade":false}"#,
        #"{"method":"io.stated.Playback.List","oneway":null,"more":null}"#,
        #"{"parameters":{"limit":null,"player":null},"method":"io.stated.Playback.List"}"#,
        #" { "method" : "io.stated.Playback.List" , "parameters" : { } } "#,
        #"{"method":"io.stated.Playback.List","parameters":{"new":[{}]},"also":{"new":1}}"#,
        #"{"method":"io.stated.\u0050layback.List"}"#,
    ])
    func `null, false and unknown members count as absent`(message: String) throws {
        _ = client.bytes("expected")
        try client.socket.send((message + "\0").utf8)
        #expect(try client.receive() == .ok(["points": []]))
    }

    @Test func `unknown members of a snapshot are ignored`() throws {
        try client.save("film", 10, ["mood": ["good": [1, 2, 3]], "duration": .null])
        let point = try client.playback("Get", ["item": "film"])["point"]
        #expect(point?["duration"] == nil)
        #expect(point?["mood"] == nil)
    }

    @Test func `a whole number may be written with a decimal point`() throws {
        _ = client.bytes("expected")
        try client.socket.send(
            #"{"method":"io.stated.Playback.List","parameters":{"limit":10.0}}"#.utf8 + [0]
        )
        #expect(try client.receive() == .ok(["points": []]))
        #expect(try client.save("film", 10, ["position": 12])["result.outcome"] == "saved")
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 12.0)
    }

    @Test func `an unknown method and an unknown interface give different errors`() throws {
        #expect(
            try client.call("io.stated.Playback.Rewind")
                == .error("org.varlink.service.MethodNotFound", ["method": "Rewind"])
        )
        #expect(
            try client.call("io.stated.Radio.Play")
                == .error("org.varlink.service.InterfaceNotFound", ["interface": "io.stated.Radio"])
        )
        #expect(
            try client.playback("Subscribe") == .error("org.varlink.service.ExpectedMore")
        )
    }

    @Test func `GetInfo returns the daemon's name, version and interfaces`() throws {
        let info = try client.call("org.varlink.service.GetInfo")
        #expect(info["product"] == "stated")
        #expect(info["version"]?.text?.isEmpty == false)
        let names = info["interfaces"]?.elements.compactMap(\.text) ?? []
        #expect(names.contains("io.stated.Playback") && names.contains("io.stated.Service"))
        for name in names {
            let answer = try client.call(
                "org.varlink.service.GetInterfaceDescription",
                ["interface": .string(name)]
            )
            #expect(answer["description"]?.text?.contains("interface \(name)") == true)
        }
    }

    @Test func `a method with a single reply accepts the more flag`() throws {
        try client.send("io.stated.Playback.List", more: true)
        #expect(try client.receive() == .ok(["points": []]))
    }

    @Test(arguments: ["Get", "List", "Clear", "SaveMany", "Undo", "ClearAll", "Subscribe", "No"])
    func `a oneway call is not answered`(method: String) throws {
        try client.send("io.stated.Playback." + method, [:], oneway: true)
        #expect(try client.playback("List") == .ok(["points": []]))
    }
}
