/// Which signals the bus is to send; what is nil may be anything.
package struct BusMatch: Sendable, Hashable {
    /// Who sends them: a unique name, or one that the sender owns.
    package var sender: String?
    /// The object that they are from.
    package var path: String?
    /// Their interface.
    package var interface: String?
    /// Their name.
    package var member: String?
    /// Their first argument, a string.
    package var argument: String?
    /// Their first argument, or what it begins with up to a dot.
    package var argumentNamespace: String?

    /// A rule with all its members.
    package init(
        sender: String? = nil,
        path: String? = nil,
        interface: String? = nil,
        member: String? = nil,
        argument: String? = nil,
        argumentNamespace: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.argument = argument
        self.argumentNamespace = argumentNamespace
    }

    /// Tells who gets or gives up a name, or names below it.
    package static func owner(of name: String, orBelow: Bool = false) -> BusMatch {
        BusMatch(
            sender: BusObject.bus.destination,
            path: BusObject.bus.path,
            interface: BusObject.bus.destination,
            member: "NameOwnerChanged",
            argument: orBelow ? nil : name,
            argumentNamespace: orBelow ? name : nil
        )
    }

    /// The rule as the bus takes it.
    ///
    /// - Throws: ``BusError/invalid(_:)`` for a quote or a backslash, which no name holds.
    package var rule: String {
        get throws(BusError) {
            let parts = [
                ("type", "signal"), ("sender", sender), ("path", path), ("interface", interface),
                ("member", member), ("arg0", argument), ("arg0namespace", argumentNamespace),
            ]
            let given = parts.compactMap { key, value in value.map { (key, $0) } }
            guard !given.contains(where: { $0.1.contains { "'\\\0".contains($0) } }) else {
                throw .invalid("a match rule takes no quotes and no backslashes")
            }
            return given.map { "\($0)='\($1)'" }.joined(separator: ",")
        }
    }
}
