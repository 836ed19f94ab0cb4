// SPDX-License-Identifier: Apache-2.0

/// A value in a message, independent of its D-Bus type.
///
/// Peers choose different types for the same thing, and some wrap a value in a variant.
package enum BusValue: Sendable, Equatable {
    /// A Boolean.
    case bool(Bool)
    /// An integer of any size that fits.
    case integer(Int)
    /// A floating-point number, or an integer that does not fit.
    case double(Double)
    /// A string, an object path or a signature.
    case text(String)
    /// A file descriptor.
    case descriptor(BusDescriptor)
    /// The elements of an array or the members of a structure.
    case elements([BusValue])
    /// The entries of a dictionary, in the order of the message.
    case entries([Entry])

    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        /// The key, of a basic type.
        package var key: BusValue
        package var value: BusValue

        /// Creates an entry from its key and value.
        package init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }
}

extension BusValue {
    /// The text; `nil` for other types.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The value as an integer; `nil` if it is not a whole number that fits.
    package var integer: Int? {
        switch self {
        case .integer(let number): number
        case .double(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The value as a number; `nil` if it is not numeric.
    package var number: Double? {
        if case .double(let number) = self { number } else { integer.map(Double.init) }
    }

    /// The value as a Boolean; `nil` if it is not one.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The descriptor; `nil` for other types.
    package var descriptor: BusDescriptor? {
        if case .descriptor(let descriptor) = self { descriptor } else { nil }
    }

    /// The elements or members; empty for other types.
    package var elements: [BusValue] {
        if case .elements(let elements) = self { elements } else { [] }
    }

    /// The entries of a dictionary; empty for other types.
    package var entries: [Entry] {
        if case .entries(let entries) = self { entries } else { [] }
    }
}
