package import StateModel
package import Varlink

extension Session {
    /// Describes a player: the facts that a bridge knows besides its state.
    package enum DescribePlayer: StateMethod {
        package static let name = "io.stated.Session.DescribePlayer"
        package typealias Reply = NoMembers

        /// The parameters of DescribePlayer.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String
            /// The player's name for people.
            package var label: String?
            /// The reason why it is not followed; `nil` if there is none.
            package var obstacle: Obstacle?

            /// Creates the parameters for one player.
            package init(player: String, label: String? = nil, obstacle: Obstacle? = nil) {
                self.player = player
                self.label = label
                self.obstacle = obstacle
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                var label: String?
                var obstacle: Obstacle?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.string()
                    case "label": label = try reader.optionalString()
                    case "obstacle": obstacle = try reader.optionalNamed(Obstacle.self)
                    default: break
                    }
                }
                self.player = try reader.required(player, "player")
                self.label = label
                self.obstacle = obstacle
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("label", label)
                writer.member("obstacle", obstacle)
                writer.endObject()
            }
        }
    }

    /// Forgets a player.
    package enum ForgetPlayer: StateMethod {
        package static let name = "io.stated.Session.ForgetPlayer"
        package typealias Parameters = Skip.Parameters
        package typealias Reply = NoMembers
    }
}
