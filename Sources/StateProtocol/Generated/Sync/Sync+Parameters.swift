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
            var front: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "front" = memberName { front = try reader.optionalBool() }
            }
            self.init(front: front)
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
            var scope: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "scope" = memberName { scope = try reader.optionalString() }
            }
            self.init(scope: scope)
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
            var state: SyncTypes.EntryState?, limit: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "state": state = try reader.optionalNamed(SyncTypes.EntryState.self)
                case "limit": limit = try reader.optionalInt()
                default: break
                }
            }
            self.init(state: state, limit: limit)
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
            var id: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "id" = memberName { id = try reader.optionalInt() }
            }
            self.init(id: id)
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
            var limit: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "limit" = memberName { limit = try reader.optionalInt() }
            }
            self.init(limit: limit)
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
            var id: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "id" = memberName { id = try reader.int() }
            }
            try self.init(id: reader.required(id, "id"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
        }
    }
}

extension Sync.DismissConflict {
    /// The parameters of DismissConflict.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var id: Int
        package init(id: Int) {
            self.id = id
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var id: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "id" = memberName { id = try reader.int() }
            }
            try self.init(id: reader.required(id, "id"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
        }
    }
}

extension Sync.ListRounds {
    /// The parameters of ListRounds.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var limit: Int?
        package init(limit: Int? = nil) {
            self.limit = limit
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var limit: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "limit" = memberName { limit = try reader.optionalInt() }
            }
            self.init(limit: limit)
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("limit", limit)
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
            var device: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "device" = memberName { device = try reader.string() }
            }
            try self.init(device: reader.required(device, "device"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("device", device)
        }
    }
}
