package import StateModel
package import Varlink

// The JSON of players, in changes and in io.stated.Session.
extension Player: JSONDecodable, JSONEncodable {
    /// Creates a player from its JSON.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var player: String?
        var item: String?
        var playing: Bool?
        var phase: Phase?
        var surfaces: Int?
        var queue: [String]?
        var revision: Int?
        var label: String?
        var obstacle: Obstacle?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "player": player = try reader.string()
            case "item": item = try reader.optionalString()
            case "playing": playing = try reader.bool()
            case "phase": phase = try reader.named(Phase.self)
            case "surfaces": surfaces = try reader.int()
            case "queue": queue = try reader.strings()
            case "revision": revision = try reader.int()
            case "label": label = try reader.optionalString()
            case "obstacle": obstacle = try reader.optionalString().flatMap(Obstacle.init)
            default: break
            }
        }
        self.init(
            player: try reader.required(player, "player"),
            item: item,
            playing: try reader.required(playing, "playing"),
            phase: try reader.required(phase, "phase"),
            surfaces: try reader.required(surfaces, "surfaces"),
            queue: try reader.required(queue, "queue"),
            revision: try reader.required(revision, "revision")
        )
        self.label = label
        self.obstacle = obstacle
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("player", player)
        writer.member("item", item)
        writer.member("playing", playing)
        writer.member("phase", phase)
        writer.member("surfaces", surfaces)
        writer.member("queue", queue)
        writer.member("revision", revision)
        writer.member("label", label)
        writer.member("obstacle", obstacle)
        writer.endObject()
    }
}
