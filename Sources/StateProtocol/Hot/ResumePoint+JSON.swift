// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

// Daemons write resume points, and programs read them.
extension ResumePoint: JSONDecodable, JSONEncodable {
    /// Creates a resume point from its JSON.
    ///
    /// An unknown status, of a newer daemon, counts as paused, since playback can continue from it.
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
            title: members.title,
            device: try reader.required(members.device, "device"),
            at: try reader.required(members.at, "at"),
            expiresAt: try reader.required(members.expiresAt, "expiresAt"),
            revision: try reader.required(members.revision, "revision")
        )
    }

    /// The values that a store adds to a point when it returns the point.
    package struct Stamp {
        /// The label of the device where it was observed.
        package var device: String
        /// The store's revision that wrote it.
        package var revision: Revision

        /// Creates a stamp from its members.
        package init(device: String, revision: Revision) {
            self.device = device
            self.revision = revision
        }
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        write(to: &writer, Stamp(device: device, revision: revision))
    }

    /// Writes the object with another device and revision than its own.
    func write(to writer: inout JSONWriter, _ stamp: Stamp) {
        writer.beginObject()
        writer.member("item", item)
        writer.member("player", player)
        writer.member("status", status)
        writer.member("position", position)
        writer.member("duration", duration)
        writer.member("title", title)
        writer.member("device", stamp.device)
        writer.member("at", at)
        writer.member("expiresAt", expiresAt)
        writer.member("revision", stamp.revision)
        writer.endObject()
    }
}

/// The members read so far; a member is `nil` until it has been read.
private struct Members {
    var item: String?
    var player: String?
    var status: Status?
    var position: Double?
    var duration: Double?
    var title: String?
    var device: String?
    var at: Timestamp?
    var expiresAt: Timestamp?
    var revision: Revision?

    mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
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
}
