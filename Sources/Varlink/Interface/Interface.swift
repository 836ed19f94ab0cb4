/// A Varlink interface as its definition describes it.
package struct Interface: Equatable, Sendable {
    /// The interface's name: `org.varlink.service`.
    package let name: String
    /// The comment above the interface, without the `#` signs; empty if there is none.
    package let documentation: String
    /// The types that it names, in their order.
    package let types: [NamedType]
    /// The methods, in their order.
    package let methods: [Method]
    /// The errors, in their order.
    package let errors: [NamedError]

    /// A type with a name.
    package struct NamedType: Equatable, Sendable {
        /// The name, unique in the interface.
        package let name: String
        /// The comment above it.
        package let documentation: String
        /// What it stands for: a structure or an enumeration.
        package let type: ValueType
    }

    /// A method and what goes in and out.
    package struct Method: Equatable, Sendable {
        /// The name, unique in the interface.
        package let name: String
        /// The comment above it.
        package let documentation: String
        /// The call's parameters.
        package let input: [Field]
        /// The reply's parameters.
        package let output: [Field]
    }

    /// An error and what it tells.
    package struct NamedError: Equatable, Sendable {
        /// The name, unique in the interface.
        package let name: String
        /// The comment above it.
        package let documentation: String
        /// The error's parameters.
        package let fields: [Field]
    }

    /// One member of a structure.
    package struct Field: Equatable, Sendable {
        /// The member's name.
        package let name: String
        /// The comment above it.
        package let documentation: String
        /// What its values are.
        package let type: ValueType
    }

    /// What a value may be.
    package indirect enum ValueType: Equatable, Sendable {
        /// True or false.
        case bool
        /// A whole number.
        case int
        /// A number.
        case float
        /// Text.
        case string
        /// Any JSON object.
        case object
        /// Any JSON value but null.
        case any
        /// What the interface's type of that name stands for.
        case named(String)
        /// Such a value, or null, or an absent member.
        case nullable(ValueType)
        /// Any number of such values.
        case array(ValueType)
        /// Such values under keys; a set is one of empty structures.
        case dictionary(ValueType)
        /// Members of fixed names and types.
        case structure([Field])
        /// One of these names, as a string.
        case enumeration([String])
    }

    /// The type of that name; nil: the interface names none.
    package func type(_ name: String) -> ValueType? {
        types.first { $0.name == name }?.type
    }

    /// The method of that name; nil: the interface has none.
    package func method(_ name: String) -> Method? {
        methods.first { $0.name == name }
    }

    /// The error of that name; nil: the interface has none.
    package func error(_ name: String) -> NamedError? {
        errors.first { $0.name == name }
    }
}

/// Why a text defines no interface, and where.
package struct InterfaceError: Error, Equatable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int
    /// What is wrong: "a type is expected".
    package let reason: String
}

extension InterfaceError: CustomStringConvertible {
    /// One line for people: `3:12: a type is expected`.
    package var description: String { "\(line):\(column): \(reason)" }
}
