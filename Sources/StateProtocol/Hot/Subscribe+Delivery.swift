// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension Playback.Subscribe {
    /// One reply of the stream, possibly from a newer daemon.
    package struct Delivery: JSONDecodable, Equatable, Sendable {
        package var changes: [DeliveredChange]
        package var ready: Bool
        /// The number of states that were skipped because the reader was too slow.
        package var skipped: Int
        package var token: String

        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            changes = try members.required("changes")
            ready = try members.required("ready")
            skipped = try members.required("skipped")
            token = try members.required("token")
        }
    }

    /// A change as received, decoded if this version knows it.
    package struct DeliveredChange: JSONDecodable, Equatable, Sendable {
        /// The change; `nil` if this version cannot decode it, for example because it does not know
        /// its kind.
        package let change: Change?
        package let json: [UInt8]

        package init(from reader: inout JSONReader) throws(JSONError) {
            var attempt = reader
            json = try reader.raw()
            change = try? Change(from: &attempt)
        }
    }

    /// Returns one reply of the stream, with changes as JSON, including the final NUL.
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
            writer.member("changes", elements: changes)
            writer.member("ready", ready)
            writer.member("skipped", skipped)
            writer.member("token", token)
            writer.endObject()
        }
    }

    /// Returns a reply that is `ready` and has no skipped states, including the final NUL.
    ///
    /// The closure writes the changes, and returns the stream token after them.
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
