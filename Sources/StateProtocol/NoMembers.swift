// SPDX-License-Identifier: Apache-2.0
package import Varlink

/// The parameters or the reply of a method that has none.
package struct NoMembers: JSONObject, Equatable, Sendable {
    package init() {}

    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.object { (_, _) throws(JSONError) in }
    }

    package func writeMembers(to writer: inout JSONWriter) {}
}
