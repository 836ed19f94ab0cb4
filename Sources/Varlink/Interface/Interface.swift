// SPDX-License-Identifier: Apache-2.0

/// A Varlink interface that was parsed from its definition.
package struct Interface: Equatable, Sendable {
    /// The name of the interface, such as `org.varlink.service`.
    package let name: String
    /// The comment above the interface, without the `#` signs; empty if there is none.
    package let documentation: String
    package let types: [NamedType]
    package let methods: [Method]
    package let errors: [NamedError]

    package struct NamedType: Equatable, Sendable {
        /// The name, which is unique within the interface.
        package let name: String
        /// The comment above the type.
        package let documentation: String
        /// The definition, which is a structure or an enumeration.
        package let type: ValueType
    }

    package struct Method: Equatable, Sendable {
        /// The name, which is unique within the interface.
        package let name: String
        /// The comment above the method.
        package let documentation: String
        /// The parameters of the call.
        package let input: [Field]
        /// The parameters of the reply.
        package let output: [Field]
    }

    package struct NamedError: Equatable, Sendable {
        /// The name, which is unique within the interface.
        package let name: String
        /// The comment above the error.
        package let documentation: String
        package let fields: [Field]
    }

    /// A member of a structure.
    package struct Field: Equatable, Sendable {
        package let name: String
        /// The comment above the member.
        package let documentation: String
        package let type: ValueType
    }

    package indirect enum ValueType: Equatable, Sendable {
        case bool
        case int
        case float
        case string
        /// Any JSON object.
        case object
        /// Any JSON value except `null`.
        case any
        /// The type that the interface defines under the given name.
        case named(String)
        /// A value of the given type, `null`, or an absent member.
        case nullable(ValueType)
        /// An array of values of the given type.
        case array(ValueType)
        /// An object with string keys and values of the given type; a set is a dictionary of empty
        /// structures.
        case dictionary(ValueType)
        /// An object whose members have fixed names and types.
        case structure([Field])
        /// A string that is one of the given names.
        case enumeration([String])
    }

    /// Returns the type with the given name; `nil` if the interface does not define it.
    package func type(_ name: String) -> ValueType? {
        types.first { $0.name == name }?.type
    }
}

/// A mistake in the definition of an interface, and its position.
package struct InterfaceError: Error, Equatable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// The column in Unicode scalars, counted from 1.
    package let column: Int
    /// The mistake, such as `a type is expected`.
    package let reason: String
}

extension InterfaceError: CustomStringConvertible {
    /// The description for the user on one line, such as `3:12: a type is expected`.
    package var description: String { "\(line):\(column): \(reason)" }
}
