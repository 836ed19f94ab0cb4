// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// Errors on the wire: each is a name, and an object with its members.
extension StateError {
    /// Creates the error of a reply.
    ///
    /// A missing member reads as empty or zero, so that it does not hide the error. An unknown
    /// error is kept as ``other(name:parameters:)``.
    package init(name: String, parameters: [UInt8]) {
        self =
            Self.known(name, ErrorMembers(parameters)) ?? .other(name: name, parameters: parameters)
    }

    /// The error's parameters on the wire.
    package var parameters: [UInt8] {
        if case .other(_, let parameters) = self { return parameters }
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        for (name, member) in members {
            switch member {
            case .text(let text): writer.member(name, text)
            case .number(let number): writer.member(name, number)
            case .texts(let texts): writer.member(name, texts)
            }
        }
        writer.endObject()
        return writer.bytes
    }

    /// The reply message with this error, with its closing NUL.
    package var message: [UInt8] {
        Message.error(name, parameters: parameters)
    }

    /// The value of one member of an error.
    enum Member {
        /// A string; `nil` to omit it.
        case text(String?)
        /// A whole number.
        case number(Int)
        /// An array of strings.
        case texts([String])
    }
}

/// The members of an error as received; a missing member reads as empty, zero or `nil`.
struct ErrorMembers {
    private let value: JSONValue

    /// Reads the members; parameters that are not an object have none.
    init(_ json: [UInt8]) {
        value = JSONValue.parse(json) ?? .null
    }

    /// Returns the text with the given name; `nil` if there is none.
    func optionalString(_ name: String) -> String? { value[name]?.string }

    /// Returns the text with the given name; empty if there is none.
    func string(_ name: String) -> String { optionalString(name) ?? "" }

    /// Returns the texts with the given name; empty if there are none.
    func strings(_ name: String) -> [String] { value[name]?.list.compactMap(\.string) ?? [] }

    /// Returns the whole number with the given name; 0 if there is none.
    func int(_ name: String) -> Int { value[name]?.integer ?? 0 }

    /// Returns the number with the given name; 0 if there is none.
    func int<Number: TypedInteger>(_ name: String) -> Number { Number(int(name)) }
}
