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

        /// The parameters of ClearAll.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player whose points are removed; `nil` for all players.
            package var player: String?

            /// Creates the parameters for one player, or for all.
            package init(player: String? = nil) {
                self.player = player
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.endObject()
            }
        }

        /// The reply of ClearAll.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of points that were removed.
            package var cleared: Int
            /// The store's revision as of the reply.
            package var revision: Int

            /// Creates a reply from its members.
            package init(cleared: Int, revision: Int) {
                self.cleared = cleared
                self.revision = revision
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
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

        /// The parameters of Undo.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item, or an alias of it.
            package var item: String
            /// The revision of the value to bring back; `nil` for the newest that was once the
            /// resume point.
            package var revision: Int?

            /// Creates the parameters for one item.
            package init(item: String, revision: Int? = nil) {
                self.item = item
                self.revision = revision
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
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

        /// The parameters of AddAlias.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item, or an alias of it.
            package var item: String
            /// Its new name.
            package var alias: String

            /// Creates the parameters for one more name.
            package init(item: String, alias: String) {
                self.item = item
                self.alias = alias
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("alias", alias)
                writer.endObject()
            }
        }

        package typealias Reply = RevisionReply
    }

    /// Removes a name from an item.
    package enum RemoveAlias: StateMethod {
        package static let name = "io.stated.Playback.RemoveAlias"

        /// The parameters of RemoveAlias.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The name to remove.
            package var alias: String

            /// Creates the parameters for one name.
            package init(alias: String) {
                self.alias = alias
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("alias", alias)
                writer.endObject()
            }
        }

        package typealias Reply = RevisionReply
    }

    /// Lists the names of an item besides its own.
    package enum ListAliases: StateMethod {
        package static let name = "io.stated.Playback.ListAliases"
        package typealias Parameters = ItemParameters

        /// The reply of ListAliases.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The names besides the item's own.
            package var aliases: [String]

            /// Creates the reply with the names found.
            package init(aliases: [String]) {
                self.aliases = aliases
            }

            /// Creates the value from its members; unknown members are ignored.
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

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("aliases", aliases)
                writer.endObject()
            }
        }
    }
}
