// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateClient
import StateSystem

/// The desktop notifications about alerts that need a person.
///
/// Alerts are read only while the bridge follows a player, so that no wake-ups are caused
/// otherwise.
struct AlertNotifications: Sendable {
    private let client: StateClient
    private let events: AsyncStream<AlertNotifier.Event>
    private let event: AsyncStream<AlertNotifier.Event>.Continuation
    private let turns: AsyncStream<Bool>
    private let turn: AsyncStream<Bool>.Continuation

    init(socket: String) {
        client = StateClient(socket: socket)
        (events, event) = AsyncStream.makeStream()
        (turns, turn) = AsyncStream.makeStream()
    }

    /// Starts or stops reading alerts; the value must differ from that of the previous call.
    func follow(_ follows: Bool) { turn.yield(follows) }

    /// Handles a signal; returns false if the signal is not about notifications.
    func handle(_ signal: BusMessage) -> Bool {
        guard let heard = NotificationServer.event(signal) else { return false }
        event.yield(heard)
        return true
    }

    func run(on bus: BusConnection) async throws {
        let server = NotificationServer(bus: bus)
        try await server.listen()
        async let _: Void = readInTurns()
        var notifier = AlertNotifier()
        for await event in events {
            var actions = notifier.event(event)[...]
            while let action = actions.popFirst() {
                switch action {
                case .show(let alert, let number):
                    let shown = await server.show(alert, replacing: number)
                    actions += notifier.event(.shown(shown))
                case .withdraw(let number): await server.withdraw(number)
                case .carryOut(let choice, let alert): await carryOut(choice, alert)
                }
            }
        }
    }

    private func carryOut(_ choice: AlertNotifier.Choice, _ alert: Alert) async {
        do throws(StateClientError) {
            switch choice {
            case .retry: try await client.retryAlert(alert.id)
            case .bringBack:
                if let item = alert.item { try await client.undo(item) }
                try await client.dismissAlert(alert.id)
            case .dismiss: try await client.dismissAlert(alert.id)
            }
        } catch {
            Notice.tell("“\(choice.label)” failed: \(error)")
        }
    }

    private func readInTurns() async {
        var turns = turns.makeAsyncIterator()
        while await turns.next() != nil {
            async let _: Void = read()
            _ = await turns.next()
        }
    }

    private func read() async {
        while !Task.isCancelled {
            do throws(StateClientError) {
                try await readStream()
            } catch {
                try? await Task.sleep(for: .seconds(5))
            }
        }
    }

    private func readStream() async throws(StateClientError) {
        // The alerts of the current state; `nil` once all of them have arrived.
        var present: [Alert]? = []
        var changes = client.follow().makeAsyncIterator()
        while let event = try await changes.next() {
            switch event {
            case .batch(let batch):
                let alerts = batch.changes.compactMap(\.alert)
                if let known = present {
                    present = batch.isReady ? nil : known + alerts
                    if batch.isReady { self.event.yield(.present(known + alerts)) }
                } else {
                    for alert in alerts { self.event.yield(.changed(alert)) }
                }
            case .restarted: present = []
            case .disconnected, .reconnected: break
            }
        }
    }
}

extension Change {
    fileprivate var alert: Alert? {
        if case .alert(let alert)? = about { alert } else { nil }
    }
}
