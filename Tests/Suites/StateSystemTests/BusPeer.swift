// SPDX-License-Identifier: Apache-2.0
import StateSystem
import StateTesting

/// A peer on a bus of the test's own that does what the test asks of it.
final class BusPeer: Sendable {
    static let name = "io.stated.Test"
    static let interface = "io.stated.Test.Things"
    static let object = BusObject(name, "/io/stated/test")

    let bus: PrivateBus
    /// The peer's process.
    let process: Child

    init() throws {
        bus = try PrivateBus()
        process = try bus.mock(Self.name, Self.object.path, Self.interface)
    }

    /// Connects to the bus, and waits until the peer is there.
    func open<Outcome>(
        _ body: (BusConnection) async throws -> Outcome
    ) async throws -> Outcome {
        try await BusConnection.open(.at(bus.address)) { connection in
            try await connection.listen(to: .owner(of: Self.name))
            if try await connection.owner(of: Self.name) == nil {
                for try await signal in connection.signals {
                    if signal.isSignal("org.freedesktop.DBus", "NameOwnerChanged"),
                        signal[0]?.text == Self.name
                    {
                        break
                    }
                }
            }
            return try await body(connection)
        }
    }

    /// Teaches the peer a method whose result its `code`, in Python, leaves in `ret`.
    static func teach(
        _ connection: BusConnection,
        _ method: String,
        takes: String,
        returns: String,
        _ code: String
    ) async throws {
        _ = try await connection.call(
            BusCall(
                object,
                "org.freedesktop.DBus.Mock",
                "AddMethod",
                .string(interface),
                .string(method),
                .string(takes),
                .string(returns),
                .string("import dbus\n\(code)")
            )
        )
    }

    /// Makes the peer send a signal; its values are Python's.
    static func emit(
        _ connection: BusConnection,
        _ interface: String,
        _ member: String,
        _ type: String,
        _ values: String
    ) async throws {
        try await run(
            connection,
            "self.EmitSignal('\(interface)', '\(member)', '\(type)', [\(values)])"
        )
    }

    /// Makes the peer run a line of Python.
    static func run(_ connection: BusConnection, _ code: String) async throws {
        try await teach(connection, "Run", takes: "", returns: "", code)
        _ = try await connection.call(BusCall(object, interface, "Run"))
    }
}
