package import StateModel
package import Varlink

// Daemons write resume points, and programs read them.
extension ResumePoint: JSONDecodable, JSONEncodable {
    /// Reads a resume point; a status of a newer daemon counts as paused: one can go on from it.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var item: String?
        var player: String?
        var status: Status?
        var position: Double?
        var duration: Double?
        var title: String?
        var device: String?
        var at: Int?
        var expiresAt: Int?
        var revision: Int?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "item": item = try reader.string()
            case "player": player = try reader.string()
            case "status": status = try reader.known(Status.self, else: .paused)
            case "position": position = try reader.double()
            case "duration": duration = try reader.optionalDouble()
            case "title": title = try reader.optionalString()
            case "device": device = try reader.string()
            case "at": at = try reader.int()
            case "expiresAt": expiresAt = try reader.int()
            case "revision": revision = try reader.int()
            default: break
            }
        }
        self.init(
            item: try reader.required(item, "item"),
            player: try reader.required(player, "player"),
            status: try reader.required(status, "status"),
            position: try reader.required(position, "position"),
            duration: duration,
            title: title,
            device: try reader.required(device, "device"),
            at: try reader.required(at, "at"),
            expiresAt: try reader.required(expiresAt, "expiresAt"),
            revision: try reader.required(revision, "revision")
        )
    }

    /// Writes the object; members that are nil are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("item", item)
        writer.member("player", player)
        writer.member("status", status)
        writer.member("position", position)
        writer.member("duration", duration)
        writer.member("title", title)
        writer.member("device", device)
        writer.member("at", at)
        writer.member("expiresAt", expiresAt)
        writer.member("revision", revision)
        writer.endObject()
    }
}
