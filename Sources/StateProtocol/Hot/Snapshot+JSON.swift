// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

// Each Save parses a snapshot, so this takes one pass without intermediate values.
extension Snapshot: JSONDecodable, JSONEncodable {
    /// Creates a snapshot from its JSON; an unknown status or cause is an error.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var members = Members()
        try reader.object { (key, reader) throws(JSONError) in
            try members.read(key, &reader)
        }
        self.init(
            item: try reader.required(members.item, "item"),
            player: try reader.required(members.player, "player"),
            status: try reader.required(members.status, "status"),
            position: try reader.required(members.position, "position"),
            duration: members.duration,
            rate: members.rate,
            title: members.title,
            reason: members.reason,
            cause: members.cause,
            at: members.at,
            ttl: members.ttl,
            album: members.album,
            reading: ReadingPlace(fraction: members.fraction, locator: members.locator)
        )
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("item", item)
        writer.member("player", player)
        writer.member("status", status)
        writer.member("position", position)
        writer.member("duration", duration)
        writer.member("rate", rate)
        writer.member("title", title)
        writer.member("reason", reason)
        writer.member("cause", cause)
        writer.member("at", at)
        writer.member("ttl", ttl)
        writer.member("album", album)
        reading?.write(to: &writer)
        writer.endObject()
    }
}

extension ReadingPlace {
    func write(to writer: inout JSONWriter) {
        writer.member("fraction", fraction)
        writer.member("locator", locator)
    }
}

private struct Members {
    var item: String?
    var player: String?
    var status: Status?
    var position: Double?
    var duration: Double?
    var rate: Double?
    var title: String?
    var reason: String?
    var cause: Cause?
    var at: Timestamp?
    var ttl: Int?
    var album: Bool?
    var fraction: Double?
    var locator: String?

    mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "item": item = try reader.string()
        case "player": player = try reader.string()
        case "status": status = try reader.snapshotName()
        case "position": position = try reader.double()
        case "duration": duration = try reader.optional()
        case "rate": rate = try reader.optional()
        case "title": title = try reader.optional()
        case "reason": reason = try reader.optional()
        case "cause": cause = try reader.isNull() ? nil : reader.snapshotName()
        case "at": at = try reader.optional()
        case "ttl": ttl = try reader.optional()
        case "album": album = try reader.optional()
        case "fraction": fraction = try reader.optional()
        case "locator": locator = try reader.optional()
        default: break
        }
    }
}
