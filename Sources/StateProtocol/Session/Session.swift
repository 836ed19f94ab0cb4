package import StateModel
package import Varlink

/// The interface io.stated.Session: players, their surfaces and their queues.
package enum Session {
    /// The interface's name.
    package static let interface = "io.stated.Session"

    /// Makes this connection a surface of a player, in the foreground.
    package enum Attach: StateMethod {
        package static let name = "io.stated.Session.Attach"

        /// The parameters of Attach.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String
            /// The surface's name for people.
            package var surface: String?

            /// Creates the parameters of one surface.
            package init(player: String, surface: String? = nil) {
                self.player = player
                self.surface = surface
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                var surface: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.string()
                    case "surface": surface = try reader.optionalString()
                    default: break
                    }
                }
                self.player = try reader.required(player, "player")
                self.surface = surface
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("surface", surface)
                writer.endObject()
            }
        }

        /// The reply of Attach.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player's current item, if it has one.
            package var item: String?
            /// The position to continue at in that item, in seconds.
            package var position: Double?
            /// The items after it, in order.
            package var queue: [String]
            /// True if the user has configured that playback starts by itself.
            package var autoplay: Bool
            /// True if the player's item expired while the player was away.
            package var expired: Bool

            /// Creates a reply from its members.
            package init(
                item: String? = nil,
                position: Double? = nil,
                queue: [String],
                autoplay: Bool,
                expired: Bool
            ) {
                self.item = item
                self.position = position
                self.queue = queue
                self.autoplay = autoplay
                self.expired = expired
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var item: String?
                var position: Double?
                var queue: [String]?
                var autoplay: Bool?
                var expired: Bool?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "item": item = try reader.optionalString()
                    case "position": position = try reader.optionalDouble()
                    case "queue": queue = try reader.strings()
                    case "autoplay": autoplay = try reader.bool()
                    case "expired": expired = try reader.bool()
                    default: break
                    }
                }
                self.item = item
                self.position = position
                self.queue = try reader.required(queue, "queue")
                self.autoplay = try reader.required(autoplay, "autoplay")
                self.expired = try reader.required(expired, "expired")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("position", position)
                writer.member("queue", queue)
                writer.member("autoplay", autoplay)
                writer.member("expired", expired)
                writer.endObject()
            }
        }
    }

    /// Moves this surface to the foreground or to the background.
    package enum SetPhase: StateMethod {
        package static let name = "io.stated.Session.SetPhase"
        package typealias Reply = NoMembers

        /// The parameters of SetPhase.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The phase of the surface now.
            package var phase: Phase

            /// Creates the parameters for one phase.
            package init(phase: Phase) {
                self.phase = phase
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var phase: Phase?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "phase": phase = try reader.named(Phase.self)
                    default: break
                    }
                }
                self.phase = try reader.required(phase, "phase")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("phase", phase)
                writer.endObject()
            }
        }
    }

    /// Lists every player with state or a surface.
    package enum ListPlayers: StateMethod {
        package static let name = "io.stated.Session.ListPlayers"
        package typealias Parameters = NoMembers

        /// The reply of ListPlayers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The players.
            package var players: [Player]

            /// Creates the reply with the players found.
            package init(players: [Player]) {
                self.players = players
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var players: [Player]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "players": players = try reader.list(Player.self)
                    default: break
                    }
                }
                self.players = try reader.required(players, "players")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("players", players)
                writer.endObject()
            }
        }
    }
}
