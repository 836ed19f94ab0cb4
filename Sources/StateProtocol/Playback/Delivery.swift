package import StateModel
package import Varlink

extension Playback.Subscribe {
    /// One reply of the stream as a program takes it, from a daemon that may be newer.
    package struct Delivery: JSONDecodable, Equatable, Sendable {
        /// The changes, in the order of their revisions.
        package var changes: [DeliveredChange]
        /// Whether the standing state, or what the token had missed, is told.
        package var ready: Bool
        /// How many states this reader never saw because it fell behind.
        package var skipped: Int
        /// Where the stream stands after this reply.
        package var token: String

        /// Reads a reply; a change that we do not understand is kept as it came.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var changes: [DeliveredChange]?
            var ready: Bool?
            var skipped: Int?
            var token: String?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "changes": changes = try reader.list(DeliveredChange.self)
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
    }

    /// A change as it came, and as far as we understand it.
    package struct DeliveredChange: JSONDecodable, Equatable, Sendable {
        /// The change; nil: its kind, or a name within it, is newer than we are.
        package let change: Change?
        /// The JSON as it came.
        package let json: [UInt8]

        /// Reads a change, or keeps what is well-formed and not understood.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var attempt = reader
            json = try reader.raw()
            change = try? Change(from: &attempt)
        }
    }

    /// The message of one reply whose changes are JSON already, with its closing NUL.
    ///
    /// For the daemon: each change is encoded once, whoever hears of it.
    package static func answer(
        changes: [[UInt8]],
        ready: Bool,
        skipped: Int,
        token: String,
        continues: Bool = true
    ) -> [UInt8] {
        let size = changes.reduce(128) { $0 + $1.count + 1 }
        return Message.reply(capacity: size, continues: continues) { writer in
            writer.beginObject()
            writer.key("changes")
            writer.beginArray()
            for change in changes { writer.raw(change) }
            writer.endArray()
            writer.member("ready", ready)
            writer.member("skipped", skipped)
            writer.member("token", token)
            writer.endObject()
        }
    }

    /// The message of one reply of a stream that goes on, with its closing NUL, to one who has missed
    /// nothing.
    ///
    /// - Parameters:
    ///   - capacity: how many bytes the changes will take, roughly.
    ///   - changes: writes them, one by one, and answers where the stream stands then.
    /// - Returns: the message.
    package static func answer(
        capacity: Int,
        _ changes: (inout JSONWriter) -> String
    ) -> [UInt8] {
        Message.reply(capacity: capacity + 128, continues: true) { writer in
            writer.beginObject()
            writer.key("changes")
            writer.beginArray()
            let token = changes(&writer)
            writer.endArray()
            writer.member("ready", true)
            writer.member("skipped", 0)
            writer.member("token", token)
            writer.endObject()
        }
    }
}
