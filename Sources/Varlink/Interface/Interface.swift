// SPDX-License-Identifier: Apache-2.0

package struct Interface: Equatable, Sendable {
    package let name: String
    /// The comment above the interface, without the `#` signs; empty if there is none.
    package let documentation: String
    package let types: [NamedType]
    package let methods: [Method]
    package let errors: [NamedError]

    package struct NamedType: Equatable, Sendable {
        package let name: String
        package let documentation: String
        package let type: ValueType
    }

    package struct Method: Equatable, Sendable {
        package let name: String
        package let documentation: String
        package let input: [Field]
        package let output: [Field]
    }

    package struct NamedError: Equatable, Sendable {
        package let name: String
        package let documentation: String
        package let fields: [Field]
    }

    package struct Field: Equatable, Sendable {
        package let name: String
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
        case named(String)
        /// A value of the given type, `null`, or an absent member.
        case nullable(ValueType)
        case array(ValueType)
        /// An object with string keys and values of the given type; a set is a dictionary of empty
        /// structures.
        case dictionary(ValueType)
        case structure([Field])
        case enumeration([String])
    }

    package func type(_ name: String) -> ValueType? {
        types.first { $0.name == name }?.type
    }
}

package struct InterfaceError: Error, Equatable, Sendable {
    package let line: Int
    /// The column in Unicode scalars, counted from 1.
    package let column: Int
    package let reason: String
}

extension InterfaceError: CustomStringConvertible {
    package var description: String { "\(line):\(column): \(reason)" }
}
