package import StateModel
package import Varlink

// The JSON of the result of a Save.
extension SaveResult: JSONDecodable, JSONEncodable {
    /// Creates a result from its JSON.
    ///
    /// An unknown outcome, of a newer daemon, reads as ignored; an unknown reason reads as `nil`.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var outcome: Outcome?
        var reason: OutcomeReason?
        var revision: Int?
        var status: Status?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "outcome": outcome = try reader.known(Outcome.self, else: .ignored)
            case "why": reason = try reader.optionalKnown(OutcomeReason.self)
            case "revision": revision = try reader.int()
            case "status": status = try reader.optionalKnown(Status.self)
            default: break
            }
        }
        self.init(
            outcome: try reader.required(outcome, "outcome"),
            reason: reason,
            revision: try reader.required(revision, "revision"),
            status: status
        )
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("outcome", outcome)
        writer.member("why", reason)
        writer.member("revision", revision)
        writer.member("status", status)
        writer.endObject()
    }
}
