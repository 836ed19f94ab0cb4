// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Alert: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        var
            id: AlertID?, kind: AlertKind?, state: AlertState?, player: String?, item: String?,
            title: String?, message: String?, retryable: Bool?, position: Double?,
            raisedAt: Timestamp?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "id": id = try reader.int()
            case "kind": kind = try reader.named(AlertKind.self)
            case "state": state = try reader.named(AlertState.self)
            case "player": player = try reader.optionalString()
            case "item": item = try reader.optionalString()
            case "title": title = try reader.string()
            case "message": message = try reader.string()
            case "retryable": retryable = try reader.bool()
            case "position": position = try reader.optionalDouble()
            case "raisedAt": raisedAt = try reader.int()
            default: break
            }
        }
        try self.init(
            id: reader.required(id, "id"), kind: reader.required(kind, "kind"),
            state: reader.required(state, "state"), player: player, item: item,
            title: reader.required(title, "title"), message: reader.required(message, "message"),
            retryable: reader.required(retryable, "retryable"), position: position,
            raisedAt: reader.required(raisedAt, "raisedAt")
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
        var
            player: String?, item: String?, playing: Bool?, phase: Phase?, surfaces: Int?,
            queue: [String]?, revision: Revision?, label: String?, obstacle: Obstacle?
        try reader.object { (memberName, reader) throws(JSONError) in
            switch memberName {
            case "player": player = try reader.string()
            case "item": item = try reader.optionalString()
            case "playing": playing = try reader.bool()
            case "phase": phase = try reader.named(Phase.self)
            case "surfaces": surfaces = try reader.int()
            case "queue": queue = try reader.strings()
            case "revision": revision = try reader.int()
            case "label": label = try reader.optionalString()
            case "obstacle": obstacle = try reader.optionalKnown(Obstacle.self)
            default: break
            }
        }
        try self.init(
            player: reader.required(player, "player"), item: item,
            playing: reader.required(playing, "playing"), phase: reader.required(phase, "phase"),
            surfaces: reader.required(surfaces, "surfaces"), queue: reader.required(queue, "queue"),
            revision: reader.required(revision, "revision"), label: label, obstacle: obstacle
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
