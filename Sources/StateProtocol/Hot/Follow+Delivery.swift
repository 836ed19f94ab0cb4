// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

extension Events.Follow {
    /// One reply of the stream, possibly from a newer daemon.
    package struct Delivery: JSONDecodable, Equatable, Sendable {
        package var events: [[UInt8]]
        package var ready: Bool
        package var token: String

        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            events = try members.rawElements("events")
            ready = try members.required("ready")
            token = try members.required("token")
        }
    }
}

// The events are passed as JSON, because each event is encoded once for all readers.
extension Events.List {
    /// Returns the reply for one page of a log, including the final NUL.
    package static func answer(
        events: [[UInt8]],
        more: Bool,
        next: SequenceNumber? = nil
    ) -> [UInt8] {
        Events.reply(events) { writer in
            writer.member("more", more)
            writer.member("next", next)
        }
    }
}

extension Events.Latest {
    package static func answer(events: [[UInt8]], cursor: String?) -> [UInt8] {
        Events.reply(events) { $0.member("cursor", cursor) }
    }
}

extension Events.Follow {
    /// Returns one reply of the stream, including the final NUL; a `nil` identity of the log is
    /// omitted.
    package static func answer(
        events: [[UInt8]],
        ready: Bool,
        token: String,
        log: String? = nil
    ) -> [UInt8] {
        Events.reply(events, continues: true) { writer in
            writer.member("ready", ready)
            writer.member("token", token)
            writer.member("log", log)
        }
    }
}

extension Events {
    fileprivate static func reply(
        _ events: [[UInt8]],
        continues: Bool = false,
        _ others: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        let size = events.reduce(128) { $0 + $1.count + 1 }
        return Message.reply(capacity: size, continues: continues) { writer in
            writer.beginObject()
            writer.member("events", elements: events)
            others(&writer)
            writer.endObject()
        }
    }
}
