// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

// Daemons write resume points; clients read them, possibly from a newer daemon.
extension ResumePoint: JSONDecodable, JSONEncodable {
    /// Creates a resume point; an unknown status, from a newer daemon, is read as paused.
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            item: members.required("item"),
            player: members.required("player"),
            status: members.known("status", else: .paused),
            position: members.required("position"),
            duration: members.optional("duration"),
            title: members.optional("title"),
            device: members.required("device"),
            at: members.required("at"),
            expiresAt: members.required("expiresAt"),
            revision: members.required("revision"),
            reading: ReadingPlace(
                fraction: members.optional("fraction"),
                locator: members.optional("locator")
            )
        )
    }

    /// The device and the revision that the store adds when a resume point is sent to a client.
    package struct Stamp {
        package var device: String
        package var revision: Revision

        package init(device: String, revision: Revision) {
            self.device = device
            self.revision = revision
        }
    }

    package func write(to writer: inout JSONWriter) {
        write(to: &writer, Stamp(device: device, revision: revision))
    }

    /// Writes the object with the given device and revision in place of the point's own.
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
        reading?.write(to: &writer)
        writer.endObject()
    }
}
