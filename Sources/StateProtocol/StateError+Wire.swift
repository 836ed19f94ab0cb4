// SPDX-License-Identifier: Apache-2.0
import StateModel
import Varlink

// The wire format of errors: a name, and an object with members.
extension StateError {
    /// Creates an error from a reply.
    ///
    /// A missing member is read as empty, zero or `nil`, so that the error itself is not lost. An
    /// unknown error is kept as ``other(name:parameters:)``.
    package init(name: String, parameters: [UInt8]) {
        self =
            Self.known(name, ErrorMembers(parameters)) ?? .other(name: name, parameters: parameters)
    }

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

    /// The reply message with this error, including the final NUL.
    package var message: [UInt8] {
        Message.error(name, parameters: parameters)
    }

    enum Member {
        /// A string; a `nil` member is omitted.
        case text(String?)
        case number(Int)
        case texts([String])
    }
}

struct ErrorMembers {
    private let value: JSONValue

    init(_ json: [UInt8]) {
        value = JSONValue.parse(json) ?? .null
    }

    func optionalString(_ name: String) -> String? { value[name]?.string }

    func string(_ name: String) -> String { optionalString(name) ?? "" }

    func strings(_ name: String) -> [String] { value[name]?.list.compactMap(\.string) ?? [] }

    func int(_ name: String) -> Int { value[name]?.integer ?? 0 }

    func int<Number: TypedInteger>(_ name: String) -> Number { Number(int(name)) }
}
