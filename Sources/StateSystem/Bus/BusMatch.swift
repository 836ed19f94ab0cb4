// SPDX-License-Identifier: Apache-2.0

/// A D-Bus match rule that selects signals; a property that is `nil` matches any value.
package struct BusMatch: Sendable, Hashable {
    package var sender: String?
    package var path: String?
    package var interface: String?
    package var member: String?
    /// The value of the first argument, a string.
    package var argument: String?
    /// The name in the first argument, or the beginning of that name up to a dot.
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

    /// Returns the rule for changes of a name's owner.
    ///
    /// With `orBelow`, the rule also matches all names below it: `org.a` includes `org.a.b`.
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

    /// The rule in D-Bus syntax.
    ///
    /// - Throws: ``BusError/invalid(_:)`` if a value contains a quote, a backslash or a NUL.
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
