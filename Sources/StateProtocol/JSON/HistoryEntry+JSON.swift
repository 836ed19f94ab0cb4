package import StateModel
package import Varlink

// The JSON of older values, as in the reply of History.
extension HistoryEntry: JSONDecodable, JSONEncodable {
    /// Creates an entry from its JSON; an unknown ending, of a newer daemon, reads as replaced.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var revision: Int?
        var point: ResumePoint?
        var ending: Ending?
        var reason: String?
        var endedAt: Int?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "revision": revision = try reader.int()
            case "point": point = try reader.decoded(ResumePoint.self)
            case "ending": ending = try reader.known(Ending.self, else: .replaced)
            case "why": reason = try reader.optionalString()
            case "endedAt": endedAt = try reader.int()
            default: break
            }
        }
        self.init(
            revision: try reader.required(revision, "revision"),
            point: try reader.required(point, "point"),
            ending: try reader.required(ending, "ending"),
            reason: reason,
            endedAt: try reader.required(endedAt, "endedAt")
        )
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("revision", revision)
        writer.member("point", point)
        writer.member("ending", ending)
        writer.member("why", reason)
        writer.member("endedAt", endedAt)
        writer.endObject()
    }
}
