// SPDX-License-Identifier: Apache-2.0

package enum BusArgument: Sendable, Equatable {
    /// A string (`s`).
    case string(String)
    /// An object path (`o`).
    case objectPath(String)
    /// A 64-bit integer (`x`).
    case int64(Int64)
    /// A 32-bit integer (`i`).
    case int32(Int32)
    /// An unsigned 32-bit integer (`u`).
    case uint32(UInt32)
    /// An array of strings (`as`).
    case strings([String])
    /// An empty dictionary (`a{sv}`).
    case noEntries
}

package struct BusCall: Sendable {
    /// The unique or well-known name of the called peer.
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusArgument]
    /// The timeout for the reply, in milliseconds.
    package var timeoutMilliseconds = 25_000
    /// True if the bus may start a program to provide the destination.
    package var startsPeer = false

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

package struct BusObject: Sendable, Hashable {
    /// The unique or well-known name of the peer.
    package var destination: String
    package var path: String

    private static let properties = "org.freedesktop.DBus.Properties"

    package init(_ destination: String, _ path: String) {
        self.destination = destination
        self.path = path
    }

    /// The bus itself, as the destination of calls.
    package static let bus = BusObject("org.freedesktop.DBus", "/org/freedesktop/DBus")

    /// Returns a call that reads a property; the reply contains its value in a variant.
    package func get(_ property: String, of interface: String) -> BusCall {
        BusCall(self, Self.properties, "Get", .string(interface), .string(property))
    }

    /// Returns a call that reads all properties; the reply contains them as `a{sv}`.
    package func getAll(of interface: String) -> BusCall {
        BusCall(self, Self.properties, "GetAll", .string(interface))
    }
}
