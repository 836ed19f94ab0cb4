// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension Playback.Subscribe {
    /// One reply of the stream, possibly from a newer daemon.
    package struct Delivery: JSONDecodable, Equatable, Sendable {
        /// The changes, in the order of their revisions.
        package var changes: [DeliveredChange]
        /// True if the present state, or everything after the token, has been delivered.
        package var ready: Bool
        /// The number of skipped states, because the reader was too slow.
        package var skipped: Int
        /// The position of the stream after this reply.
        package var token: String

        /// Creates the delivery from a reply; unknown changes are kept as received.
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            changes = try members.required("changes")
            ready = try members.required("ready")
            skipped = try members.required("skipped")
            token = try members.required("token")
        }
    }

    /// A change as received, decoded if possible.
    package struct DeliveredChange: JSONDecodable, Equatable, Sendable {
        /// The change; `nil` if its kind, or a name in it, is not known to this version.
        package let change: Change?
        /// The JSON as received.
        package let json: [UInt8]

        /// Creates the change from its JSON; a well-formed but unknown change is kept as received.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var attempt = reader
            json = try reader.raw()
            change = try? Change(from: &attempt)
        }
    }

    /// Returns the message for one reply with changes that are already JSON, including the final
    /// NUL.
    ///
    /// The daemon thus encodes each change only once for all subscribers.
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

    /// Returns the message for one reply without skipped states, including the final NUL.
    ///
    /// The reply is marked as one that others follow.
    ///
    /// - Parameters:
    ///   - capacity: The approximate size of the changes, in bytes.
    ///   - changes: A closure that writes the changes one by one, and returns the position of the
    ///     stream after them.
    /// - Returns: The message.
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
