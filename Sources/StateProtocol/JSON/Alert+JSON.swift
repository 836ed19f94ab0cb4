package import StateModel
package import Varlink

// The JSON of alerts, in changes and in io.stated.Session.
extension Alert: JSONDecodable, JSONEncodable {
    /// Creates an alert from its JSON.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var members = Members()
        try reader.object { (key, reader) throws(JSONError) in
            try members.read(key, &reader)
        }
        self.init(
            id: try reader.required(members.id, "id"),
            kind: try reader.required(members.kind, "kind"),
            state: try reader.required(members.state, "state"),
            player: members.player,
            item: members.item,
            title: try reader.required(members.title, "title"),
            message: try reader.required(members.message, "message"),
            retryable: try reader.required(members.retryable, "retryable"),
            position: members.position,
            raisedAt: try reader.required(members.raisedAt, "raisedAt")
        )
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
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
        writer.endObject()
    }
}

/// The members read so far; a member is `nil` until it has been read.
private struct Members {
    var id: Int?
    var kind: AlertKind?
    var state: AlertState?
    var player: String?
    var item: String?
    var title: String?
    var message: String?
    var retryable: Bool?
    var position: Double?
    var raisedAt: Int?

    mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
        switch key {
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
}
