// SPDX-License-Identifier: Apache-2.0
package import Logging
import ServiceLifecycle
package import StateSystem

/// A service that follows logind's announcements of sleep, wake-up and shutdown.
///
/// It delays sleep and shutdown until the state is stored.
package struct LogindService<Timer: Clock>: Service where Timer.Duration == Duration {
    private let address: BusAddress
    private let clock: Timer
    fileprivate let store: @Sendable () async -> Void
    fileprivate let wake: @Sendable () async -> Void
    fileprivate let logger: Logger

    /// Creates a service that is not connected yet.
    ///
    /// - Parameters:
    /// - address: the bus of logind.
    /// - clock: the clock that times the pauses before a reconnect.
    /// - logger: the logger for status changes.
    /// - store: the closure that brings pending state to stable storage, and returns when it is
    ///   there.
    /// - wake: the closure that re-examines all times.
    package init(
        address: BusAddress,
        clock: Timer,
        logger: Logger,
        store: @escaping @Sendable () async -> Void,
        wake: @escaping @Sendable () async -> Void
    ) {
        self.address = address
        self.clock = clock
        self.logger = logger
        self.store = store
        self.wake = wake
    }

    /// Listens until the daemon shuts down; without a bus it only waits.
    package func run() async {
        await cancelWhenGracefulShutdown {
            await watch()
            try? await gracefulShutdown()
        }
    }

    /// Follows the bus, and again whenever it comes back.
    private func watch() async {
        var session = LogindSession(service: self)
        while true {
            do {
                try await BusConnection.open(address) { try await session.follow($0) }
            } catch {
                guard !Task.isCancelled, let pause = session.lost("\(error)") else { return }
                try? await clock.sleep(for: .milliseconds(pause))
            }
            if Task.isCancelled { return }
        }
    }
}

/// The effects of an ``Inhibition``, carried out on a bus.
private struct LogindSession<Timer: Clock> where Timer.Duration == Duration {
    private static var name: String { "org.freedesktop.login1" }
    private static var path: String { "/org/freedesktop/login1" }
    private static var manager: String { "org.freedesktop.login1.Manager" }

    let service: LogindService<Timer>
    private var inhibition = Inhibition()
    /// The inhibitor; logind waits while it is open.
    private var inhibitor: BusDescriptor?

    init(service: LogindService<Timer>) {
        self.service = service
    }

    /// Listens to logind until the task is cancelled.
    ///
    /// - Throws: ``BusError`` when the connection to the bus is lost.
    mutating func follow(_ bus: BusConnection) async throws {
        try await bus.listen(to: .owner(of: Self.name))
        for member in ["PrepareForSleep", "PrepareForShutdown"] {
            let match = BusMatch(
                sender: Self.name,
                path: Self.path,
                interface: Self.manager,
                member: member
            )
            try await bus.listen(to: match)
        }
        try await take(.owner(try await bus.owner(of: Self.name)), on: bus)
        for try await signal in bus.signals {
            if let event = Self.event(signal) { try await take(event, on: bus) }
        }
    }

    /// Returns the event that a signal reports, or `nil` for an unrelated signal.
    private static func event(_ signal: BusMessage) -> Inhibition.Event? {
        let bus = BusObject.bus.destination
        if signal.isSignal(bus, "NameOwnerChanged"), signal.sender == bus {
            guard signal[0]?.text == name, let owner = signal[2]?.text else { return nil }
            return .owner(owner.isEmpty ? nil : owner)
        }
        guard signal.interface == manager, signal.path == path,
            signal.member == "PrepareForSleep" || signal.member == "PrepareForShutdown",
            let begins = signal[0]?.bool
        else { return nil }
        return .preparing(from: signal.sender, begins: begins)
    }

    /// Carries out the actions for an event one after the other; the next event waits meanwhile.
    private mutating func take(_ event: Inhibition.Event, on bus: BusConnection) async throws {
        var actions = inhibition.event(event)[...]
        while let action = actions.popFirst() {
            switch action {
            case .store: await service.store()
            case .wake: await service.wake()
            case .inhibit: actions += inhibition.event(try await inhibit(on: bus))
            case .release: release()
            case .tell(let word): tell(word)
            case .reconnect: break
            }
        }
    }

    private mutating func inhibit(on bus: BusConnection) async throws -> Inhibition.Event {
        var call = BusCall(
            BusObject(Self.name, Self.path),
            Self.manager,
            "Inhibit",
            .string("sleep:shutdown"),
            .string("stated"),
            .string("Stores where playback stands"),
            .string("delay")
        )
        // No other event is handled while this call waits for its reply.
        call.timeoutMilliseconds = 5_000
        do throws(BusError) {
            guard let given = try await bus.call(call)[0]?.descriptor else {
                return .refused("logind's answer holds no descriptor")
            }
            release()
            inhibitor = given
            return .granted
        } catch .refused(let name, let reason) {
            return .refused("\(BusError.refused(name: name, reason: reason))")
        } catch {
            throw error
        }
    }

    private mutating func release() {
        inhibitor?.close()
        inhibitor = nil
    }

    /// Handles the loss of the bus.
    ///
    /// Returns the number of milliseconds after which to reconnect, or `nil` to give up.
    mutating func lost(_ reason: String) -> Int? {
        var pause: Int?
        for action in inhibition.event(.lost(reason)) {
            switch action {
            case .release: release()
            case .tell(let word): tell(word)
            case .reconnect(let after): pause = after
            case .store, .wake, .inhibit: break
            }
        }
        return pause
    }

    private func tell(_ word: Inhibition.Word) {
        let logger = service.logger
        switch word {
        case .watched: logger.info("suspend.watched")
        // Containers have no bus, and that is not a fault.
        case .unwatched(let reason):
            logger.notice(
                "no logind: suspend is not delayed (harmless in containers)",
                metadata: ["reason": "\(reason)"]
            )
        case .undelayed(let reason):
            logger.warning("suspend.undelayed", metadata: ["why": "\(reason)"])
        }
    }
}
