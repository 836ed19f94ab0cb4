// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
internal import StateModel
package import Varlink

extension Health: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            status: members.known("status", else: .degraded),
            problems: members.required("problems"), version: members.required("version"),
            startedAt: members.required("startedAt"), restoredMs: members.required("restoredMs"),
            storePath: members.required("storePath"), storeBytes: members.required("storeBytes"),
            points: members.required("points"), events: members.required("events"),
            subscribers: members.required("subscribers"),
            connections: members.required("connections")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("status", status)
        writer.member("problems", problems)
        writer.member("version", version)
        writer.member("startedAt", startedAt)
        writer.member("restoredMs", restoredMs)
        writer.member("storePath", storePath)
        writer.member("storeBytes", storeBytes)
        writer.member("points", points)
        writer.member("events", events)
        writer.member("subscribers", subscribers)
        writer.member("connections", connections)
    }
}

extension StoredBackup: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            name: members.required("name"), path: members.required("path"),
            kind: members.known("kind", else: .manual), madeAt: members.required("madeAt"),
            bytes: members.required("bytes"), good: members.required("good"),
            points: members.optional("points"), events: members.optional("events"),
            problem: members.optional("problem")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("path", path)
        writer.member("kind", kind)
        writer.member("madeAt", madeAt)
        writer.member("bytes", bytes)
        writer.member("good", good)
        writer.member("points", points)
        writer.member("events", events)
        writer.member("problem", problem)
    }
}
