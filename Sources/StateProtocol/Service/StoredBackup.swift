package import Varlink

/// A copy of the store that can replace it.
public struct StoredBackup: Sendable, Equatable {
    /// The kinds of copies.
    public enum Kind: String, Sendable, CaseIterable {
        /// The daemon made it by itself.
        case automatic
        /// A person requested it.
        case manual
        /// A damaged store that was kept aside.
        case damaged
        /// A former store that another one replaced.
        case replaced
        /// A file that a person put in the place of the store.
        case foreign
    }

    /// The name with which it can be restored.
    public var name: String
    /// The file.
    public var path: String
    /// The kind of copy.
    public var kind: Kind
    /// The time at which it was made, in milliseconds since 1970.
    public var madeAt: Int
    /// Its size in bytes.
    public var bytes: Int
    /// True if all of it can be read, so that it can be restored.
    public var good: Bool
    /// The number of resume points in it; `nil` if it cannot be read.
    public var points: Int?
    /// The number of events in it; `nil` if it cannot be read.
    public var events: Int?
    /// The fault that makes it useless; `nil` if it is good.
    public var problem: String?

    /// Creates a copy from its members.
    public init(
        name: String,
        path: String,
        kind: Kind,
        madeAt: Int,
        bytes: Int,
        good: Bool,
        points: Int? = nil,
        events: Int? = nil,
        problem: String? = nil
    ) {
        self.name = name
        self.path = path
        self.kind = kind
        self.madeAt = madeAt
        self.bytes = bytes
        self.good = good
        self.points = points
        self.events = events
        self.problem = problem
    }
}

extension StoredBackup: JSONDecodable, JSONEncodable {
    /// Creates the copy from its JSON; an unknown kind, of a newer daemon, reads as one made by
    /// hand.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var members = Members()
        try reader.object { (key, reader) throws(JSONError) in
            try members.read(key, &reader)
        }
        self.init(
            name: try reader.required(members.name, "name"),
            path: try reader.required(members.path, "path"),
            kind: try reader.required(members.kind, "kind"),
            madeAt: try reader.required(members.madeAt, "madeAt"),
            bytes: try reader.required(members.bytes, "bytes"),
            good: try reader.required(members.good, "good"),
            points: members.points,
            events: members.events,
            problem: members.problem
        )
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("path", path)
        writer.member("kind", kind)
        writer.member("madeAt", madeAt)
        writer.member("bytes", bytes)
        writer.member("good", good)
        writer.member("points", points)
        writer.member("events", events)
        writer.member("problem", problem)
        writer.endObject()
    }

    /// The members read so far; a member is `nil` until it has been read.
    private struct Members {
        var name: String?
        var path: String?
        var kind: Kind?
        var madeAt: Int?
        var bytes: Int?
        var good: Bool?
        var points: Int?
        var events: Int?
        var problem: String?

        mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
            switch key {
            case "name": name = try reader.string()
            case "path": path = try reader.string()
            case "kind": kind = try reader.known(Kind.self, else: .manual)
            case "madeAt": madeAt = try reader.int()
            case "bytes": bytes = try reader.int()
            case "good": good = try reader.bool()
            case "points": points = try reader.optionalInt()
            case "events": events = try reader.optionalInt()
            case "problem": problem = try reader.optionalString()
            default: break
            }
        }
    }
}
