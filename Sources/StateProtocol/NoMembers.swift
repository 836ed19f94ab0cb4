// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// Parameters, or a reply, without members.
package struct NoMembers: JSONObject, Equatable, Sendable {
    /// Creates an empty value.
    package init() {}

    /// Reads an object, and ignores its members.
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.object { (_, _) throws(JSONError) in }
    }

    /// Writes nothing, because there are no members.
    package func writeMembers(to writer: inout JSONWriter) {}
}
