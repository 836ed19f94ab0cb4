package import Varlink

extension Sync {
    /// The strategy that decides between two changes.
    package enum Strategy: String, Sendable, CaseIterable {
        /// The change observed last wins.
        case newest
        /// The remote's change wins.
        case server
        /// The change made here wins.
        case client
        /// The change furthest into the item wins.
        case furthest
    }

    /// A conflict: two devices changed one item, and the loser is kept here.
    package struct Conflict: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// Its number.
        package var id: Int
        /// The item.
        package var item: String
        /// The strategy that decided it.
        package var strategy: Strategy
        /// The value that holds now: one JSON object.
        package var winner: [UInt8]
        /// The value that lost: one JSON object.
        package var loser: [UInt8]
        /// The time of the decision, in milliseconds since 1970.
        package var at: Int

        /// Creates a conflict from its members.
        package init(
            id: Int,
            item: String,
            strategy: Strategy,
            winner: [UInt8],
            loser: [UInt8],
            at: Int
        ) {
            self.id = id
            self.item = item
            self.strategy = strategy
            self.winner = winner
            self.loser = loser
            self.at = at
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var id: Int?
            var item: String?
            var strategy: Strategy?
            var winner: [UInt8]?
            var loser: [UInt8]?
            var at: Int?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "id": id = try reader.int()
                case "item": item = try reader.string()
                case "strategy": strategy = try reader.known(Strategy.self, else: .newest)
                case "winner": winner = try reader.rawObject()
                case "loser": loser = try reader.rawObject()
                case "at": at = try reader.int()
                default: break
                }
            }
            self.id = try reader.required(id, "id")
            self.item = try reader.required(item, "item")
            self.strategy = try reader.required(strategy, "strategy")
            self.winner = try reader.required(winner, "winner")
            self.loser = try reader.required(loser, "loser")
            self.at = try reader.required(at, "at")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("id", id)
            writer.member("item", item)
            writer.member("strategy", strategy)
            writer.member("winner", json: winner)
            writer.member("loser", json: loser)
            writer.member("at", at)
            writer.endObject()
        }
    }

    /// Lists the conflicts, with their losers.
    package enum ListConflicts: StateMethod {
        package static let name = "io.stated.Sync.ListConflicts"

        /// The parameters of ListConflicts.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The largest number of conflicts wanted, at most 1000; `nil` for 100.
            package var limit: Int?

            /// Creates the parameters of one list.
            package init(limit: Int? = nil) {
                self.limit = limit
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var limit: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "limit": limit = try reader.optionalInt()
                    default: break
                    }
                }
                self.limit = limit
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("limit", limit)
                writer.endObject()
            }
        }

        /// The reply of ListConflicts.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The conflicts.
            package var conflicts: [Conflict]

            /// Creates the reply with the conflicts found.
            package init(conflicts: [Conflict]) {
                self.conflicts = conflicts
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var conflicts: [Conflict]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "conflicts": conflicts = try reader.list(Conflict.self)
                    default: break
                    }
                }
                self.conflicts = try reader.required(conflicts, "conflicts")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("conflicts", conflicts)
                writer.endObject()
            }
        }
    }

    /// Lets the loser of a conflict win.
    package enum ResolveConflict: StateMethod {
        package static let name = "io.stated.Sync.ResolveConflict"
        package typealias Reply = NoMembers

        /// The parameters of ResolveConflict.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The conflict's number.
            package var id: Int

            /// Creates the parameters for one conflict.
            package init(id: Int) {
                self.id = id
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var id: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "id": id = try reader.int()
                    default: break
                    }
                }
                self.id = try reader.required(id, "id")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("id", id)
                writer.endObject()
            }
        }
    }
}
