package import Varlink

extension Playback {
    /// Removes one resume point; it stays in the history.
    package enum Clear: StateMethod {
        package static let name = "io.stated.Playback.Clear"
        package typealias Parameters = ItemParameters
        package typealias Reply = RevisionReply
    }

    /// Removes every resume point, or a player's.
    package enum ClearAll: StateMethod {
        package static let name = "io.stated.Playback.ClearAll"

        /// What ClearAll takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player whose points go; nil: every player's.
            package var player: String?

            /// The parameters for one player, or for all.
            package init(player: String? = nil) {
                self.player = player
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.optionalString()
                    default: break
                    }
                }
                self.player = player
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.endObject()
            }
        }

        /// What ClearAll answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// How many points were removed.
            package var cleared: Int
            /// The store's revision as of the answer.
            package var revision: Int

            /// A reply with all its members.
            package init(cleared: Int, revision: Int) {
                self.cleared = cleared
                self.revision = revision
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var cleared: Int?
                var revision: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "cleared": cleared = try reader.int()
                    case "revision": revision = try reader.int()
                    default: break
                    }
                }
                self.cleared = try reader.required(cleared, "cleared")
                self.revision = try reader.required(revision, "revision")
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("cleared", cleared)
                writer.member("revision", revision)
                writer.endObject()
            }
        }
    }

    /// Brings back an earlier value of an item, with a new time to live.
    package enum Undo: StateMethod {
        package static let name = "io.stated.Playback.Undo"

        /// What Undo takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item, or an alias of it.
            package var item: String
            /// The value to bring back; nil: the newest that once was the resume point.
            package var revision: Int?

            /// The parameters for one item.
            package init(item: String, revision: Int? = nil) {
                self.item = item
                self.revision = revision
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var item: String?
                var revision: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "item": item = try reader.string()
                    case "revision": revision = try reader.optionalInt()
                    default: break
                    }
                }
                self.item = try reader.required(item, "item")
                self.revision = revision
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("revision", revision)
                writer.endObject()
            }
        }

        package typealias Reply = PointReply
    }

    /// Gives an item one more name.
    package enum AddAlias: StateMethod {
        package static let name = "io.stated.Playback.AddAlias"

        /// What AddAlias takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item, or an alias of it.
            package var item: String
            /// Its new name.
            package var alias: String

            /// The parameters for one more name.
            package init(item: String, alias: String) {
                self.item = item
                self.alias = alias
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var item: String?
                var alias: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "item": item = try reader.string()
                    case "alias": alias = try reader.string()
                    default: break
                    }
                }
                self.item = try reader.required(item, "item")
                self.alias = try reader.required(alias, "alias")
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("alias", alias)
                writer.endObject()
            }
        }

        package typealias Reply = RevisionReply
    }

    /// Takes a name off an item.
    package enum RemoveAlias: StateMethod {
        package static let name = "io.stated.Playback.RemoveAlias"

        /// What RemoveAlias takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The name to take off.
            package var alias: String

            /// The parameters for one name.
            package init(alias: String) {
                self.alias = alias
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var alias: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "alias": alias = try reader.string()
                    default: break
                    }
                }
                self.alias = try reader.required(alias, "alias")
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("alias", alias)
                writer.endObject()
            }
        }

        package typealias Reply = RevisionReply
    }

    /// The further names of an item.
    package enum ListAliases: StateMethod {
        package static let name = "io.stated.Playback.ListAliases"
        package typealias Parameters = ItemParameters

        /// What ListAliases answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The names besides the item's own.
            package var aliases: [String]

            /// The reply with the names found.
            package init(aliases: [String]) {
                self.aliases = aliases
            }

            /// Reads the members; those it does not know are passed over.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var aliases: [String]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "aliases": aliases = try reader.strings()
                    default: break
                    }
                }
                self.aliases = try reader.required(aliases, "aliases")
            }

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("aliases", aliases)
                writer.endObject()
            }
        }
    }
}
