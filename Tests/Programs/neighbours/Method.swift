// SPDX-License-Identifier: Apache-2.0
import StateProtocol
import StateTesting
import Varlink

/// A method of the daemon, as a bad neighbour calls it: with the parameters that cost the most.
struct Method {
    /// The qualified name.
    let name: String
    /// The parameters.
    let parameters: JSONValue
    /// True if the method is called for more than one reply.
    var isStream = false
    /// What is special about the parameters, where the method is attacked in several ways.
    var variant: String?

    /// The ways in which one method is abused.
    var attacks: [Attack] {
        let call = Message.call(method: name, parameters: parameters.json, more: isStream)
        let oneway = Message.call(method: name, parameters: parameters.json, oneway: true)
        let short =
            name.split(separator: ".").suffix(2).joined(separator: ".")
            + (variant.map { " \($0)" } ?? "")
        return [
            Attack(name: "\(short), not read", bytes: call),
            Attack(name: "\(short), hung up", bytes: call, ending: .hangsUp),
            Attack(name: "\(short), read", bytes: call, reads: true),
            Attack(name: "\(short), oneway", bytes: oneway),
        ]
    }
}

extension Method {
    /// Every method of every interface.
    static let all = playback + session + rest

    private static let number = JSONValue.string("film \(Attack.placeholder)")
    private static let snapshot = JSONValue.snapshot(
        "film \(Attack.placeholder)",
        50,
        ["player": .string("p\(Attack.placeholder)"), "cause": "seek"]
    )

    private static let playback = [
        Method(name: "io.stated.Playback.Save", parameters: ["snapshot": snapshot]),
        Method(
            name: "io.stated.Playback.SaveMany",
            parameters: [
                "snapshots": .array(
                    (0..<1_000).map { .snapshot("many \($0)", 50 + Double($0), ["cause": "seek"]) }
                )
            ]
        ),
        Method(
            name: "io.stated.Playback.SaveMany",
            parameters: [
                "snapshots": .array(
                    (0..<10_000).map { .snapshot("many \($0)", 50 + Double($0), ["cause": "seek"]) }
                )
            ],
            variant: "as long as may be"
        ),
        Method(
            name: "io.stated.Playback.SaveMany",
            parameters: [
                "snapshots": .array(
                    (0..<12_000).map { .snapshot("\(Attack.placeholder) \($0)", Double($0)) }
                )
            ],
            variant: "of new items"
        ),
        Method(name: "io.stated.Playback.Get", parameters: ["item": "film 7"]),
        Method(name: "io.stated.Playback.Resume", parameters: [:]),
        Method(name: "io.stated.Playback.List", parameters: ["limit": 1_000]),
        Method(name: "io.stated.Playback.Clear", parameters: ["item": number]),
        Method(name: "io.stated.Playback.ClearAll", parameters: ["player": "mpv"]),
        Method(
            name: "io.stated.Playback.History",
            parameters: ["item": "aliased", "limit": 1_000]
        ),
        Method(name: "io.stated.Playback.Undo", parameters: ["item": "aliased"]),
        Method(name: "io.stated.Playback.ListRemoved", parameters: ["limit": 100]),
        Method(name: "io.stated.Playback.ListRuns", parameters: ["limit": 1_000]),
        Method(
            name: "io.stated.Playback.AddAlias",
            parameters: ["item": "aliased", "alias": .string("alias \(Attack.placeholder)")]
        ),
        Method(name: "io.stated.Playback.RemoveAlias", parameters: ["alias": "alias 1"]),
        Method(name: "io.stated.Playback.ListAliases", parameters: ["item": "aliased"]),
        Method(name: "io.stated.Playback.Subscribe", parameters: [:], isStream: true),
    ]

    private static let queue = JSONValue.array((0..<1_000).map { .string("queued \($0)") })

