package import Varlink

extension Sync {
    /// One step in the life of an item's resume point.
    package struct Step: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The store's revision as of the step.
        package var revision: Int
        /// The time of the observation, in milliseconds since 1970.
        package var at: Int
        /// The device that it came from.
        package var device: String
        /// The player that observed it.
        package var player: String?
        /// The position that it brought, in seconds.
        package var position: Double?
        /// The outcome.
        package var outcome: String
        /// The reason why it won or lost.
        package var reason: String

        /// Creates a step from its members.
        package init(
            revision: Int,
            at: Int,
            device: String,
            player: String? = nil,
            position: Double? = nil,
            outcome: String,
            reason: String
        ) {
            self.revision = revision
            self.at = at
            self.device = device
            self.player = player
            self.position = position
            self.outcome = outcome
            self.reason = reason
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var revision: Int?
            var at: Int?
            var device: String?
            var player: String?
            var position: Double?
            var outcome: String?
            var reason: String?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "revision": revision = try reader.int()
                case "at": at = try reader.int()
                case "device": device = try reader.string()
                case "player": player = try reader.optionalString()
                case "position": position = try reader.optionalDouble()
                case "outcome": outcome = try reader.string()
                case "why": reason = try reader.string()
                default: break
                }
            }
            self.revision = try reader.required(revision, "revision")
            self.at = try reader.required(at, "at")
            self.device = try reader.required(device, "device")
            self.player = player
            self.position = position
            self.outcome = try reader.required(outcome, "outcome")
            self.reason = try reader.required(reason, "why")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("revision", revision)
            writer.member("at", at)
            writer.member("device", device)
            writer.member("player", player)
            writer.member("position", position)
            writer.member("outcome", outcome)
            writer.member("why", reason)
            writer.endObject()
        }
    }

    /// Explains an item's resume point by the steps that led to it.
    package enum Explain: StateMethod {
        package static let name = "io.stated.Sync.Explain"
        package typealias Parameters = ItemParameters

        /// The reply of Explain.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The steps, newest first.
            package var steps: [Step]

            /// Creates the reply with the steps found.
            package init(steps: [Step]) {
                self.steps = steps
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var steps: [Step]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "steps": steps = try reader.list(Step.self)
                    default: break
                    }
                }
                self.steps = try reader.required(steps, "steps")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("steps", steps)
                writer.endObject()
            }
        }
    }
}
