// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// Errors on the wire: each is a name, and an object with its members.
extension StateError {
    /// Creates the error of a reply.
    ///
    /// A member that a daemon left out must not hide the error: it reads as empty or zero. An
    /// unknown error is kept as ``other(name:parameters:)``.
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
        /// A string; `nil` if it is left out.
        case text(String?)
        /// A whole number.
        case number(Int)
        /// An array of strings.
        case texts([String])
    }
}

/// The members of an error as received; a missing member reads as empty, zero or `nil`.
struct ErrorMembers {
    private var members: [JSONMember] = []

    /// Creates the members from an object; anything else counts as an object without members.
    init(_ json: [UInt8]) {
        var reader = JSONReader(json)
        if case .object(let members) = try? reader.value() { self.members = members }
    }

    /// Returns a string; `nil` if it is missing.
    func optionalString(_ name: String) -> String? {
        guard case .string(let text) = value(name) else { return nil }
        return text
    }

    /// Returns a string; an empty one if it is missing.
    func string(_ name: String) -> String {
        optionalString(name) ?? ""
    }

    /// Returns the strings of an array; none if it is missing.
    func strings(_ name: String) -> [String] {
        guard case .array(let values) = value(name) else { return [] }
        return values.compactMap { value in
            if case .string(let text) = value { text } else { nil }
        }
    }

    /// Returns a whole number; 0 if it is missing.
    func int(_ name: String) -> Int {
        guard case .int(let number) = value(name) else { return 0 }
        return number
    }

    /// Returns a whole number as a typed integer; 0 if it is missing.
    func int<Number: TypedInteger>(_ name: String) -> Number { Number(int(name)) }

    private func value(_ name: String) -> JSONValue? {
        members.last { $0.key == name }?.value
    }
}
