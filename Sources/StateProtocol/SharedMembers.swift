package import StateModel
package import Varlink

/// Parameters or a reply without members.
package struct NoMembers: JSONDecodable, JSONEncodable, Equatable, Sendable {
    /// Creates an empty value.
    package init() {}

    /// Creates the value from its members; unknown members are ignored.
    package init(from reader: inout JSONReader) throws(JSONError) {
        try reader.object { (_, _) throws(JSONError) in }
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

/// The parameters of a call about one item.
package struct ItemParameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
    /// The item, or an alias of it.
    package var item: String

    /// Creates the parameters for one item.
    package init(item: String) {
        self.item = item
    }

    /// Creates the value from its members; unknown members are ignored.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var item: String?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "item": item = try reader.string()
            default: break
            }
        }
        self.item = try reader.required(item, "item")
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("item", item)
        writer.endObject()
    }
}

/// The reply of a call with one resume point.
package struct PointReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
    /// The resume point.
    package var point: ResumePoint

    /// Creates the reply with one point.
    package init(point: ResumePoint) {
        self.point = point
    }

    /// Creates the value from its members; unknown members are ignored.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var point: ResumePoint?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "point": point = try reader.decoded(ResumePoint.self)
            default: break
            }
        }
        self.point = try reader.required(point, "point")
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("point", point)
        writer.endObject()
    }
}

/// The reply of a call that changed something.
package struct RevisionReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
    /// The store's revision as of the reply.
    package var revision: Int

    /// Creates the reply as of one revision.
    package init(revision: Int) {
        self.revision = revision
    }

    /// Creates the value from its members; unknown members are ignored.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var revision: Int?
        try reader.object { (key, reader) throws(JSONError) in
            switch key {
            case "revision": revision = try reader.int()
            default: break
            }
        }
        self.revision = try reader.required(revision, "revision")
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("revision", revision)
        writer.endObject()
    }
}
