package import Varlink

/// The interface io.stated.Service: the daemon's health, statistics and files.
package enum Service {
    /// The interface's name.
    package static let interface = "io.stated.Service"

    /// Returns the daemon's health, and the amount of its data.
    package enum GetHealth: StateMethod {
        package static let name = "io.stated.Service.GetHealth"
        package typealias Parameters = NoMembers

        /// The reply of GetHealth.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The health of the daemon.
            package var health: Health

            /// Creates the reply with one report.
            package init(health: Health) {
                self.health = health
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var health: Health?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "health": health = try reader.decoded(Health.self)
                    default: break
                    }
                }
                self.health = try reader.required(health, "health")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("health", health)
                writer.endObject()
            }
        }
    }

    /// Returns every counter and gauge in the OpenMetrics text format.
    package enum GetMetrics: StateMethod {
        package static let name = "io.stated.Service.GetMetrics"
        package typealias Parameters = NoMembers

        /// The reply of GetMetrics.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The statistics, as OpenMetrics text.
            package var text: String

            /// Creates the reply with the whole text.
            package init(text: String) {
                self.text = text
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var text: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "text": text = try reader.string()
                    default: break
                    }
                }
                self.text = try reader.required(text, "text")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("text", text)
                writer.endObject()
            }
        }
    }

    /// Writes a consistent copy of the store; a call with `more` reports the progress.
    package enum Backup: StateMethod {
        package static let name = "io.stated.Service.Backup"

        /// The parameters of Backup.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The file's name in the daemon's state directory; `nil` for a name made from the
            /// time.
            package var name: String?

            /// Creates the parameters for one copy.
            package init(name: String? = nil) {
                self.name = name
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var name: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "name": name = try reader.optionalString()
                    default: break
                    }
                }
                self.name = name
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("name", name)
                writer.endObject()
            }
        }

        /// One reply of Backup.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of pages copied so far.
            package var pagesDone: Int
            /// The number of pages in all.
            package var pagesTotal: Int
            /// The path of the copy; only in the last reply.
            package var path: String?

            /// Creates a reply from its members.
            package init(pagesDone: Int, pagesTotal: Int, path: String? = nil) {
                self.pagesDone = pagesDone
                self.pagesTotal = pagesTotal
                self.path = path
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var pagesDone: Int?
                var pagesTotal: Int?
                var path: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "pagesDone": pagesDone = try reader.int()
                    case "pagesTotal": pagesTotal = try reader.int()
                    case "path": path = try reader.optionalString()
                    default: break
                    }
                }
                self.pagesDone = try reader.required(pagesDone, "pagesDone")
                self.pagesTotal = try reader.required(pagesTotal, "pagesTotal")
                self.path = path
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("pagesDone", pagesDone)
                writer.member("pagesTotal", pagesTotal)
                writer.member("path", path)
                writer.endObject()
            }
        }
    }

    /// Reads the configuration again.
    package enum Reload: StateMethod {
        package static let name = "io.stated.Service.Reload"
        package typealias Parameters = NoMembers

        /// The reply of Reload.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The keys whose values changed.
            package var changed: [String]

            /// Creates the reply with the keys that changed.
            package init(changed: [String]) {
                self.changed = changed
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var changed: [String]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "changed": changed = try reader.strings()
                    default: break
                    }
                }
                self.changed = try reader.required(changed, "changed")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("changed", changed)
                writer.endObject()
            }
        }
    }
}
