package import StateModel
package import Varlink

// The JSON of the result of a Save.
extension SaveResult: JSONDecodable, JSONEncodable {
    /// Creates a result from its JSON.
    ///
    /// An unknown outcome, of a newer daemon, reads as ignored; an unknown reason reads as `nil`.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var outcome: Outcome?
        var why: Why?
        var revision: Int?
        var status: Status?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "outcome": outcome = try reader.known(Outcome.self, else: .ignored)
            case "why": why = try reader.optionalKnown(Why.self)
            case "revision": revision = try reader.int()
            case "status": status = try reader.optionalKnown(Status.self)
            default: break
            }
        }
        self.init(
            outcome: try reader.required(outcome, "outcome"),
            why: why,
            revision: try reader.required(revision, "revision"),
            status: status
        )
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("outcome", outcome)
        writer.member("why", why)
        writer.member("revision", revision)
        writer.member("status", status)
        writer.endObject()
    }
}
