package import Varlink

extension Events {
    /// Lists events in order, after a sequence number.
    package enum List: StateMethod {
        package static let name = "io.stated.Events.List"

        /// The parameters of List.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The sequence number after which to begin; `nil` to begin with the first event.
            package var after: Int?
            /// The topic of the events wanted; `nil` for all topics.
            package var topic: String?
            /// The largest number of events wanted, at most 1000; `nil` for 100.
            package var limit: Int?

            /// Creates the parameters of one page.
            package init(after: Int? = nil, topic: String? = nil, limit: Int? = nil) {
                self.after = after
                self.topic = topic
                self.limit = limit
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var after: Int?
                var topic: String?
                var limit: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "after": after = try reader.optionalInt()
                    case "topic": topic = try reader.optionalString()
                    case "limit": limit = try reader.optionalInt()
                    default: break
                    }
                }
                self.after = after
                self.topic = topic
                self.limit = limit
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("after", after)
                writer.member("topic", topic)
                writer.member("limit", limit)
                writer.endObject()
            }
        }

        /// The reply of List.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The events, in order.
            package var events: [Event]
            /// True if there are more after these.
            package var more: Bool

            /// Creates one page.
            package init(events: [Event], more: Bool) {
                self.events = events
                self.more = more
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var events: [Event]?
                var more: Bool?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "events": events = try reader.list(Event.self)
                    case "more": more = try reader.bool()
                    default: break
                    }
                }
                self.events = try reader.required(events, "events")
                self.more = try reader.required(more, "more")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("events", events)
                writer.member("more", more)
                writer.endObject()
            }
        }
    }

    /// Follows events; a stream that skips none.
    package enum Follow: StateMethod {
        package static let name = "io.stated.Events.Follow"

        /// The parameters of Follow.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The token to continue from; `nil` to receive the stored events first.
            package var token: String?
            /// The topic of the events wanted; `nil` for all topics.
            package var topic: String?

            /// Creates the parameters of one stream.
            package init(token: String? = nil, topic: String? = nil) {
                self.token = token
                self.topic = topic
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var token: String?
                var topic: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "token": token = try reader.optionalString()
                    case "topic": topic = try reader.optionalString()
                    default: break
                    }
                }
                self.token = token
                self.topic = topic
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("token", token)
                writer.member("topic", topic)
                writer.endObject()
            }
        }

        /// One reply of the stream.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The events, in order.
            package var events: [Event]
            /// True if the stream has caught up.
            package var ready: Bool
            /// The position of the stream after this reply.
            package var token: String

            /// Creates a reply from its members.
            package init(events: [Event], ready: Bool, token: String) {
                self.events = events
                self.ready = ready
                self.token = token
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var events: [Event]?
                var ready: Bool?
                var token: String?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "events": events = try reader.list(Event.self)
                    case "ready": ready = try reader.bool()
                    case "token": token = try reader.string()
                    default: break
                    }
                }
                self.events = try reader.required(events, "events")
                self.ready = try reader.required(ready, "ready")
                self.token = try reader.required(token, "token")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("events", events)
                writer.member("ready", ready)
                writer.member("token", token)
                writer.endObject()
            }
        }
    }
}
