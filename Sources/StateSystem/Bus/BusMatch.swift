// SPDX-License-Identifier: Apache-2.0

/// A rule that selects the signals to receive; a `nil` member matches anything.
package struct BusMatch: Sendable, Hashable {
    /// The sender: a unique name or a well-known name.
    package var sender: String?
    /// The object's path.
    package var path: String?
    /// The interface of the signal.
    package var interface: String?
    /// The name of the signal.
    package var member: String?
    /// The value of the first argument, which must be a string.
    package var argument: String?
    /// The first argument, or a prefix of it that ends before a dot.
    package var argumentNamespace: String?

    /// Creates a rule from its members.
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

    /// Returns a rule for changes of the owner of a name or, with `orBelow`, of names below it.
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

    /// The rule in the syntax of the bus.
    ///
    /// - Throws: ``BusError/invalid(_:)`` for a quote or a backslash, which no name contains.
    package var rule: String {
        get throws(BusError) {
            let parts = [
                ("type", "signal"), ("sender", sender), ("path", path), ("interface", interface),
                ("member", member), ("arg0", argument), ("arg0namespace", argumentNamespace),
            ]
            let given = parts.compactMap { key, value in value.map { (key, $0) } }
            guard !given.contains(where: { $0.1.contains { "'\\\0".contains($0) } }) else {
                throw .invalid("a match rule must have no quotes and no backslashes")
            }
            return given.map { "\($0)='\($1)'" }.joined(separator: ",")
        }
    }
}
