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
            var pushed: Int?, pulled: Int?, conflicts: Int?, durationMs: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "pushed": pushed = try reader.int()
                case "pulled": pulled = try reader.int()
                case "conflicts": conflicts = try reader.int()
                case "durationMs": durationMs = try reader.int()
                default: break
                }
            }
            try self.init(
                pushed: reader.required(pushed, "pushed"),
                pulled: reader.required(pulled, "pulled"),
                conflicts: reader.required(conflicts, "conflicts"),
                durationMs: reader.required(durationMs, "durationMs")
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
            var entries: [SyncTypes.OutboxEntry]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "entries" = memberName { entries = try reader.list(SyncTypes.OutboxEntry.self) }
            }
            try self.init(entries: reader.required(entries, "entries"))
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
            var retried: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "retried" = memberName { retried = try reader.int() }
            }
            try self.init(retried: reader.required(retried, "retried"))
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
            var conflicts: [SyncTypes.Conflict]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "conflicts" = memberName { conflicts = try reader.list(SyncTypes.Conflict.self) }
            }
            try self.init(conflicts: reader.required(conflicts, "conflicts"))
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
            var steps: [SyncTypes.Step]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "steps" = memberName { steps = try reader.list(SyncTypes.Step.self) }
            }
            try self.init(steps: reader.required(steps, "steps"))
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
            var rounds: [SyncTypes.Round]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "rounds" = memberName { rounds = try reader.list(SyncTypes.Round.self) }
            }
            try self.init(rounds: reader.required(rounds, "rounds"))
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
            var devices: [SyncTypes.Device]?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "devices" = memberName { devices = try reader.list(SyncTypes.Device.self) }
            }
            try self.init(devices: reader.required(devices, "devices"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("devices", devices)
        }
    }
}

extension Sync.AcceptRemote {
    /// The reply of AcceptRemote.
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
            var pushed: Int?, pulled: Int?, conflicts: Int?, durationMs: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "pushed": pushed = try reader.int()
                case "pulled": pulled = try reader.int()
                case "conflicts": conflicts = try reader.int()
                case "durationMs": durationMs = try reader.int()
                default: break
                }
            }
            try self.init(
                pushed: reader.required(pushed, "pushed"),
                pulled: reader.required(pulled, "pulled"),
                conflicts: reader.required(conflicts, "conflicts"),
                durationMs: reader.required(durationMs, "durationMs")
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

extension Sync.LeaveRemote {
    /// The reply of LeaveRemote.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var pushed: Int
        package init(pushed: Int) {
            self.pushed = pushed
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            var pushed: Int?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "pushed" = memberName { pushed = try reader.int() }
            }
            try self.init(pushed: reader.required(pushed, "pushed"))
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
            var status: SyncTypes.Status?
            try reader.object { (memberName, reader) throws(JSONError) in
                if case "status" = memberName { status = try reader.decoded(SyncTypes.Status.self) }
            }
            try self.init(status: reader.required(status, "status"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("status", status)
        }
    }
}
