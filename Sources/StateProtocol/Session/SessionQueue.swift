package import Varlink

extension Session {
    /// Replaces the items after the current one.
    package enum SetQueue: StateMethod {
        package static let name = "io.stated.Session.SetQueue"
        package typealias Reply = RevisionReply

        /// The parameters of SetQueue.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String
            /// The items after the current one, in order.
            package var items: [String]
            /// The revision since which the player must not have changed; `nil` to replace in any
            /// case.
            package var ifRevision: Int?

            /// Creates the parameters for one queue.
            package init(player: String, items: [String], ifRevision: Int? = nil) {
                self.player = player
                self.items = items
                self.ifRevision = ifRevision
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                var items: [String]?
                var ifRevision: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.string()
                    case "items": items = try reader.strings()
                    case "ifRevision": ifRevision = try reader.optionalInt()
                    default: break
                    }
                }
                self.player = try reader.required(player, "player")
                self.items = try reader.required(items, "items")
                self.ifRevision = ifRevision
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("items", items)
                writer.member("ifRevision", ifRevision)
                writer.endObject()
            }
        }
    }

    /// Adds items to the queue.
    package enum Enqueue: StateMethod {
        package static let name = "io.stated.Session.Enqueue"
        package typealias Reply = QueueReply

        /// The parameters of Enqueue.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String
            /// The items to add, in order.
            package var items: [String]
            /// True if the items go to the front of the queue; `nil` for its end.
            package var next: Bool?

            /// Creates the parameters for several items.
            package init(player: String, items: [String], next: Bool? = nil) {
                self.player = player
                self.items = items
                self.next = next
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                var items: [String]?
                var next: Bool?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.string()
                    case "items": items = try reader.strings()
                    case "next": next = try reader.optionalBool()
                    default: break
                    }
                }
                self.player = try reader.required(player, "player")
                self.items = try reader.required(items, "items")
                self.next = next
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.member("items", items)
                writer.member("next", next)
                writer.endObject()
            }
        }
    }

    /// Makes an item the current one at once.
    package enum PlayNow: StateMethod {
        package static let name = "io.stated.Session.PlayNow"
        package typealias Parameters = PlayerItem
        package typealias Reply = QueueReply
    }

    /// Makes the queue's first item the current one.
    package enum Skip: StateMethod {
        package static let name = "io.stated.Session.Skip"

        /// The parameters of Skip.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The player.
            package var player: String

            /// Creates the parameters for one player.
            package init(player: String) {
                self.player = player
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var player: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "player": player = try reader.string()
                    default: break
                    }
                }
                self.player = try reader.required(player, "player")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("player", player)
                writer.endObject()
            }
        }

        /// The reply of Skip.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The item that is current now, if there is one.
            package var item: String?
            /// The items after it, in order.
            package var queue: [String]
            /// The store's revision as of the reply.
            package var revision: Int

            /// Creates a reply from its members.
            package init(item: String? = nil, queue: [String], revision: Int) {
                self.item = item
                self.queue = queue
                self.revision = revision
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var item: String?
                var queue: [String]?
                var revision: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "item": item = try reader.optionalString()
                    case "queue": queue = try reader.strings()
                    case "revision": revision = try reader.int()
                    default: break
                    }
                }
                self.item = item
                self.queue = try reader.required(queue, "queue")
                self.revision = try reader.required(revision, "revision")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("item", item)
                writer.member("queue", queue)
                writer.member("revision", revision)
                writer.endObject()
            }
        }
    }

    /// The parameters of a call about an item of a player.
    package struct PlayerItem: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The player.
        package var player: String
        /// The item, or an alias of it.
        package var item: String

        /// Creates the parameters for one item.
        package init(player: String, item: String) {
            self.player = player
            self.item = item
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var player: String?
            var item: String?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "player": player = try reader.string()
                case "item": item = try reader.string()
                default: break
                }
            }
            self.player = try reader.required(player, "player")
            self.item = try reader.required(item, "item")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("player", player)
            writer.member("item", item)
            writer.endObject()
        }
    }

    /// The reply of a call that changed a queue.
    package struct QueueReply: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The items after the current one, in order.
        package var queue: [String]
        /// The store's revision as of the reply.
        package var revision: Int

        /// Creates a reply from its members.
        package init(queue: [String], revision: Int) {
            self.queue = queue
            self.revision = revision
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var queue: [String]?
            var revision: Int?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "queue": queue = try reader.strings()
                case "revision": revision = try reader.int()
                default: break
                }
            }
            self.queue = try reader.required(queue, "queue")
            self.revision = try reader.required(revision, "revision")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("queue", queue)
            writer.member("revision", revision)
            writer.endObject()
        }
    }
}
