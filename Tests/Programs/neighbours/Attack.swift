// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Varlink

/// Connections that a bad neighbour holds, and the bytes that it sends over them.
struct Attack {
    /// The end of a connection, as the neighbour wants it.
    enum Ending: String {
        /// It stays open, with more sent whenever the socket takes it.
        case stays
        /// It is closed once the socket takes no more, and opened anew.
        case hangsUp
        /// It is closed once the bytes are sent, and opened anew.
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
    /// Bytes sent once on each connection before the others.
    var prologue: [UInt8] = []
    /// True if each connection is one of a user who was never there before (needs root).
    var isByNewUsers = false
    /// The number of descriptors that the daemon may hold; `nil` for as many as the system allows.
    var descriptors: Int?
    /// What is stored before, besides the usual.
    var preparation: Preparation?
    /// True if another connection subscribes to all changes, and reads them.
    var isSubscribed = false
}

extension Attack {
    /// Every attack, by name.
    static func all() -> [Attack] {
        Method.all.flatMap(\.attacks) + [
            Attack(name: "half messages", bytes: half, ending: .waits, connections: 300),
            Attack(name: "half messages, hung up", bytes: half, ending: .leaves, connections: 50),
            Attack(name: "byte by byte", bytes: [UInt8](#"{"method":"#.utf8), connections: 200),
            Attack(name: "garbage", bytes: [UInt8]("garbage".utf8) + [0], connections: 50),
            Attack(name: "HTTP", bytes: [UInt8]("GET / HTTP/1.1\r\n\r\n".utf8) + [0]),
            Attack(name: "too long a message", bytes: .init(repeating: 32, count: 2 << 20)),
            Attack(name: "connections", bytes: [], ending: .leaves, connections: 50),
            Attack(name: "too many connections", bytes: [], ending: .waits, connections: 2_500),
            Attack(
                name: "out of descriptors",
                bytes: [],
                ending: .waits,
                connections: 200,
                descriptors: 64
            ),
            subscriptions("subscriptions dropped", ending: .leaves, connections: 50),
            subscriptions("subscriptions not read", ending: .waits, connections: 900),
            subscriptions("subscriptions read", ending: .waits, connections: 200, reads: true),
            subscriptions(
                "subscriptions to one item each",
                ["item": .string("film \(placeholder)")],
                ending: .waits,
                connections: 900,
                reads: true
            ),
            ticks, newUsers,
        ] + prepared
    }

    /// Stands for a number that is another one in each copy of the bytes.
    static let placeholder = "00000000"

    private static let half =
        [UInt8](#"{"method":"io.stated.Service.GetHealth","x":""#.utf8)
        + [UInt8](repeating: 97, count: (1 << 20) - 100)

    /// Returns an attack by which each connection subscribes to changes once.
    static func subscriptions(
        _ name: String,
        _ parameters: JSONValue = [:],
        ending: Ending,
        connections: Int,
        reads: Bool = false
    ) -> Attack {
        Attack(
            name: name,
            bytes: Message.call(
                method: "io.stated.Playback.Subscribe",
                parameters: parameters.json,
                more: true
            ),
            reads: reads,
            ending: ending,
            connections: connections
        )
    }

    /// Saves of ever new users, whose stores have to be made.
    private static let newUsers = Attack(
        name: "new users",
        bytes: Message.call(
            method: "io.stated.Playback.Save",
            parameters: (["snapshot": .snapshot("film", 50)] as JSONValue).json
        ),
        ending: .leaves,
        isByNewUsers: true
    )

    /// Ticks of ever new items by ever new players.
    private static let ticks = Attack(
        name: "ticks of new items",
        bytes: Message.call(
            method: "io.stated.Playback.Save",
            parameters: (["snapshot": tick] as JSONValue).json,
            oneway: true
        )
    )

    private static let tick = JSONValue.snapshot(
        "tick \(placeholder)",
        50,
        ["status": "playing", "cause": "tick", "player": .string("p\(placeholder)")]
    )
}
