// SPDX-License-Identifier: Apache-2.0

/// A value in a message, with the types of the D-Bus specification.
package enum BusValue: Sendable, Equatable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case bool(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(String)
    /// `g`
    case signature(String)
    /// `h`
    case descriptor(BusDescriptor)
    /// `a…`: elements with the type of the given signature.
    case array(of: String, [BusValue])
    /// `a{…}`, in the order of the message; `of` is the text between the braces.
    case dictionary(of: String, [Entry])
    /// `(…)`
    case structure([BusValue])
    /// `v`
    indirect case variant(BusValue)

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

    /// The value's type, in the notation of the specification.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let element, _): "a" + element
        case .dictionary(let entry, _): "a{\(entry)}"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}

// Accessors for receivers. Peers choose different types, and some wrap a value in a variant, so
// these look at the content of a value and not at its type.
extension BusValue {
    /// The value without the variants around it.
    package var unwrapped: BusValue {
        if case .variant(let value) = self { value.unwrapped } else { self }
    }

    /// The text of a string, an object path or a signature; `nil` for other types.
    package var text: String? {
        switch unwrapped {
        case .string(let text), .objectPath(let text), .signature(let text): text
        default: nil
        }
    }

    /// The value as an integer; `nil` if it is not a whole number that fits.
    package var integer: Int? {
        switch unwrapped {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(number)
        case .uint64(let number): Int(exactly: number)
        case .double(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The value as a number; `nil` if it is not numeric.
    package var number: Double? {
        if case .double(let number) = unwrapped { number } else { integer.map(Double.init) }
    }

    /// The value as a Boolean; `nil` if it is not one.
    package var bool: Bool? {
        if case .bool(let value) = unwrapped { value } else { nil }
    }

    /// The descriptor; `nil` for other types.
    package var descriptor: BusDescriptor? {
        if case .descriptor(let descriptor) = unwrapped { descriptor } else { nil }
    }

    /// The elements of an array or the members of a structure; empty for other types.
    package var elements: [BusValue] {
        switch unwrapped {
        case .array(_, let elements), .structure(let elements): elements
        default: []
        }
    }

    /// The entries of a dictionary; empty for other types.
    package var entries: [Entry] {
        if case .dictionary(_, let entries) = unwrapped { entries } else { [] }
    }

    /// The value of a dictionary's entry, without variants; `nil` if there is no such entry.
    package subscript(name: String) -> BusValue? {
        entries.first { $0.key.text == name }?.value.unwrapped
    }
}
