package import StateModel
package import Varlink

// Alerts, in changes and in io.stated.Session.
extension Alert: JSONDecodable, JSONEncodable {
    /// Reads an alert.
    package init(from reader: inout JSONReader) throws(JSONError) {
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
        try reader.object { (key, reader) throws(JSONError) in
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
        self.init(
            id: try reader.required(id, "id"),
            kind: try reader.required(kind, "kind"),
            state: try reader.required(state, "state"),
            player: player,
            item: item,
            title: try reader.required(title, "title"),
            message: try reader.required(message, "message"),
            retryable: try reader.required(retryable, "retryable"),
            position: position,
            raisedAt: try reader.required(raisedAt, "raisedAt")
        )
    }

    /// Writes the object; members that are nil are left out.
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
