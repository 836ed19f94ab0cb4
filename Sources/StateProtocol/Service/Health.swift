package import Varlink

/// The status of the daemon: in order, or in need of a person.
public enum HealthStatus: String, Sendable, CaseIterable {
    /// Everything is in order.
    case ok
    /// The daemon serves, but something needs a person.
    case degraded
}

/// The health of the daemon, and the amount of its data.
public struct Health: Sendable, Equatable {
    /// The status: degraded if something needs a person.
    public var status: HealthStatus
    /// The problems that need a person, in plain words.
    public var problems: [String]
    /// The daemon's version.
    public var version: String
    /// The time at which it started, in milliseconds since 1970.
    public var startedAt: Int
    /// The time that restoring the state took at the start, in milliseconds.
    public var restoredMs: Int
    /// The store's file.
    public var storePath: String
    /// The size of the store's files in bytes.
    public var storeBytes: Int
    /// The number of resume points in the store.
    public var points: Int
    /// The number of events in the store.
    public var events: Int
    /// The number of subscribers.
    public var subscribers: Int
    /// The number of open connections.
    public var connections: Int

    /// Creates a report from its members.
    public init(
        status: HealthStatus,
        problems: [String],
        version: String,
        startedAt: Int,
        restoredMs: Int,
        storePath: String,
        storeBytes: Int,
        points: Int,
        events: Int,
        subscribers: Int,
        connections: Int
    ) {
        self.status = status
        self.problems = problems
        self.version = version
        self.startedAt = startedAt
        self.restoredMs = restoredMs
        self.storePath = storePath
        self.storeBytes = storeBytes
        self.points = points
        self.events = events
        self.subscribers = subscribers
        self.connections = connections
    }
}

extension Health: JSONDecodable, JSONEncodable {
    /// Creates a report from its JSON; an unknown status, of a newer daemon, reads as degraded.
    package init(from reader: inout JSONReader) throws(JSONError) {
        var members = Members()
        try reader.object { (key, reader) throws(JSONError) in
            try members.read(key, &reader)
        }
        self.init(
            status: try reader.required(members.status, "status"),
            problems: try reader.required(members.problems, "problems"),
            version: try reader.required(members.version, "version"),
            startedAt: try reader.required(members.startedAt, "startedAt"),
            restoredMs: try reader.required(members.restoredMs, "restoredMs"),
            storePath: try reader.required(members.storePath, "storePath"),
            storeBytes: try reader.required(members.storeBytes, "storeBytes"),
            points: try reader.required(members.points, "points"),
            events: try reader.required(members.events, "events"),
            subscribers: try reader.required(members.subscribers, "subscribers"),
            connections: try reader.required(members.connections, "connections")
        )
    }

    /// Writes the object; members that are `nil` are left out.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("status", status)
        writer.member("problems", problems)
        writer.member("version", version)
        writer.member("startedAt", startedAt)
        writer.member("restoredMs", restoredMs)
        writer.member("storePath", storePath)
        writer.member("storeBytes", storeBytes)
        writer.member("points", points)
        writer.member("events", events)
        writer.member("subscribers", subscribers)
        writer.member("connections", connections)
        writer.endObject()
    }
}

/// The members read so far; a member is `nil` until it has been read.
private struct Members {
    var status: HealthStatus?
    var problems: [String]?
    var version: String?
    var startedAt: Int?
    var restoredMs: Int?
    var storePath: String?
    var storeBytes: Int?
    var points: Int?
    var events: Int?
    var subscribers: Int?
    var connections: Int?

    mutating func read(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "status": status = try reader.known(HealthStatus.self, else: .degraded)
        case "problems": problems = try reader.strings()
        case "version": version = try reader.string()
        case "startedAt": startedAt = try reader.int()
        case "restoredMs": restoredMs = try reader.int()
        case "storePath": storePath = try reader.string()
        case "storeBytes": storeBytes = try reader.int()
        case "points": points = try reader.int()
        case "events": events = try reader.int()
        case "subscribers": subscribers = try reader.int()
        case "connections": connections = try reader.int()
        default: break
        }
    }
}
