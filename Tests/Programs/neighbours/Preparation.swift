// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Varlink

/// What a bad neighbour stores before it strikes, so that a call costs more.
enum Preparation: String {
    /// As many new points as the daemon keeps in memory.
    case newPoints
    /// Points of as many players as there may be, in the tables.
    case players
    /// Points that have expired, in the tables.
    case expiredPoints

    /// Stores it.
    func run(_ client: Client) throws {
        switch self {
        case .newPoints: try save(client, 17_500) { _ in [:] }
        case .players:
            try save(client, 40_000) { ["player": .string("player \($0 % 9_000)")] }
        case .expiredPoints:
            try save(client, 100_000) { _ in ["ttl": 5] }
            // The program waits for the clock; nothing else tells that they have expired.
            poll(nil, 0, 5_500)
        }
    }

    private func save(
        _ client: Client,
        _ count: Int,
        _ more: (Int) -> JSONValue
    ) throws {
        for part in stride(from: 0, to: count, by: 1_000) {
            let snapshots = (part..<min(count, part + 1_000)).map {
                JSONValue.snapshot("prepared \($0)", 50, more($0))
            }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
    }
}

extension Attack {
    /// The attacks on a store that was prepared for them.
    static var prepared: [Attack] {
        [
            call("Playback.Resume", after: .newPoints), call("Playback.List", after: .players),
            call("Playback.List", after: .expiredPoints),
            call("Playback.Resume", after: .expiredPoints),
            Attack(name: "long calls, then nothing", bytes: long, ending: .waits, connections: 300),
            Attack(
                name: "calls and parts of long ones",
                bytes: long + [UInt8]("{".utf8),
                ending: .waits,
                connections: 300
            ), strangersSubscriptions, call("Session.Attach", ["player": "queued"]), phases, moves,
            manyMoves,
        ]
    }

    private static func call(
        _ method: String,
        _ parameters: JSONValue = [:],
        after preparation: Preparation? = nil
    ) -> Attack {
        Attack(
            name: method + (preparation.map { ", \($0.rawValue)" } ?? ", long queue"),
            bytes: Message.call(method: "io.stated." + method, parameters: parameters.json),
            reads: true,
            preparation: preparation
        )
    }

    private static let long =
        [UInt8](#"{"method":"io.stated.Service.GetHealth","x":""#.utf8)
        + [UInt8](repeating: 97, count: (1 << 20) - 100) + [UInt8](#""}"#.utf8) + [0]

    private static var strangersSubscriptions: Attack {
        var attack = subscriptions(
            "subscriptions to nobody, players",
            ["player": "nobody"],
            ending: .waits,
            connections: 900,
            reads: true
        )
        attack.preparation = .players
        return attack
    }

    /// Changes of a player whose queue is part of each.
    private static let phases = Attack(
        name: "Session.SetPhase, long queue",
        bytes: ["background", "foreground"].flatMap { phase in
            Message.call(
                method: "io.stated.Session.SetPhase",
                parameters: (["phase": .string(phase)] as JSONValue).json
            )
        },
        reads: true,
        prologue: Message.call(
            method: "io.stated.Session.Attach",
            parameters: (["player": "queued"] as JSONValue).json
        ),
        isSubscribed: true
    )

    /// Batches by which a player with a long queue moves thousands of times, and saves nothing.
    private static var manyMoves: Attack {
        let snapshots = (0..<5_000).map {
            JSONValue.snapshot($0.isMultiple(of: 2) ? "one" : "other", 50, ["player": "queued"])
        }
        return call("Playback.SaveMany", ["snapshots": .array(snapshots)])
    }

    /// Saves by which a player with a long queue moves from one item to another.
    private static let moves = Attack(
        name: "Playback.Save, long queue",
        bytes: ["one", "other"].flatMap { item in
            let snapshot = JSONValue.snapshot(item, 50, ["player": "queued", "cause": "seek"])
            return Message.call(
                method: "io.stated.Playback.Save",
                parameters: (["snapshot": snapshot] as JSONValue).json
            )
        },
        reads: true,
        isSubscribed: true
    )
}
