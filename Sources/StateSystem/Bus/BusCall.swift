// SPDX-License-Identifier: Apache-2.0

/// An argument of a call.
package enum BusArgument: Sendable, Equatable {
    /// A string (`s`).
    case string(String)
    /// An object path (`o`).
    case objectPath(String)
    /// A 64-bit integer (`x`).
    case int64(Int64)
    /// A 32-bit integer (`i`).
    case int32(Int32)
    /// A 32-bit integer without a sign (`u`).
    case uint32(UInt32)
    /// An array of strings (`as`).
    case strings([String])
    /// A dictionary without entries (`a{sv}`).
    case noEntries
}

/// A method call.
package struct BusCall: Sendable {
    /// The destination: a unique name, or a well-known name.
    package var destination: String
    /// The path of the called object.
    package var path: String
    /// The method's interface.
    package var interface: String
    /// The method's name.
    package var member: String
    /// The arguments of the method.
    package var arguments: [BusArgument]
    /// The timeout for the answer, in milliseconds.
    package var timeoutMilliseconds = 25_000
    /// True if the bus may start the program that owns the destination.
    package var startsPeer = false

    /// Creates a call of an object's method.
    package init(
        _ object: BusObject,
        _ interface: String,
        _ member: String,
        _ arguments: BusArgument...
    ) {
        destination = object.destination
        path = object.path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// An object of a peer.
package struct BusObject: Sendable, Hashable {
    /// The peer: a unique name or a well-known name.
    package var destination: String
    /// The object's path.
    package var path: String

    private static let properties = "org.freedesktop.DBus.Properties"

    /// Creates an object from its peer and its path.
    package init(_ destination: String, _ path: String) {
        self.destination = destination
        self.path = path
    }

    /// The bus itself.
    package static let bus = BusObject("org.freedesktop.DBus", "/org/freedesktop/DBus")

    /// Returns a call that reads a property; the reply contains it in a variant.
    package func get(_ property: String, of interface: String) -> BusCall {
        BusCall(self, Self.properties, "Get", .string(interface), .string(property))
    }

    /// Returns a call that reads all properties; the reply contains them as an `a{sv}`.
    package func getAll(of interface: String) -> BusCall {
        BusCall(self, Self.properties, "GetAll", .string(interface))
    }
}
