// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import Varlink

extension Sync.Monitor {
    /// The parameters of Monitor.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var front: Bool?
        package init(front: Bool? = nil) {
            self.front = front
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(front: members.optional("front"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("front", front)
        }
    }
}

extension Sync.RemoteChanged {
    /// The parameters of RemoteChanged.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var scope: String?
        package init(scope: String? = nil) {
            self.scope = scope
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(scope: members.optional("scope"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("scope", scope)
        }
    }
}

extension Sync.ListOutbox {
    /// The parameters of ListOutbox.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var state: SyncTypes.EntryState?
        package var limit: Int?
        package init(state: SyncTypes.EntryState? = nil, limit: Int? = nil) {
            (self.state, self.limit) = (state, limit)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(state: members.optionalNamed("state"), limit: members.optional("limit"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("state", state)
            writer.member("limit", limit)
        }
    }
}

extension Sync.RetryFailed {
    /// The parameters of RetryFailed.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var id: Int?
        package init(id: Int? = nil) {
            self.id = id
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(id: members.optional("id"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
        }
    }
}

extension Sync.ListConflicts {
    /// The parameters of ListConflicts.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var limit: Int?
        package init(limit: Int? = nil) {
            self.limit = limit
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(limit: members.optional("limit"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("limit", limit)
        }
    }
}

extension Sync.ResolveConflict {
    /// The parameters of ResolveConflict.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var id: Int
        package init(id: Int) {
            self.id = id
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(id: members.required("id"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
        }
    }
}

extension Sync.ForgetDevice {
    /// The parameters of ForgetDevice.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var device: String
        package init(device: String) {
            self.device = device
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(device: members.required("device"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("device", device)
        }
    }
}
