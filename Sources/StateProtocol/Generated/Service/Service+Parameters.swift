// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import Varlink

extension Service.Backup {
    /// The parameters of Backup.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var name: String?
        package init(name: String? = nil) {
            self.name = name
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var name: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "name" = memberName { name = try reader.optionalString() }
            }
            self.init(name: name)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("name", name)
        }
    }
}

extension Service.Restore {
    /// The parameters of Restore.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var name: String
        package init(name: String) {
            self.name = name
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var name: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "name" = memberName { name = try reader.string() }
            }
            try self.init(name: reader.required(name, "name"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("name", name)
        }
    }
}
