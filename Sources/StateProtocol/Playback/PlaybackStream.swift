package import StateModel
package import Varlink

extension Playback {
    /// Follows changes; a stream.
    package enum Subscribe: StateMethod {
        package static let name = "io.stated.Playback.Subscribe"

        /// The parameters of Subscribe.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The token to continue from; `nil` to receive the current state first.
            package var token: String?
            /// The player whose changes are wanted; `nil` for all players.
            package var player: String?
            /// The item whose changes are wanted; `nil` for all items.
            package var item: String?

            /// Creates the parameters of one stream.
            package init(token: String? = nil, player: String? = nil, item: String? = nil) {
                self.token = token
                self.player = player
                self.item = item
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var token: String?
                var player: String?
                var item: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "token": token = try reader.optionalString()
                    case "player": player = try reader.optionalString()
                    case "item": item = try reader.optionalString()
                    default: break
                    }
                }
                self.token = token
                self.player = player
                self.item = item
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("token", token)
                writer.member("player", player)
                writer.member("item", item)
                writer.endObject()
            }
        }

        /// One reply of the stream.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The changes, in the order of their revisions.
            package var changes: [Change]
            /// True if the current state, or all that followed the token, has been delivered.
            package var ready: Bool
            /// The number of states that this reader never saw because it fell behind.
            package var skipped: Int
            /// The position of the stream after this reply.
            package var token: String

            /// Creates a reply from its members.
            package init(changes: [Change], ready: Bool, skipped: Int, token: String) {
                self.changes = changes
                self.ready = ready
                self.skipped = skipped
                self.token = token
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var changes: [Change]?
                var ready: Bool?
                var skipped: Int?
                var token: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "changes": changes = try reader.list(Change.self)
                    case "ready": ready = try reader.bool()
                    case "skipped": skipped = try reader.int()
                    case "token": token = try reader.string()
                    default: break
                    }
                }
                self.changes = try reader.required(changes, "changes")
                self.ready = try reader.required(ready, "ready")
                self.skipped = try reader.required(skipped, "skipped")
                self.token = try reader.required(token, "token")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("changes", changes)
                writer.member("ready", ready)
                writer.member("skipped", skipped)
                writer.member("token", token)
                writer.endObject()
            }
        }
    }
}
