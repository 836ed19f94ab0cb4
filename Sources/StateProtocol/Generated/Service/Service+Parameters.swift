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
            let members = try JSONMembers(of: &reader)
            try self.init(name: members.optional("name"))
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
            let members = try JSONMembers(of: &reader)
            try self.init(name: members.required("name"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("name", name)
        }
    }
}
