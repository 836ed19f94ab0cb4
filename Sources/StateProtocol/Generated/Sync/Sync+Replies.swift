// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import Varlink

extension Sync.SyncNow {
    /// The reply of SyncNow.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var pushed: Int
        package var pulled: Int
        package var conflicts: Int
        package var durationMs: Int
        package init(pushed: Int, pulled: Int, conflicts: Int, durationMs: Int) {
            self.pushed = pushed
            self.pulled = pulled
            self.conflicts = conflicts
            self.durationMs = durationMs
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                pushed: members.required("pushed"), pulled: members.required("pulled"),
                conflicts: members.required("conflicts"), durationMs: members.required("durationMs")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("pushed", pushed)
            writer.member("pulled", pulled)
            writer.member("conflicts", conflicts)
            writer.member("durationMs", durationMs)
        }
    }
}

extension Sync.ListOutbox {
    /// The reply of ListOutbox.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var entries: [SyncTypes.OutboxEntry]
        package init(entries: [SyncTypes.OutboxEntry]) {
            self.entries = entries
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(entries: members.required("entries"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("entries", entries)
        }
    }
}

extension Sync.RetryFailed {
    /// The reply of RetryFailed.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var retried: Int
        package init(retried: Int) {
            self.retried = retried
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(retried: members.required("retried"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("retried", retried)
        }
    }
}

extension Sync.ListConflicts {
    /// The reply of ListConflicts.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var conflicts: [SyncTypes.Conflict]
        package init(conflicts: [SyncTypes.Conflict]) {
            self.conflicts = conflicts
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(conflicts: members.required("conflicts"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("conflicts", conflicts)
        }
    }
}

extension Sync.Explain {
    /// The reply of Explain.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var steps: [SyncTypes.Step]
        package init(steps: [SyncTypes.Step]) {
            self.steps = steps
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(steps: members.required("steps"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("steps", steps)
        }
    }
}

extension Sync.ListRounds {
    /// The reply of ListRounds.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var rounds: [SyncTypes.Round]
        package init(rounds: [SyncTypes.Round]) {
            self.rounds = rounds
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(rounds: members.required("rounds"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("rounds", rounds)
        }
    }
}

extension Sync.ListDevices {
    /// The reply of ListDevices.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var devices: [SyncTypes.Device]
        package init(devices: [SyncTypes.Device]) {
            self.devices = devices
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(devices: members.required("devices"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("devices", devices)
        }
    }
}

extension Sync.LeaveRemote {
    /// The reply of LeaveRemote.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var pushed: Int
        package init(pushed: Int) {
            self.pushed = pushed
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(pushed: members.required("pushed"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("pushed", pushed)
        }
    }
}

extension Sync {
    /// A reply with the status of sync.
    package struct StatusReply: JSONObject, Equatable, Sendable {
        package var status: SyncTypes.Status
        package init(status: SyncTypes.Status) {
            self.status = status
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(status: members.required("status"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("status", status)
        }
    }
}
