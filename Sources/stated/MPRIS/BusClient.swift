// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS
import StateModel
import StateSystem
import SystemSupport

/// The bridge's client of the session bus; its tasks run on the executor of the bridge's loop.
struct BusClient: Sendable {
    private static let replyTimeoutMilliseconds = 2_000

    let mailbox: Mailbox<BusEvent>
    let requests: AsyncStream<PlayerRequest>
    /// The desktop notifications about alerts; `nil` if they are disabled.
    let notifications: AlertNotifications?

    /// Sends events to the loop until the stream of requests ends or the bus is lost.
    ///
    /// The last event is ``BusEvent/closed``.
    func run() async {
        do {
            try await BusConnection.open(.session) { bus in
                try await listen(on: bus)
                try await withThrowingTaskGroup { group in
                    group.addTask { try await forwardSignals(bus) }
                    group.addTask { await run(on: bus) }
                    if let notifications { group.addTask { try await notifications.run(on: bus) } }
                    // When one task ends, the others are cancelled.
                    try await group.next()
                    group.cancelAll()
                }
            }
        } catch {
            mailbox.post(.lost(reason: "\(error)"))
        }
        mailbox.post(.closed)
    }

    private func forwardSignals(_ bus: BusConnection) async throws {
        for try await signal in bus.signals {
            if notifications?.handle(signal) == true { continue }
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

    /// Subscribes to the signals of all players, and only then lists the players, so that none is
    /// missed.
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
            mailbox.post(.roster(.owned(name: name, by: try await bus.owner(of: name))))
        }
        mailbox.post(.roster(.ready))
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
            let number = try? await bus.call(call)[0]?.integer
            mailbox.post(.roster(.process(of: owner, number: number)))
        case .introduce(let owner): await introduce(owner, on: bus)
        case .command(let owner, .ask(let number)): await ask(owner, number, on: bus)
        case .command(let owner, .requested(let command, var answer)):
            guard let call = busCall(command, to: owner) else { break }
            do {
                _ = try await bus.call(call)
            } catch {
                answer.refusal = "\(error)"
            }
            mailbox.post(.requested(owner: owner, answer))
        case .command(let owner, let command):
            if let call = busCall(command, to: owner) { _ = try? await bus.call(call) }
        }
    }

    private func busCall(_ command: MPRISCommand, to owner: String) -> BusCall? {
        let (method, arguments): (String, [BusArgument])
        switch command {
        case .setPosition(let track, let position):
            (method, arguments) = ("SetPosition", [.objectPath(track), .int64(Int64(position))])
        case .seek(let offset): (method, arguments) = ("Seek", [.int64(Int64(offset))])
        case .press(let button): (method, arguments) = (button.rawValue, [])
        case .open(let uri): (method, arguments) = ("OpenUri", [.string(uri)])
        case .ask, .requested, .findFile: return nil
        }
        var call = BusCall(player(owner), MPRISBus.player, method)
        call.arguments = arguments
        return call
    }

    private func player(_ owner: String) -> BusObject { BusObject(owner, MPRISBus.object) }

    /// Calls a player; `nil` if the call fails, or after the timeout.
    private func call(_ call: BusCall, _ bus: BusConnection) async -> BusMessage? {
        var call = call
        call.timeoutMilliseconds = Self.replyTimeoutMilliseconds
        return try? await bus.call(call)
    }

    private func introduce(_ owner: String, on bus: BusConnection) async {
        let reply = await call(player(owner).getAll(of: MPRISBus.root), bus)
        let names = ["Identity", "DesktopEntry"].compactMap { reply?[0]?.last($0)?.text }
        let label = names.first { (1...256).contains($0.utf8.count) }
        var schemes: [String] = []
        if case .elements(let values)? = reply?[0]?.last("SupportedUriSchemes") {
            schemes = values.compactMap(\.text)
        }
        // Audacious lists schemes, but has no method that opens them.
        if schemes.contains("file"),
            let methods = await call(player(owner).introspection, bus)?[0]?.text,
            methods.contains(MPRISBus.player), !methods.contains("OpenUri")
        {
            schemes.removeAll { $0 == "file" }
        }
        mailbox.post(.introduced(owner: owner, label: label, schemes: schemes))
    }

    private func ask(_ owner: String, _ number: Int, on bus: BusConnection) async {
        let reply = await call(player(owner).getAll(of: MPRISBus.player), bus)
        let news = reply?[0].map(MPRISProperties.init)
        mailbox.post(.answered(owner: owner, number, news, at: reply?.number ?? .max))
    }
}
