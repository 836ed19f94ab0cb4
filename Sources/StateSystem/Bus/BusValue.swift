// SPDX-License-Identifier: Apache-2.0

/// A value in a message, independent of its exact D-Bus type.
///
/// Peers use different types for the same value, and some wrap the value in a variant.
package enum BusValue: Sendable, Equatable {
    case bool(Bool)
    /// An integer of any D-Bus type that fits into `Int`.
    case integer(Int)
    /// A floating-point number, or an integer that does not fit into `Int`.
    case double(Double)
    /// A string, an object path or a signature.
    case text(String)
    case descriptor(BusDescriptor)
    /// The elements of an array, or the members of a structure.
    case elements([BusValue])
    /// The entries of a dictionary, in the order of the message.
    case entries([Entry])

    package struct Entry: Sendable, Equatable {
        package var key: BusValue
        package var value: BusValue

        package init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }
}

extension BusValue {
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The integer; `nil` unless the value is a whole number that fits into `Int`.
    package var integer: Int? {
        switch self {
        case .integer(let number): number
        case .double(let number): Int(exactly: number)
        default: nil
        }
    }

    package var number: Double? {
        if case .double(let number) = self { number } else { integer.map(Double.init) }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var descriptor: BusDescriptor? {
        if case .descriptor(let descriptor) = self { descriptor } else { nil }
    }

    package var elements: [BusValue] {
        if case .elements(let elements) = self { elements } else { [] }
    }

    package var entries: [Entry] {
        if case .entries(let entries) = self { entries } else { [] }
    }
}
