// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension SaveResult: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            outcome: members.known("outcome", else: .ignored), reason: members.optionalKnown("why"),
            revision: members.required("revision"), status: members.optionalKnown("status"),
            removedAt: members.optional("removedAt"), at: members.optional("at")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("outcome", outcome)
        writer.member("why", reason)
        writer.member("revision", revision)
        writer.member("status", status)
        writer.member("removedAt", removedAt)
        writer.member("at", at)
    }
}

extension HistoryEntry: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            revision: members.required("revision"), point: members.required("point"),
            ending: members.known("ending", else: .replaced),
            finished: members.optional("finished"), reason: members.optional("why"),
            endedAt: members.required("endedAt")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("revision", revision)
        writer.member("point", point)
        writer.member("ending", ending)
        writer.member("finished", finished)
        writer.member("why", reason)
        writer.member("endedAt", endedAt)
    }
}

extension PlayedRun: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            item: members.required("item"), title: members.optional("title"),
            player: members.required("player"), device: members.required("device"),
            at: members.required("at"), seconds: members.required("seconds")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("item", item)
        writer.member("title", title)
        writer.member("player", player)
        writer.member("device", device)
        writer.member("at", at)
        writer.member("seconds", seconds)
    }
}
