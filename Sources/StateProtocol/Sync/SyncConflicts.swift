package import Varlink

extension Sync {
    /// Which of two changes wins.
    package enum Strategy: String, Sendable, CaseIterable {
        /// The one observed last.
        case newest
        /// The remote's.
        case server
        /// The one made here.
        case client
        /// The one furthest into the item.
        case furthest
    }

    /// Two devices changed one item; the loser is kept here.
    package struct Conflict: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// Its number.
        package var id: Int
        /// The item.
        package var item: String
        /// How it was decided.
        package var strategy: Strategy
        /// The value that holds now: one JSON object.
        package var winner: [UInt8]
        /// The value that does not: one JSON object.
        package var loser: [UInt8]
        /// When it was decided, in milliseconds since 1970.
        package var at: Int

        /// A conflict with all its members.
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

        /// Reads the members; those it does not know are passed over.
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

        /// Writes the object; members that are nil are left out.
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

    /// The conflicts, with their losers.
    package enum ListConflicts: StateMethod {
        package static let name = "io.stated.Sync.ListConflicts"

        /// What ListConflicts takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// How many at most, 1000 being the most; nil: 100.
            package var limit: Int?

            /// The parameters of one list.
            package init(limit: Int? = nil) {
                self.limit = limit
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("limit", limit)
                writer.endObject()
            }
        }

        /// What ListConflicts answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The conflicts.
            package var conflicts: [Conflict]

            /// The reply with the conflicts found.
            package init(conflicts: [Conflict]) {
                self.conflicts = conflicts
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
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

        /// What ResolveConflict takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The conflict's number.
            package var id: Int

            /// The parameters for one conflict.
            package init(id: Int) {
                self.id = id
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("id", id)
                writer.endObject()
            }
        }
    }
}
