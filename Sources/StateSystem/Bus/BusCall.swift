// SPDX-License-Identifier: Apache-2.0

package enum BusArgument: Sendable, Equatable {
    case string(String)
    case objectPath(String)
    case int64(Int64)
    case int32(Int32)
    case uint32(UInt32)
    case strings([String])
    /// An empty dictionary (`a{sv}`).
    case noEntries
}

package struct BusCall: Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusArgument]
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

    package static let bus = BusObject("org.freedesktop.DBus", "/org/freedesktop/DBus")

    /// Returns a call that reads all properties; the reply contains them as `a{sv}`.
    package func getAll(of interface: String) -> BusCall {
        BusCall(self, Self.properties, "GetAll", .string(interface))
    }

    /// A call that reads the object's interfaces and their methods; the reply contains them as XML.
    package var introspection: BusCall {
        BusCall(self, "org.freedesktop.DBus.Introspectable", "Introspect")
    }
}
