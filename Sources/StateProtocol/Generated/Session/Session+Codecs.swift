// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Alert: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            id: members.required("id"), kind: members.named("kind"), state: members.named("state"),
            player: members.optional("player"), item: members.optional("item"),
            title: members.required("title"), message: members.required("message"),
            retryable: members.required("retryable"), position: members.optional("position"),
            raisedAt: members.required("raisedAt")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("kind", kind)
        writer.member("state", state)
        writer.member("player", player)
        writer.member("item", item)
        writer.member("title", title)
        writer.member("message", message)
        writer.member("retryable", retryable)
        writer.member("position", position)
        writer.member("raisedAt", raisedAt)
    }
}

extension Player: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            player: members.required("player"), item: members.optional("item"),
            playing: members.required("playing"), phase: members.named("phase"),
            surfaces: members.required("surfaces"), queue: members.required("queue"),
            revision: members.required("revision"), label: members.optional("label"),
            obstacle: members.optionalKnown("obstacle")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("player", player)
        writer.member("item", item)
        writer.member("playing", playing)
        writer.member("phase", phase)
        writer.member("surfaces", surfaces)
        writer.member("queue", queue)
        writer.member("revision", revision)
        writer.member("label", label)
        writer.member("obstacle", obstacle)
    }
}
