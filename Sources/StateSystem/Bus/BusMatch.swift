// SPDX-License-Identifier: Apache-2.0

/// A rule that selects signals; a member that is `nil` matches any value.
package struct BusMatch: Sendable, Hashable {
    /// The unique or well-known name of the sender.
    package var sender: String?
    /// The path of the object that sends the signal.
    package var path: String?
    /// The interface of the signal.
    package var interface: String?
    /// The name of the signal.
    package var member: String?
    /// The value of the first argument, which must be a string.
    package var argument: String?
    /// The first argument, or the beginning of it before a dot.
    package var argumentNamespace: String?

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

    /// Returns the rule for signals about a new owner of a name.
    ///
    /// If `orBelow` is true, the rule also selects signals about names that begin with the name and
    /// a dot.
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

    /// The rule in D-Bus's syntax.
    ///
    /// - Throws: ``BusError/invalid(_:)`` if a member contains a quote or a backslash.
    package var rule: String {
        get throws(BusError) {
            let parts = [
                ("type", "signal"), ("sender", sender), ("path", path), ("interface", interface),
                ("member", member), ("arg0", argument), ("arg0namespace", argumentNamespace),
            ]
            let given = parts.compactMap { key, value in value.map { (key, $0) } }
            guard !given.contains(where: { $0.1.contains { "'\\\0".contains($0) } }) else {
                throw .invalid("a match rule must not contain quotes, backslashes or NUL bytes")
            }
            return given.map { "\($0)='\($1)'" }.joined(separator: ",")
        }
    }
}
