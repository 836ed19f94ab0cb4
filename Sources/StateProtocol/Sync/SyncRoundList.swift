package import SyncModel
package import Varlink

extension Sync {
    /// A file of the remote store that cannot be used.
    package struct Damage: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The device that wrote it.
        package var device: String
        /// The file's path.
        package var path: String
        /// The reason, for a person.
        package var reason: String

        /// Creates a damaged file from its members.
        package init(device: String, path: String, reason: String) {
            self.device = device
            self.path = path
            self.reason = reason
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var device: String?
            var path: String?
            var reason: String?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "device": device = try reader.string()
                case "path": path = try reader.string()
                case "reason": reason = try reader.string()
                default: break
                }
            }
            self.device = try reader.required(device, "device")
            self.path = try reader.required(path, "path")
            self.reason = try reader.required(reason, "reason")
        }

        /// Writes the object.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("device", device)
            writer.member("path", path)
            writer.member("reason", reason)
            writer.endObject()
        }
    }

    /// The ways in which a round ends.
    package enum RoundOutcome: String, Sendable, CaseIterable {
        /// Everything to be done is done.
        case succeeded
        /// The remote did not answer, or is away.
        case offline
        /// Something went wrong.
        case failed
    }

    /// One round of sync.
    package struct Round: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// Its number; it rises by one with each round.
        package var number: Int
        /// The reasons for which it was made.
        package var triggers: [String]
        /// The time when it began, in milliseconds since 1970.
        package var startedAt: Int
        /// The time when it ended, in milliseconds since 1970.
        package var endedAt: Int
        /// The way in which it ended.
        package var outcome: RoundOutcome
        /// The number of records that the remote took.
        package var pushed: Int
        /// The number of records that were read.
        package var pulled: Int
        /// The number of records that changed something here.
        package var changed: Int
        /// The number of conflicts that were decided.
        package var conflicts: Int
        /// The number of entries that cannot be sent.
        package var failed: Int
        /// The reason why it did not succeed; `nil` if it did.
        package var error: String?

        /// Creates the round from the stored record.
        package init(_ round: SyncRoundRecord) {
            number = round.number
            triggers = round.triggers
            startedAt = round.startedAt
            endedAt = round.endedAt
            outcome = RoundOutcome(rawValue: round.outcome.rawValue) ?? .failed
            pushed = round.pushed
            pulled = round.pulled
            changed = round.changed
            conflicts = round.conflicts
            failed = round.failed
            error = round.error
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var numbers: [String: Int] = [:]
            var triggers: [String]?
            var outcome: RoundOutcome?
            var error: String?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "triggers": triggers = try reader.strings()
                case "outcome": outcome = try reader.known(RoundOutcome.self, else: .failed)
                case "error": error = try reader.optionalString()
                case "number": numbers["number"] = try reader.int()
                case "startedAt": numbers["startedAt"] = try reader.int()
                case "endedAt": numbers["endedAt"] = try reader.int()
                case "pushed": numbers["pushed"] = try reader.int()
                case "pulled": numbers["pulled"] = try reader.int()
                case "changed": numbers["changed"] = try reader.int()
                case "conflicts": numbers["conflicts"] = try reader.int()
                case "failed": numbers["failed"] = try reader.int()
                default: break
                }
            }
            number = try reader.required(numbers["number"], "number")
            self.triggers = try reader.required(triggers, "triggers")
            startedAt = try reader.required(numbers["startedAt"], "startedAt")
            endedAt = try reader.required(numbers["endedAt"], "endedAt")
            self.outcome = try reader.required(outcome, "outcome")
            pushed = try reader.required(numbers["pushed"], "pushed")
            pulled = try reader.required(numbers["pulled"], "pulled")
            changed = try reader.required(numbers["changed"], "changed")
            conflicts = try reader.required(numbers["conflicts"], "conflicts")
            failed = try reader.required(numbers["failed"], "failed")
            self.error = error
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("number", number)
            writer.member("triggers", triggers)
            writer.member("startedAt", startedAt)
            writer.member("endedAt", endedAt)
            writer.member("outcome", outcome)
            writer.member("pushed", pushed)
            writer.member("pulled", pulled)
            writer.member("changed", changed)
            writer.member("conflicts", conflicts)
            writer.member("failed", failed)
            writer.member("error", error)
            writer.endObject()
        }
    }

    /// Lists the rounds of this store, the newest first.
    package enum ListRounds: StateMethod {
        package static let name = "io.stated.Sync.ListRounds"

        package typealias Parameters = ListConflicts.Parameters

        /// The reply of ListRounds.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The rounds.
            package var rounds: [Round]

            /// Creates the reply with the rounds found.
            package init(rounds: [Round]) {
                self.rounds = rounds
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var rounds: [Round]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "rounds": rounds = try reader.list(Round.self)
                    default: break
                    }
                }
                self.rounds = try reader.required(rounds, "rounds")
            }

            /// Writes the object.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("rounds", rounds)
                writer.endObject()
            }
        }
    }
}
