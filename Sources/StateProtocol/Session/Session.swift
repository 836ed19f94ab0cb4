package import StateModel
package import Varlink

/// The interface io.stated.Session: players, their surfaces and their queues.
package enum Session {
    /// The interface's name.
    package static let interface = "io.stated.Session"

    /// Makes this connection a surface of a player, in the foreground.
    package enum Attach: StateMethod {
        package static let name = "io.stated.Session.Attach"

        /// What Attach takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String
            /// What to call the surface.
            package var surface: String?

            /// The parameters of one surface.
            package init(player: String, surface: String? = nil) {
                self.player = player
                self.surface = surface
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("surface", surface)
                writer.endObject()
            }
        }

        /// What Attach answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player's current item, if it has one.
            package var item: String?
            /// Where to go on in it, in seconds.
            package var position: Double?
            /// The items after it, in order.
            package var queue: [String]
            /// Whether the user has configured that playback starts by itself.
            package var autoplay: Bool
            /// Whether the player's item expired while it was away.
            package var expired: Bool

            /// A reply with all its members.
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

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
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

    /// Moves this surface to the front or to the back.
    package enum SetPhase: StateMethod {
        package static let name = "io.stated.Session.SetPhase"
        package typealias Reply = NoMembers

        /// What SetPhase takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// Where the surface is now.
            package var phase: Phase

            /// The parameters for one phase.
            package init(phase: Phase) {
                self.phase = phase
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("phase", phase)
                writer.endObject()
            }
        }
    }

    /// Every player with state or a surface.
    package enum ListPlayers: StateMethod {
        package static let name = "io.stated.Session.ListPlayers"
        package typealias Parameters = NoMembers

        /// What ListPlayers answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The players.
            package var players: [Player]

            /// The reply with the players found.
            package init(players: [Player]) {
                self.players = players
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("players", players)
                writer.endObject()
            }
        }
    }
}
