// SPDX-License-Identifier: Apache-2.0

/// An argument of a method call.
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
    /// The unique or well-known name of the peer that is called.
    package var destination: String
    /// The path of the object that is called.
    package var path: String
    /// The interface of the method.
    package var interface: String
    /// The name of the method.
    package var member: String
    package var arguments: [BusArgument]
    /// The maximum time to wait for the reply, in milliseconds.
    package var timeoutMilliseconds = 25_000
    /// True if the bus may start the program that owns the destination.
    package var startsPeer = false

    /// Creates a call of a method of an object.
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

/// An object that a peer provides.
package struct BusObject: Sendable, Hashable {
    /// The unique or well-known name of the peer.
    package var destination: String
    package var path: String

    private static let properties = "org.freedesktop.DBus.Properties"

    package init(_ destination: String, _ path: String) {
        self.destination = destination
        self.path = path
    }

    /// The bus itself, as an object.
    package static let bus = BusObject("org.freedesktop.DBus", "/org/freedesktop/DBus")

    /// Returns a call that reads a property; the reply contains the value as a variant.
    package func get(_ property: String, of interface: String) -> BusCall {
        BusCall(self, Self.properties, "Get", .string(interface), .string(property))
    }

    /// Returns a call that reads all properties; the reply contains them as `a{sv}`.
    package func getAll(of interface: String) -> BusCall {
        BusCall(self, Self.properties, "GetAll", .string(interface))
    }
}
