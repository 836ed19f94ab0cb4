// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Varlink

/// Connections that a bad neighbour holds, and the bytes that it sends over them.
struct Attack {
    /// The end of a connection, as the neighbour wants it.
    enum Ending: String {
        /// It stays open, with more sent whenever the socket takes it.
        case stays
        /// It is closed once the socket takes no more, and another one is opened.
        case hangsUp
        /// It is closed once the bytes are sent, and another one is opened.
        case leaves
        /// The bytes are sent once, and then nothing.
        case waits
    }

    /// The attack's name.
    let name: String
    /// The bytes sent again and again, the connection's number in place of ``placeholder``.
    let bytes: [UInt8]
    /// True if answers are read.
    var reads = false
    /// The end of each connection.
    var ending = Ending.stays
    /// The number of connections.
    var connections = 20
    /// True if each connection is one of a user who was never there before (needs root).
    var isByNewUsers = false
    /// True if another connection subscribes to all changes, and reads them.
    var isSubscribed = false

    /// Stands for a number that is another one in each copy of the bytes.
    static let placeholder = "00000000"
}

// A few attacks for each kind of cost.
extension Attack {
    /// Every attack.
    static let all = lightCalls + longCalls + jobs + streams + connections

    /// Calls about single items: of which very many fit into a turn.
    private static let lightCalls = [
        call("Playback.Save", saved, reads: true),
        Attack(name: "ticks of new items", bytes: bytes("Playback.Save", tick, oneway: true)),
        Attack(
            name: "Save, long queue",
            bytes: ["one", "other"].flatMap { item in
                bytes("Playback.Save", ["snapshot": .snapshot(item, 50, queued)])
            },
            reads: true,
            isSubscribed: true
        ),
        Attack(
            name: "new users",
            bytes: bytes("Playback.Save", saved),
            ending: .leaves,
            isByNewUsers: true
        ),
    ]

    /// The largest calls that the limits allow, and one that they refuse.
    private static let longCalls = [
        call("Playback.SaveMany", many(500), reads: true),
        call("Playback.SaveMany", many(500), reads: false, ending: .hangsUp),
        call("Playback.SaveMany", many(9_000), reads: true, "refused"),
        call(
            "Playback.SaveMany",
            [
                "snapshots": .array(
                    (0..<500).map { .snapshot($0.isMultiple(of: 2) ? "one" : "other", 50, queued) }
                )
            ],
            reads: true,
            "long queue"
        ),
        call(
            "Session.SetQueue",
            ["player": "other", "items": .array((0..<9_000).map { .string("queued \($0)") })],
            reads: true
        ),
        call("Playback.History", ["item": "often", "limit": 1_000], reads: false),
        call("Events.AppendMany", ["events": .array((0..<500).map(event))], reads: true),
    ]

    /// Calls that are carried out in slices.
    private static let jobs = [
        call("Playback.List", ["limit": 1_000], reads: true),
        call(
            "Playback.List",
            ["limit": 1_000, "search": "e", "order": "name"],
            reads: true,
            "sorted"
        ),
        search(for: Array(repeating: "t", count: 512).joined(separator: " "), "the same words"),
        search(for: String(repeating: "t", count: 250) + "u", "part of a title"),
        search(for: Scene.pairs, "different words"),
        call("Playback.ClearAll", ["player": "mpv"], reads: true),
        call(
            "Playback.UndoMany",
            ["items": .array((0..<500).map { .string("item \($0)") })],
            reads: true
        ),
        call("Sync.SyncNow", [:], reads: true),
    ]

    private static let streams = [
        Attack(
            name: "subscriptions",
            bytes: bytes("Playback.Subscribe", [:], more: true),
            reads: true,
            ending: .waits,
            connections: 900
        )
    ]

    /// Connections as such, and input that is no call.
    private static let connections = [
        Attack(name: "connections", bytes: [], ending: .leaves, connections: 50),
        Attack(name: "too many connections", bytes: [], ending: .waits, connections: 2_500),
        Attack(name: "half messages", bytes: half, ending: .waits, connections: 300),
        Attack(name: "byte by byte", bytes: [UInt8](#"{"method":"#.utf8), connections: 200),
        Attack(name: "garbage", bytes: [UInt8]("garbage".utf8) + [0], connections: 50),
    ]

    private static let queued: JSONValue = ["player": "queued", "cause": "seek"]

    private static let saved: JSONValue = [
        "snapshot": .snapshot(
            "film \(placeholder)",
            50,
            ["player": .string("p\(placeholder)"), "cause": "seek"]
        )
    ]

    private static let tick: JSONValue = [
        "snapshot": .snapshot(
            "tick \(placeholder)",
            50,
            ["status": "playing", "cause": "tick", "player": .string("p\(placeholder)")]
        )
    ]

    private static let half =
        [UInt8](#"{"method":"io.stated.Service.GetHealth","x":""#.utf8)
        + [UInt8](repeating: 97, count: (1 << 20) - 100)

    /// Returns the parameters of a SaveMany of new items.
    private static func many(_ count: Int) -> JSONValue {
        [
            "snapshots": .array(
                (0..<count).map { .snapshot("\(placeholder) \($0)", Double($0)) }
            )
        ]
    }

    /// Returns a new event, as of a podcast app's action.
    private static func event(_ number: Int) -> JSONValue {
        let name = JSONValue.string("play \(placeholder) \(number)")
        return ["id": name, "topic": "gpodder.action", "body": ["by": "phone"], "key": name]
    }

    private static func bytes(
        _ method: String,
        _ parameters: JSONValue,
        oneway: Bool = false,
        more: Bool = false
    ) -> [UInt8] {
        Message.call(
            method: "io.stated." + method,
            parameters: parameters.json,
            oneway: oneway,
            more: more
        )
    }

    /// Returns a search that looks at every point.
    private static func search(for text: String, _ variant: String) -> Attack {
        call(
            "Playback.List",
            ["limit": 1_000, "search": .string(text), "order": "name"],
            reads: true,
            variant
        )
    }

    private static func call(
        _ method: String,
        _ parameters: JSONValue,
        reads: Bool,
        ending: Ending = .stays,
        _ variant: String? = nil
    ) -> Attack {
        Attack(
            name: method + (variant.map { ", \($0)" } ?? (ending == .hangsUp ? ", hung up" : "")),
            bytes: bytes(method, parameters),
            reads: reads,
            ending: ending
        )
    }
}