    private static let session = [
        Method(
            name: "io.stated.Session.Attach",
            parameters: ["player": .string("p\(Attack.placeholder)")]
        ),
        Method(name: "io.stated.Session.SetPhase", parameters: ["phase": "foreground"]),
        Method(name: "io.stated.Session.ListPlayers", parameters: [:]),
        Method(
            name: "io.stated.Session.DescribePlayer",
            parameters: ["player": .string("p\(Attack.placeholder)"), "label": "A player"]
        ),
        Method(
            name: "io.stated.Session.ForgetPlayer",
            parameters: ["player": .string("p\(Attack.placeholder)")]
        ),
        Method(
            name: "io.stated.Session.SetQueue",
            parameters: ["player": .string("p\(Attack.placeholder)"), "items": queue]
        ),
        Method(
            name: "io.stated.Session.Enqueue",
            parameters: ["player": "queued", "items": ["film 1"]]
        ),
        Method(
            name: "io.stated.Session.PlayNow",
            parameters: ["player": "queued", "item": "film 1"]
        ),
        Method(name: "io.stated.Session.Skip", parameters: ["player": "queued"]),
        Method(
            name: "io.stated.Session.ReportUnavailable",
            parameters: ["player": "p", "item": number]
        ),
        Method(name: "io.stated.Session.ListAlerts", parameters: [:]),
        Method(name: "io.stated.Session.DismissAlert", parameters: ["id": 1]),
        Method(name: "io.stated.Session.RetryAlert", parameters: ["id": 1]),
    ]

    private static let rest = [
        Method(
            name: "io.stated.Events.Append",
            parameters: [
                "id": .string(Attack.placeholder), "topic": "t",
                "body": ["text": .string(String(repeating: "x", count: 1_000))],
            ]
        ),
        Method(name: "io.stated.Events.List", parameters: ["limit": 1_000]),
        Method(name: "io.stated.Events.Follow", parameters: [:], isStream: true),
        Method(name: "io.stated.Service.GetHealth", parameters: [:]),
        Method(name: "io.stated.Service.GetMetrics", parameters: [:]),
        Method(name: "io.stated.Service.GetSettings", parameters: [:]),
        Method(name: "io.stated.Service.Backup", parameters: ["name": .string(Attack.placeholder)]),
        Method(name: "io.stated.Service.ListBackups", parameters: [:]),
        Method(name: "io.stated.Service.Restore", parameters: ["name": "nothing"]),
        Method(name: "io.stated.Service.Reload", parameters: [:]),
        Method(name: "io.stated.Sync.GetStatus", parameters: [:]),
        Method(name: "io.stated.Sync.Monitor", parameters: [:], isStream: true),
        Method(name: "io.stated.Sync.SyncNow", parameters: [:]),
        Method(name: "io.stated.Sync.RemoteChanged", parameters: [:]),
        Method(name: "io.stated.Sync.ListOutbox", parameters: ["limit": 1_000]),
        Method(name: "io.stated.Sync.RetryFailed", parameters: [:]),
        Method(name: "io.stated.Sync.ListConflicts", parameters: ["limit": 1_000]),
        Method(name: "io.stated.Sync.ResolveConflict", parameters: ["id": 1]),
        Method(name: "io.stated.Sync.DismissConflict", parameters: ["id": 1]),
        Method(name: "io.stated.Sync.Explain", parameters: ["item": "film 7"]),
        Method(name: "io.stated.Sync.ListDevices", parameters: [:]),
        Method(name: "io.stated.Sync.ListRounds", parameters: ["limit": 200]),
        Method(name: "io.stated.Sync.ForgetDevice", parameters: ["device": "nobody"]),
        Method(name: "io.stated.Sync.AcceptRemote", parameters: [:]),
        Method(name: "io.stated.Sync.LeaveRemote", parameters: [:]),
        Method(name: "org.varlink.service.GetInfo", parameters: [:]),
        Method(
            name: "org.varlink.service.GetInterfaceDescription",
            parameters: ["interface": "io.stated.Playback"]
        ),
    ]

    /// The methods that the interfaces declare and that nobody attacks.
    static var missing: [String] {
        let known = Set(all.map(\.name))
        return StateInterfaces.texts.flatMap { text -> [String] in
            let lines = text.split(separator: "\n")
            let interface = lines.first { $0.hasPrefix("interface ") }?.dropFirst(10) ?? ""
            return lines.filter { $0.hasPrefix("method ") }.map { line in
                "\(interface).\(line.dropFirst(7).prefix { $0 != "(" })"
            }
        }.filter { !known.contains($0) }
    }
}
