// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Varlink

@testable import StateClient

/// The link, and what it has sent.
struct Scene {
    var link = SurfaceLink(player: "mpv", hearsChanges: true, isAutomatic: true)
    var now = SurfaceLink.Time(elapsed: 5_000_000, wall: 1_700_000_000_000)
    /// The calls that wait for an answer.
    var calls: [Call] = []
    var ticks: [Snapshot] = []
    var subscriptions: [Playback.Subscribe.Parameters] = []
    var obeyed: [Session.Obey.Parameters] = []
    var heard: [SurfaceEvent] = []
    var states: [PlayerSession.State] = []
    var others: [String] = []

    /// A call as the daemon sees it.
    struct Call: Equatable {
        var method: String
        var parameters: [UInt8]
    }

    mutating func passes(_ milliseconds: Int) {
        now.elapsed += milliseconds
        now.wall += milliseconds
    }

    mutating func event(_ input: SurfaceLink.Input) throws {
        try note(link.event(input, now: now))
    }

    mutating func call(_ call: SurfaceCall) throws {
        try note(link.call(call, now: now))
    }

    mutating func savesTick() throws {
        try note(link.saveTick(now: now))
    }

    /// The daemon answers its oldest call.
    mutating func answers(_ reply: some JSONEncodable) throws {
        calls.removeFirst()
        try event(.received(.calls, Message.reply(parameters: reply.json)))
    }

    /// The daemon refuses its oldest call.
    mutating func refuses(_ error: StateError) throws {
        calls.removeFirst()
        try event(.received(.calls, error.message))
    }

    mutating func stored(_ revision: Revision) throws {
        let result = SaveResult(outcome: .saved, reason: nil, revision: revision)
        try answers(Playback.Save.Reply(result: result))
    }

    mutating func delivers(ready: Bool, token: String, _ changes: [Change] = []) throws {
        let message = Playback.Subscribe.answer(
            changes: changes.map(\.json),
            ready: ready,
            skipped: 0,
            token: token
        )
        try event(.received(.changes, message))
    }

    mutating func attach(item: String? = nil, queue: [String] = []) throws {
        try event(.wake)
        try event(.connected)
        try answers(
            Session.Attach.Reply(item: item, queue: queue, autoplay: false, expired: false)
        )
    }

    /// The item and the alias that the daemon was sent last.
    func naming() throws -> [String] {
        guard let call = calls.last, call.method == Playback.AddAlias.name else { return [] }
        let parameters = try Playback.AddAlias.Parameters(json: call.parameters)
        return [parameters.item, parameters.alias]
    }

    /// The methods of the calls that wait for an answer.
    var methods: [String] { calls.map(\.method) }

    var saves: [Snapshot] {
        get throws {
            try calls.filter { $0.method == Playback.Save.name }
                .map { try Playback.Save.Parameters(json: $0.parameters).snapshot }
        }
    }

    private mutating func note(_ actions: [SurfaceLink.Action]) throws {
        for action in actions {
            switch action {
            case .send(let channel, let bytes): try note(channel, bytes)
            case .tell(let event): heard.append(event)
            case .show(let state): states.append(state)
            case .connect: others.append("connect")
            case .close:
                others.append("close")
                calls = []
            case .absent(let reason): others.append("absent: \(reason)")
            }
        }
    }

    private mutating func note(_ channel: SurfaceLink.Channel, _ bytes: [UInt8]) throws {
        var reader = JSONReader(Array(bytes.dropLast()))
        let message = try reader.value()
        guard case .string(let method)? = message["method"] else { return }
        var writer = JSONWriter()
        writer.value(message["parameters"] ?? .object([]))
        if channel == .requests {
            obeyed.append(try Session.Obey.Parameters(json: writer.bytes))
        } else if channel == .changes {
            subscriptions.append(try Playback.Subscribe.Parameters(json: writer.bytes))
        } else if message["oneway"] == .bool(true) {
            ticks.append(try Playback.Save.Parameters(json: writer.bytes).snapshot)
        } else {
            calls.append(Call(method: method, parameters: writer.bytes))
        }
    }
}
