/// A method call.
package struct BusCall: Sendable {
    /// Who is called: a unique name or one that it owns.
    package var destination: String
    /// Which of its objects.
    package var path: String
    /// The method's interface.
    package var interface: String
    /// The method.
    package var member: String
    /// What it takes.
    package var arguments: [BusValue]
    /// How long to wait for the answer, in milliseconds.
    package var timeout = 25_000

    /// A call of an object.
    package init(
        _ object: BusObject,
        _ interface: String,
        _ member: String,
        _ arguments: BusValue...
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
    /// Whose it is: a unique name or one that the peer owns.
    package var destination: String
    /// The object's path.
    package var path: String

    private static let properties = "org.freedesktop.DBus.Properties"

    /// An object by its place.
    package init(_ destination: String, _ path: String) {
        self.destination = destination
        self.path = path
    }

    /// The bus itself.
    package static let bus = BusObject("org.freedesktop.DBus", "/org/freedesktop/DBus")

    /// Asks for a property; the reply holds it in a variant.
    package func get(_ property: String, of interface: String) -> BusCall {
        BusCall(self, Self.properties, "Get", .string(interface), .string(property))
    }

    /// Asks for all properties; the reply holds them in an `a{sv}`.
    package func getAll(of interface: String) -> BusCall {
        BusCall(self, Self.properties, "GetAll", .string(interface))
    }

    /// Sets a property.
    package func set(_ property: String, of interface: String, to value: BusValue) -> BusCall {
        BusCall(
            self,
            Self.properties,
            "Set",
            .string(interface),
            .string(property),
            .variant(value)
        )
    }
}
