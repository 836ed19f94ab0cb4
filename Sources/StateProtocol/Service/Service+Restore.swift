package import Varlink

extension Service {
    /// Lists the copies of the store that can replace it.
    package enum ListBackups: StateMethod {
        package static let name = "io.stated.Service.ListBackups"
        package typealias Parameters = NoMembers

        /// The reply of ListBackups.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The copies, newest first.
            package var backups: [StoredBackup]

            /// Creates the reply with the copies found.
            package init(backups: [StoredBackup]) {
                self.backups = backups
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var backups: [StoredBackup]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "backups": backups = try reader.list(StoredBackup.self)
                    default: break
                    }
                }
                self.backups = try reader.required(backups, "backups")
            }

            /// Writes the object.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("backups", backups)
                writer.endObject()
            }
        }
    }

    /// Replaces the store with a copy; the former store is kept aside.
    package enum Restore: StateMethod {
        package static let name = "io.stated.Service.Restore"

        /// The parameters of Restore.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The copy's name.
            package var name: String

            /// Creates the parameters for one copy.
            package init(name: String) {
                self.name = name
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var name: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "name": name = try reader.string()
                    default: break
                    }
                }
                self.name = try reader.required(name, "name")
            }

            /// Writes the object.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("name", name)
                writer.endObject()
            }
        }

        /// The reply of Restore.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of resume points in the store now.
            package var points: Int
            /// The number of events in the store now.
            package var events: Int
            /// The name with which the former store can be restored.
            package var formerName: String
            /// The former store's file.
            package var formerPath: String

            /// Creates a reply from its members.
            package init(points: Int, events: Int, formerName: String, formerPath: String) {
                self.points = points
                self.events = events
                self.formerName = formerName
                self.formerPath = formerPath
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var points: Int?
                var events: Int?
                var formerName: String?
                var formerPath: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "points": points = try reader.int()
                    case "events": events = try reader.int()
                    case "formerName": formerName = try reader.string()
                    case "formerPath": formerPath = try reader.string()
                    default: break
                    }
                }
                self.points = try reader.required(points, "points")
                self.events = try reader.required(events, "events")
                self.formerName = try reader.required(formerName, "formerName")
                self.formerPath = try reader.required(formerPath, "formerPath")
            }

            /// Writes the object.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("points", points)
                writer.member("events", events)
                writer.member("formerName", formerName)
                writer.member("formerPath", formerPath)
                writer.endObject()
            }
        }
    }
}
