// SPDX-License-Identifier: Apache-2.0
import StateBridge
import StateModel
import StateSystem

/// The desktop's notification server, as in the Desktop Notifications Specification.
struct NotificationServer {
    private static let name = "org.freedesktop.Notifications"
    private static let object = BusObject(name, "/org/freedesktop/Notifications")

    let bus: BusConnection

    func listen() async throws {
        try await bus.listen(to: .owner(of: Self.name))
        try await bus.listen(to: BusMatch(path: Self.object.path, interface: Self.name))
    }

    static func event(_ signal: BusMessage) -> AlertNotifier.Event? {
        if signal.isSignal(BusObject.bus.destination, "NameOwnerChanged"), signal[0]?.text == name {
            return signal[2]?.text == "" ? nil : .serverChanged
        }
        guard let number = signal[0]?.integer else { return nil }
        if signal.isSignal(name, "NotificationClosed") { return .closed(number) }
        guard signal.isSignal(name, "ActionInvoked"),
            let choice = signal[1]?.text.flatMap(AlertNotifier.Choice.init)
        else { return nil }
        return .chosen(number, choice)
    }

    /// Shows an alert; returns the notification's number, or `nil` if the server does not reply.
    func show(_ alert: Alert, replacing number: Int?) async -> Int? {
        guard let abilities = try? await call("GetCapabilities")[0]?.elements.compactMap(\.text)
        else { return nil }
        let body = HiddenScalars.escaped(alert.message)
        let choices = abilities.contains("actions") ? alert.choices : []
        let reply = try? await call(
            "Notify",
            .string("stated"),
            .uint32(number.flatMap(UInt32.init(exactly:)) ?? 0),
            .string("dialog-warning"),
            .string(HiddenScalars.escaped(alert.title)),
            .string(abilities.contains("body-markup") ? body.markup : body),
            .strings(choices.flatMap { [$0.rawValue, $0.label] }),
            .noEntries,
            // -1: the server chooses the timeout.
            .int32(-1)
        )
        return reply?[0]?.integer
    }

    func withdraw(_ number: Int) async {
        guard let number = UInt32(exactly: number) else { return }
        _ = try? await call("CloseNotification", .uint32(number))
    }

    private func call(
        _ method: String,
        _ arguments: BusArgument...
    ) async throws -> BusMessage {
        var call = BusCall(Self.object, Self.name, method)
        call.arguments = arguments
        call.startsPeer = true
        return try await bus.call(call)
    }
}
