// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
internal import StateModel
package import Varlink

extension EventsTypes.Event: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            id: String?, topic: String?, body: [UInt8]?, origin: String?, at: Timestamp?,
            sequence: SequenceNumber?, state: EventsTypes.SyncState?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "id": id = try reader.string()
            case "topic": topic = try reader.string()
            case "body": body = try reader.rawObject()
            case "origin": origin = try reader.string()
            case "at": at = try reader.int()
            case "sequence": sequence = try reader.int()
            case "state": state = try reader.known(EventsTypes.SyncState.self, else: .pending)
            default: break
            }
        }
        try self.init(
            id: reader.required(id, "id"), topic: reader.required(topic, "topic"),
            body: reader.required(body, "body"), origin: reader.required(origin, "origin"),
            at: reader.required(at, "at"), sequence: reader.required(sequence, "sequence"),
            state: reader.required(state, "state")
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("topic", topic)
        writer.member("body", json: body)
        writer.member("origin", origin)
        writer.member("at", at)
        writer.member("sequence", sequence)
        writer.member("state", state)
    }
}
