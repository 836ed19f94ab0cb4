package import Varlink

/// The interface io.stated.Service: the daemon's health, its figures, its files.
package enum Service {
    /// The interface's name.
    package static let interface = "io.stated.Service"

    /// Whether all is well, and how much there is.
    package enum GetHealth: StateMethod {
        package static let name = "io.stated.Service.GetHealth"
        package typealias Parameters = NoMembers

        /// What GetHealth answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// How the daemon is doing.
            package var health: Health

            /// The reply with one report.
            package init(health: Health) {
                self.health = health
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("health", health)
                writer.endObject()
            }
        }
    }

    /// Every counter and gauge in the OpenMetrics text format.
    package enum GetMetrics: StateMethod {
        package static let name = "io.stated.Service.GetMetrics"
        package typealias Parameters = NoMembers

        /// What GetMetrics answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The figures, as OpenMetrics text.
            package var text: String

            /// The reply with the whole text.
            package init(text: String) {
                self.text = text
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("text", text)
                writer.endObject()
            }
        }
    }

    /// Writes a consistent copy of the store; called with more, it tells how far it is.
    package enum Backup: StateMethod {
        package static let name = "io.stated.Service.Backup"

        /// What Backup takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The file's name in the daemon's state directory; nil: one made from the time.
            package var name: String?

            /// The parameters for one copy.
            package init(name: String? = nil) {
                self.name = name
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("name", name)
                writer.endObject()
            }
        }

        /// One reply of Backup.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// How many pages are copied.
            package var pagesDone: Int
            /// How many there are in all.
            package var pagesTotal: Int
            /// Where the copy lies; only in the last reply.
            package var path: String?

            /// A reply with all its members.
            package init(pagesDone: Int, pagesTotal: Int, path: String? = nil) {
                self.pagesDone = pagesDone
                self.pagesTotal = pagesTotal
                self.path = path
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
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

        /// What Reload answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The keys whose values changed.
            package var changed: [String]

            /// The reply with the keys that changed.
            package init(changed: [String]) {
                self.changed = changed
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("changed", changed)
                writer.endObject()
            }
        }
    }
}
