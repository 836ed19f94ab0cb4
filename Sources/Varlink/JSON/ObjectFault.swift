// SPDX-License-Identifier: Apache-2.0

/// The reason why a text cannot be sent to the daemon as a JSON object.
package struct ObjectFault: Error, Equatable, Sendable {
    /// A phrase such as `must be nested at most 31 levels deep`; `nil` if the text is not JSON, or
    /// is JSON of another type.
    package let reason: String?

    init(_ error: JSONError, depth: Int) {
        reason =
            switch error.kind {
            case .depth: "must be nested at most \(depth) levels deep"
            case .text, .number: "\(error)"
            default: nil
            }
    }
}

extension JSONValue {
    /// The maximum nesting of the parameters of a call, whose message is one level more.
    ///
    /// The daemon closes the connection of a client whose message is nested more deeply.
    package static let parametersDepth = JSONReader.defaultDepth - 1

    /// Returns the members of the object in `bytes`, which is nested at most `depth` levels deep.
    package static func members(
        in bytes: [UInt8],
        depth: Int = parametersDepth
    ) throws(ObjectFault) -> [JSONMember] {
        var reader = JSONReader(bytes, depth: depth)
        do throws(JSONError) {
            let value = try reader.value()
            try reader.finish()
            guard case .object(let members) = value else { throw reader.invalid("an object") }
            return members
        } catch {
            throw ObjectFault(error, depth: depth)
        }
    }
}
