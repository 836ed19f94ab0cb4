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
    /// `a…`: elements that all have the type of that signature.
    case array(of: String, [BusValue])
    /// `a{…}`, in the order of the message; `of` is what stands in the braces.
    case dictionary(of: String, [Entry])
    /// `(…)`
    case structure([BusValue])
    /// `v`
    indirect case variant(BusValue)

    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        /// A value of a basic type.
        package var key: BusValue
        /// What it stands for.
        package var value: BusValue

        /// An entry with both its members.
        package init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    /// A dictionary of names and variants, `a{sv}`, as properties come and go.
    package static func properties(_ values: KeyValuePairs<String, BusValue>) -> BusValue {
        .dictionary(of: "sv", values.map { Entry(.string($0.key), .variant($0.value)) })
    }

    /// An array of strings, `as`.
    package static func strings(_ values: [String]) -> BusValue {
        .array(of: "s", values.map { .string($0) })
    }

    /// The value's type, as the specification writes it.
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

// What receivers ask of a value. Peers differ in the types that they choose, and in whether they
// wrap a value in a variant, so these look at what it says and not at how it is typed.
extension BusValue {
    /// The value without the variants around it.
    package var unwrapped: BusValue {
        if case .variant(let value) = self { value.unwrapped } else { self }
    }

    /// The text of a string, an object path or a signature; nil: it is none.
    package var text: String? {
        switch unwrapped {
        case .string(let text), .objectPath(let text), .signature(let text): text
        default: nil
        }
    }

    /// The number, if it is a whole one that fits; nil: it is not.
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

    /// The number, whole or not; nil: it is none.
    package var number: Double? {
        if case .double(let number) = unwrapped { number } else { integer.map(Double.init) }
    }

    /// True or false; nil: it is neither.
    package var bool: Bool? {
        if case .bool(let value) = unwrapped { value } else { nil }
    }

    /// The descriptor; nil: it is none.
    package var descriptor: BusDescriptor? {
        if case .descriptor(let descriptor) = unwrapped { descriptor } else { nil }
    }

    /// The elements of an array or the members of a structure; of anything else none.
    package var elements: [BusValue] {
        switch unwrapped {
        case .array(_, let elements), .structure(let elements): elements
        default: []
        }
    }

    /// The entries of a dictionary; of anything else none.
    package var entries: [Entry] {
        if case .dictionary(_, let entries) = unwrapped { entries } else { [] }
    }

    /// What a dictionary holds under that name, without variants; nil: nothing.
    package subscript(name: String) -> BusValue? {
        entries.first { $0.key.text == name }?.value.unwrapped
    }
}
