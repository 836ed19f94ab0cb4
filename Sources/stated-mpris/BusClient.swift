// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS
import StateSystem

/// The client of the bus: tasks that wait for it, on the loop's executor.
struct BusClient: Sendable {
    /// The timeout for a player's answer, in milliseconds.
    private static let replyTimeoutMilliseconds = 2_000

    /// The mailbox for events to the loop.
    let mailbox: Mailbox
    /// The requests of the loop.
    let requests: AsyncStream<PlayerRequest>

    /// Serves the loop until the requests or the bus end.
    ///
    /// The last event is ``BusEvent/closed``.
    func run() async {
        do {
            try await BusConnection.open(.session) { bus in
                try await listen(on: bus)
                try await withThrowingTaskGroup { group in
                    group.addTask { try await hear(bus) }
                    group.addTask { await run(on: bus) }
                    // The first task to end ends the other.
                    try await group.next()
                    group.cancelAll()
                }
            }
        } catch {
            mailbox.post(.lost(reason: "\(error)"))
        }
        mailbox.post(.closed)
    }

    private func hear(_ bus: BusConnection) async throws {
        for try await signal in bus.signals {
            if let event = BusEvent(signal) { mailbox.post(event) }
        }
    }

    private func run(on bus: BusConnection) async {
        await withDiscardingTaskGroup { group in
            for await request in requests {
                group.addTask { await perform(request, on: bus) }
            }
            group.cancelAll()
        }
    }

    /// Subscribes to all signals of players, then lists the players, so that none is missed.
    private func listen(on bus: BusConnection) async throws {
        let names = String(MPRISPlayerName.prefix.dropLast())
        try await bus.listen(to: .owner(of: names, orBelow: true))
        try await bus.listen(
            to: BusMatch(
                path: MPRISBus.object,
                interface: MPRISBus.properties,
                member: "PropertiesChanged",
                argument: MPRISBus.player
            )
        )
        try await bus.listen(
            to: BusMatch(path: MPRISBus.object, interface: MPRISBus.player, member: "Seeked")
        )
        let reply = try await bus.call(BusCall(.bus, BusObject.bus.destination, "ListNames"))
        for name in reply[0]?.elements.compactMap(\.text) ?? []
        where name.hasPrefix(MPRISPlayerName.prefix) {
            mailbox.post(.owned(name: name, by: try await bus.owner(of: name)))
        }
        mailbox.post(.ready)
    }

    private func perform(_ request: PlayerRequest, on bus: BusConnection) async {
        switch request {
        case .process(let owner):
            let call = BusCall(
                .bus,
                BusObject.bus.destination,
                "GetConnectionUnixProcessID",
                .string(owner)
            )
            mailbox.post(.process(of: owner, number: try? await bus.call(call)[0]?.integer))
        case .introduce(let owner): await introduce(owner, on: bus)
        case .ask(let owner, let question): await ask(owner, question, on: bus)
        case .move(let owner, let track, let position):
            let player = BusObject(owner, MPRISBus.object)
            let place = BusValue.int64(Int64(position))
            await move(
                BusCall(player, MPRISBus.player, "SetPosition", .objectPath(track), place),
                on: bus
            )
        case .seek(let owner, let offset):
            let player = BusObject(owner, MPRISBus.object)
            await move(BusCall(player, MPRISBus.player, "Seek", .int64(Int64(offset))), on: bus)
        }
    }

    /// Moves a player; its next reported position shows if that worked.
    private func move(_ call: BusCall, on bus: BusConnection) async {
        var call = call
        call.timeoutMilliseconds = Self.replyTimeoutMilliseconds
        _ = try? await bus.call(call)
    }

    private func introduce(_ owner: String, on bus: BusConnection) async {
        var call = BusObject(owner, MPRISBus.object).getAll(of: MPRISBus.root)
        call.timeoutMilliseconds = Self.replyTimeoutMilliseconds
        guard let properties = try? await bus.call(call)[0] else { return }
        let names = ["Identity", "DesktopEntry"].compactMap { properties.last($0)?.text }
        guard let label = names.first(where: { (1...256).contains($0.utf8.count) }) else { return }
        mailbox.post(.introduced(owner: owner, label: label))
    }

    private func ask(
        _ owner: String,
        _ question: PlayerRequest.Question,
        on bus: BusConnection
    ) async {
        let object = BusObject(owner, MPRISBus.object)
        var call =
            switch question.what {
            case .everything: object.getAll(of: MPRISBus.player)
            case .position: object.get("Position", of: MPRISBus.player)
            }
        call.timeoutMilliseconds = Self.replyTimeoutMilliseconds
        let reply = try? await bus.call(call)
        let properties = reply?[0].map { value in
            switch question.what {
            case .everything: MPRISProperties(value)
            case .position: MPRISProperties(position: value.microseconds)
            }
        }
        mailbox.post(.answered(owner: owner, question, properties, at: reply?.number ?? .max))
    }
}
